// External functions: what RunCodegen left of a module gives what the module gave, on every engine; symbols and outputs
// that do not fit are refused or trap.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "passes/fuse/external_modules.h"
#include "passes/pass.h"
#include "vm/bytecode/interp.h"
#include "vm/external_functions.h"
#include "vm/reference/relax_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kText = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        with R.dataflow():
            a = R.add(x, y)
            b = R.multiply(a, x)
            c = R.maximum(b, y)
            R.output(c)
        return c
)";
constexpr std::string_view kCodegen =
    R"(FuseOpsByPattern{"patterns":["assay.arithmetic"]},MergeCompositeFunctions,RunCodegen)";

class ExternalFunctionsTest : public testing::Test {
 protected:
  Module After(std::string_view passes) {
    auto module = ParseModule(ctx_, "test.py", std::string(kText));
    EXPECT_TRUE(module.ok());
    PassContext pass_ctx(ctx_);
    auto calls = ParsePassList(ctx_, passes);
    EXPECT_TRUE(calls.ok()) << calls.error().message;
    auto result = RunSequential(pass_ctx, *calls, *module);
    EXPECT_TRUE(result.ok()) << result.error().message;
    return *result;
  }
  std::string RunOn(const EngineSpec& engine, const Module& module) {
    auto loaded = engine.load(ctx_, module, {});
    EXPECT_TRUE(loaded.ok()) << loaded.error().message;
    std::vector<Value> args{FloatsValue({3}, {1, 2, 3}), FloatsValue({3}, {4, -1, 20})};
    return RunText((*loaded)->Run("main", args));
  }
  Context ctx_;
};

TEST_F(ExternalFunctionsTest, EveryEngineEvaluatesThem) {
  Module external = After(kCodegen);
  ASSERT_EQ(ExternalModules(external).size(), 1u);
  EXPECT_EQ(external.entries.size(), 1u);
  std::string want = RunOn(kRelaxReference, After(""));
  EXPECT_EQ(want, "float32[3] 5 2 69");
  EXPECT_EQ(RunOn(kRelaxReference, external), want);
  Module lowered = After(fmt::format("{},default", kCodegen));
  EXPECT_EQ(RunOn(kTirReference, lowered), want);
  // By way of the saved form.
  EXPECT_EQ(RunOn(kVm, lowered), want);
}

TEST_F(ExternalFunctionsTest, WhatDoesNotFit) {
  Module external = After(kCodegen);
  std::vector<std::string_view> texts = ExternalModules(external);
  texts.push_back("no module at all");
  ExternalFunctions functions(texts, {});
  Meter meter({});
  constexpr std::string_view kSymbol = "fused_relax_add_relax_multiply_assay";
  Value x = FloatsValue({2}, {1, 2}), out = FloatsValue({2}, {0, 0}), wide = FloatsValue({3}, {0, 0, 0});
  EXPECT_FALSE(functions.Call("nothing", std::vector{x, x, out}, meter).has_value());
  ASSERT_TRUE(functions.Call(kSymbol, std::vector{x, x, out}, meter).has_value());
  EXPECT_EQ(RunText(*functions.Call(kSymbol, std::vector{x, x, out}, meter)), "null");
  EXPECT_EQ(ValueText(out), "float32[2] 2 8");
  EXPECT_EQ(RunText(*functions.Call(kSymbol, std::vector{x, x, wide}, meter)), "trap argument");
  EXPECT_EQ(RunText(*functions.Call(kSymbol, std::vector{x, x}, meter)), "trap argument");
  EXPECT_EQ(RunText(*functions.Call(kSymbol, std::vector{x}, meter)), "trap argument");
  Meter spent({.steps = 2});
  EXPECT_TRUE(std::holds_alternative<OutOfBudget>(*functions.Call(kSymbol, std::vector{x, x, out}, spent)));
}

}  // namespace
}  // namespace assay
