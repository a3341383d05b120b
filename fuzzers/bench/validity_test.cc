// Generated modules are well-formed and compile; what is ill-formed, and what is called bad input, is a failure.
#include "fuzzers/bench/validity.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

// The figure of record is that of `assay bench validity`.
TEST(ValidityTest, GeneratedModulesCompile) {
  ValidityResult result = MeasureValidity({.modules = 200, .seed = 7});
  EXPECT_EQ(result.modules, 200u);
  EXPECT_EQ(result.well_formed, 200u);
  EXPECT_GE(result.compiled, 190u);
  EXPECT_GT(result.machine_code, 5u);
  EXPECT_TRUE(result.failures.empty());
  uint64_t refused = 0;
  for (const auto& [why, count] : result.refusals) refused += count;
  EXPECT_EQ(result.compiled + refused, 200u);
}

ValidityResult Judged(const char* text) {
  Context ctx;
  auto module = ParseModule(ctx, "case.py", text);
  ValidityResult result;
  EXPECT_TRUE(module.ok());
  if (module.ok()) JudgeValidity(ctx, *module, 1, false, result);
  return result;
}

TEST(ValidityTest, AnIllFormedModuleIsAFailure) {
  ValidityResult result = Judged(R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.func_attr({"global_symbol": "other"})
        return x
)");
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures[0].kind, "ill_formed");
  EXPECT_EQ(result.well_formed, 0u);
}

TEST(ValidityTest, ARefusalHasAReason) {
  ValidityResult result = Judged(R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor) -> R.Tensor:
        y = R.exp(x)
        return y
)");
  EXPECT_EQ(result.well_formed, 1u);
  EXPECT_EQ(result.refusals.size(), 1u);
  EXPECT_TRUE(result.failures.empty());
}

}  // namespace
}  // namespace assay
