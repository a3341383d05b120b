#include "cli/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "passes/pass.h"

namespace assay {
namespace {

constexpr std::string_view kModule = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        a = R.exp(x)
        b = R.add(a, a)
        return b
)";

std::vector<std::string> After(std::string_view passes) {
  Context ctx;
  auto module = ParseModule(ctx, "m.py", std::string(kModule));
  PassContext pass_ctx(ctx);
  auto result = RunSequential(pass_ctx, *ParsePassList(ctx, passes), *module);
  EXPECT_TRUE(result.ok()) << result.error().message;
  return result.ok() ? ChangesOf(*module, *result) : std::vector<std::string>{};
}

TEST(ChangesTest, CountsFunctionsAndOperators) {
  EXPECT_THAT(After("LegalizeOps"), testing::ElementsAre("functions: added add, tir_exp; changed main",
                                                         "operators: add 1 -> 0, call_tir 0 -> 2, exp 1 -> 0"));
  EXPECT_THAT(After("ConvertToDataflow"), testing::ElementsAre("functions: changed main"));
}
TEST(ChangesTest, NothingIsNothing) { EXPECT_THAT(After("LambdaLift"), testing::IsEmpty()); }

}  // namespace
}  // namespace assay
