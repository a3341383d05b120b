// Walks the table of engines: each loads the same module in the form that it takes, and gives the same values and
// traps.
#include <gtest/gtest.h>

#include <set>

#include "ir/text/parse.h"
#include "passes/pass.h"
#include "vm/engine.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

constexpr const char* kModule = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 3), "float32"), y: R.Tensor((3,), "float32")) -> R.Tensor(("n", 3), "float32"):
        with R.dataflow():
            lv = R.add(x, y)
            gv = R.multiply(lv, x)
            R.output(gv)
        return gv
)";

Module InFormOf(const EngineSpec& engine, Context& ctx, const Module& module) {
  if (engine.input == EngineInput::kOriginal) return module;
  auto calls = Pipeline("default");
  EXPECT_TRUE(calls.ok());
  PassContext passes(ctx);
  auto lowered = RunSequential(passes, *calls, module);
  EXPECT_TRUE(lowered.ok()) << (lowered.ok() ? "" : lowered.error().message);
  return lowered.ok() ? *lowered : module;
}

Value Floats(std::vector<int64_t> shape, std::vector<double> values) {
  return Value{TensorValue{Tensor::Floats(DType::Float(32), std::move(shape), values)}};
}

TEST(EnginesTest, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const EngineSpec* engine : AllEngines()) {
    EXPECT_TRUE(names.insert(engine->name).second) << engine->name;
    EXPECT_EQ(FindEngine(engine->name), engine);
    EXPECT_FALSE(engine->doc.empty());
  }
  EXPECT_TRUE(names.contains("vm-llvm"));
  EXPECT_EQ(FindEngine("nonsense"), nullptr);
}

TEST(EnginesTest, AllGiveTheSame) {
  for (const EngineSpec* engine : AllEngines()) {
    for (int opt_level : {0, 2}) {
      SCOPED_TRACE(engine->name);
      Context ctx;
      auto module = ParseModule(ctx, "module.py", kModule);
      ASSERT_TRUE(module.ok()) << module.error().message;
      Module form = InFormOf(*engine, ctx, *module);
      auto loaded = engine->load(ctx, form, {.opt_level = opt_level});
      ASSERT_TRUE(loaded.ok()) << loaded.error().message;
      std::vector<Value> args = {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Floats({3}, {0.5, -2, 1})};
      Outcome outcome = (*loaded)->Run("main", args);
      const auto* value = std::get_if<Value>(&outcome);
      ASSERT_NE(value, nullptr);
      const auto* tensor = value->As<TensorValue>();
      ASSERT_NE(tensor, nullptr);
      const double want[] = {1.5, 0, 12, 18, 15, 42};
      for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(tensor->tensor.At(i).f, want[i]) << i;
      args[1] = Floats({2}, {0, 0});
      EXPECT_TRUE(std::holds_alternative<Trap>((*loaded)->Run("main", args)));
      Budget none{.steps = 1};
      args[1] = Floats({3}, {0, 0, 0});
      EXPECT_TRUE(std::holds_alternative<OutOfBudget>((*loaded)->Run("main", args, none)));
    }
  }
}

}  // namespace
}  // namespace assay
