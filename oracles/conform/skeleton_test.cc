#include "oracles/conform/skeleton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"

namespace assay {
namespace {

using testing::HasSubstr;

std::string ModuleText(const std::string& dtype, const std::string& body, const std::string& out) {
  return R"(
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(x: T.Buffer((T.int64(4),), ")" +
         dtype + R"("), y: T.Buffer((T.int64(4),), ")" + dtype + R"(")):
        for i in range(T.int64(4)):
            with T.sblock("b"):
                v = T.axis.spatial(T.int64(4), i)
                y[v] = )" +
         body + R"(

    @R.function
    def main(x: R.Tensor((4,), dtype=")" +
         dtype + R"(")) -> R.Tensor((4,), dtype=")" + dtype + R"("):
        cls = Module
        )" +
         out + R"( = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((4,), dtype=")" + dtype + R"("))
        return )" +
         out + "\n";
}

std::optional<std::string> Difference(const std::string& a, const std::string& b) {
  Context ctx;
  auto left = ParseModule(ctx, "a.py", a), right = ParseModule(ctx, "b.py", b);
  if (!left.ok() || !right.ok()) return "unreadable: " + (left.ok() ? right : left).error().message;
  return SkeletonDifference(*left, *right);
}

TEST(SkeletonTest, BodiesOfKernelsAndNamesOfVariablesMayDiffer) {
  EXPECT_EQ(Difference(ModuleText("float32", "x[v]", "a"), ModuleText("float32", "x[v] + x[v]", "b")), std::nullopt);
}

TEST(SkeletonTest, ParametersOfKernelsMayNot) {
  std::string as_float = ModuleText("float32", "x[v]", "a"), as_int = ModuleText("int32", "x[v]", "a");
  ASSERT_TRUE(Difference(as_float, as_int).has_value());
  EXPECT_THAT(*Difference(as_float, as_int), HasSubstr("float32[4"));
}

TEST(SkeletonTest, FunctionsMustBeThere) {
  std::string whole = ModuleText("float32", "x[v]", "a");
  std::string alone =
      "@I.ir_module\nclass Module:\n" +
      whole.substr(whole.find("    @T.prim_func"), whole.find("    @R.function") - whole.find("    @T.prim_func"));
  EXPECT_THAT(Difference(whole, alone).value_or(""), HasSubstr("main"));
  EXPECT_THAT(Difference(alone, whole).value_or(""), HasSubstr("main is missing"));
}

}  // namespace
}  // namespace assay
