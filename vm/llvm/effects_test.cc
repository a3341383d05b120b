// What runs do beside their results is noted by every engine, in order; the host's functions are called by all.
#include "vm/effects.h"

#include <gtest/gtest.h>

#include "vm/llvm/engines.h"
#include "vm/run_script.h"

namespace assay {
namespace {

std::string TextOf(const std::vector<Effect>& effects) {
  std::string text;
  for (const Effect& effect : effects) text += effect.name + " " + ValueText(Value{TupleValue{effect.args}}) + "\n";
  return text;
}

constexpr std::string_view kPrints = R"(
    @R.function(pure=False)
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        a = R.print(x, format=R.str("x"))
        y: R.Tensor((2,), dtype="float32") = R.add(x, x)
        b = R.assert_op(R.const(True, "bool"), y, format=R.str("y"))
        c: R.Tensor((2,), dtype="float32") = R.call_packed("test.vm.add", x, y, ty_args=(R.Tensor((2,), dtype="float32"),))
        return c
)";

TEST(EffectsTest, ArePrintsAssertionsAndPackedCallsInOrder) {
  for (const char* name : {"relax-reference", "vm", "vm-llvm", "vm-compiled"}) {
    Script script(kPrints);
    EffectLog log;
    EXPECT_EQ(script.Run(*FindEngine(name), {{FloatsValue({2}, {1, 2})}}), "float32[2] 3 6") << name;
    EXPECT_EQ(TextOf(log.effects),
              "relax.run.print (x, float32[2] 1 2)\n"
              "relax.run.assert_op (bool[] True, y, float32[2] 2 4)\n"
              "test.vm.add (float32[2] 1 2, float32[2] 2 4)\n")
        << name;
  }
}

TEST(EffectsTest, ALogKeepsWhatItIsGivenAndNothingFromOutside) {
  EffectLog outer;
  Value tensor = FloatsValue({1}, {1});
  NoteEffect("first", {{tensor}});
  {
    EffectLog inner;
    NoteEffect("second", {});
    EXPECT_EQ(inner.effects.size(), 1u);
  }
  tensor.state = StringValue{"gone"};
  EXPECT_EQ(TextOf(outer.effects), "first (float32[1] 1)\n");
}

TEST(EffectsTest, WithoutALogNothingIsKept) {
  NoteEffect("nobody listens", {});
  EffectLog log;
  EXPECT_TRUE(log.effects.empty());
}

TEST(EffectsTest, HostFunctionsAreArguments) {
  for (const char* name : {"relax-reference", "vm", "vm-llvm", "vm-compiled"}) {
    Script script(R"(
    @R.function
    def main(f: R.Callable((R.Tensor((2,), dtype="float32"),), R.Tensor((2,), dtype="float32"), True), x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        y: R.Tensor((2,), dtype="float32") = f(x)
        return y
)");
    int calls = 0;
    Value twice = MakeHostFunction([&](std::span<const Value> args) -> Outcome {
      ++calls;
      return args.size() == 1 ? FloatsValue({2}, {7, 8}) : Value{};
    });
    EXPECT_EQ(script.Run(*FindEngine(name), {{twice, FloatsValue({2}, {1, 2})}}), "float32[2] 7 8") << name;
    EXPECT_EQ(calls, 1) << name;
  }
  EXPECT_EQ(AsHostFunction(FloatsValue({1}, {1})), nullptr);
}

TEST(EffectsTest, ItemsAreThoseOfTheInnermost) {
  EXPECT_TRUE(std::holds_alternative<Trap>(GetLazyItem({})));
  EXPECT_TRUE(std::holds_alternative<Trap>(SetLazyItem({})));
  auto text = [](std::string said) {
    return [said](std::span<const Value>) -> Outcome { return Value{StringValue{said}}; };
  };
  LazyItems items(text("got"), text("set"));
  {
    LazyItems inner(text("inner"), text("inner"));
    EXPECT_EQ(RunText(GetLazyItem({})), "inner");
  }
  EXPECT_EQ(RunText(GetLazyItem({})), "got");
  EXPECT_EQ(RunText(SetLazyItem({})), "set");
}

}  // namespace
}  // namespace assay
