#include "cli/trace.h"

#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr const char* kModule = R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((2,), dtype="float32") = R.exp(x)
            z: R.Tensor((2,), dtype="float32") = R.negative(y)
            R.output(z)
        return z
)";

TEST(TraceTest, TheEntryReturnsAllItBinds) {
  Context ctx;
  auto module = ParseModule(ctx, "m.py", kModule);
  ASSERT_TRUE(module.ok());
  auto traced = TraceEntry(ctx, *module, "main", 3);
  ASSERT_TRUE(traced.ok());
  EXPECT_EQ(traced->names, (std::vector<std::string>{"y", "z", "return"}));
  EXPECT_TRUE(IsWellFormed(ctx, traced->module));
}

TEST(TraceTest, KeepsAsManyBindingsAsAsked) {
  Context ctx;
  auto module = ParseModule(ctx, "m.py", kModule);
  ASSERT_TRUE(module.ok());
  auto traced = TraceEntry(ctx, *module, "main", 1);
  ASSERT_TRUE(traced.ok());
  EXPECT_EQ(traced->names, (std::vector<std::string>{"y"}));
  EXPECT_TRUE(IsWellFormed(ctx, traced->module));
  EXPECT_FALSE(TraceEntry(ctx, *module, "other", 1).ok());
}

}  // namespace
}  // namespace assay
