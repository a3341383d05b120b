// Arguments that do not fit are refused by both sides, and whoever takes them, or refuses others, is found.
#include <gmock/gmock.h>

#include "generators/modules/generate.h"
#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

class UnfitArgumentsTest : public OraclesTest {
 protected:
  Verdict Ask(std::string_view parameters, std::string_view body, Subject& subject) {
    auto parsed = ParseModule(
        ctx, "case.py",
        fmt::format("@I.ir_module\nclass Module:\n    @R.function\n    def main({}):\n{}", parameters, body));
    EXPECT_TRUE(parsed.ok()) << parsed.error().message;
    c.module = *parsed;
    c.entry = "main";
    c.inputs = {MakeInputs(c.module, c.entry, 1)};
    OracleContext oc(ctx, subject, c);
    return FindOracle("unfit_arguments")->judge(nullptr, oc);
  }
};

struct Row {
  std::string_view parameters, body;
};
constexpr Row kRows[] = {
    {"x: R.Tensor((), \"float32\")", "        y = R.add(x, x)\n        return y\n"},
    {"x: R.Tensor((2, 3), \"float32\")", "        y = R.add(x, x)\n        return y\n"},
    {"x: R.Tensor((\"n\",), \"float32\"), z: R.Tensor((\"n\",), \"int8\")",
     "        y = R.add(x, x)\n        return y\n"},
    {"x: R.Tensor(ndim=2, dtype=\"float32\")", "        return x\n"},
    {"x: R.Tensor", "        return x\n"},
    {"x: R.Tuple(R.Tensor((2,), \"float32\"), R.Tensor((), \"int32\"))", "        y = x[0]\n        return y\n"},
    {"x: R.Shape([2, 3])", "        return x\n"},
    {"x: R.Shape(ndim=2)", "        return x\n"},
    {"x: R.Prim(\"int64\")", "        return x\n"},
};

TEST_F(UnfitArgumentsTest, OurOwnCompilerTakesNone) {
  for (const Row& row : kRows) {
    Wrapper sound(ctx);
    Verdict verdict = Ask(row.parameters, row.body, sound);
    const auto* finding = std::get_if<Finding>(&verdict);
    EXPECT_TRUE(std::holds_alternative<Agree>(verdict))
        << row.parameters << ": " << (finding == nullptr ? "" : finding->detail);
  }
}

// What stands behind the arguments that num_input counts is taken as it comes.
TEST_F(UnfitArgumentsTest, WeightsAreNotAskedAfter) {
  Wrapper sound(ctx);
  Verdict verdict = Ask("x: R.Tensor((2,), \"float32\"), w: R.Tensor((2,), \"float32\")",
                        "        R.func_attr({\"num_input\": 1})\n        return x\n", sound);
  EXPECT_TRUE(std::holds_alternative<Agree>(verdict));
}

TEST_F(UnfitArgumentsTest, SeesWhoTakesThemAndWhoRefusesOthers) {
  struct Takes : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef&, std::string_view, std::span<const Value>, const Budget&) override {
      return Value{TupleValue{}};
    }
  } takes(ctx);
  struct Refuses : Wrapper {
    using Wrapper::Wrapper;
    Outcome Run(const ProgramRef&, std::string_view, std::span<const Value>, const Budget&) override {
      return MakeTrap(TrapKind::kArgument, "none will do", {});
    }
  } refuses(ctx);
  for (const Row& row : kRows) {
    Verdict verdict = Ask(row.parameters, row.body, takes);
    const auto* finding = std::get_if<Finding>(&verdict);
    ASSERT_NE(finding, nullptr) << row.parameters;
    EXPECT_EQ(finding->klass, FindingClass::kTrap);
  }
  // Any tensor fits.
  Verdict verdict = Ask("x: R.Tensor", "        return x\n", refuses);
  EXPECT_TRUE(std::holds_alternative<Finding>(verdict));
}

}  // namespace
}  // namespace assay
