// Outputs are handed over behind whatever may still write them, where memory is written out.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/pass.h"

namespace assay {
namespace {

// The statements of the function behind the pass, from the first that hands something over or writes on.
std::string Behind(std::string_view body, std::string_view result) {
  Context ctx;
  std::string text = fmt::format(R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def twice(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        y[0] = x[0] * T.float32(2)

    @R.function(pure=False)
    def main(x: R.Tensor((1,), dtype="float32"), c: R.Tensor((), dtype="bool")):
        cls = Module
        a: R.Tensor((1,), dtype="float32") = R.builtin.alloc_tensor(R.shape([1]), R.dtype("float32"), 0, R.str("global"))
{}        return {}
)",
                                 body, result);
  auto module = ParseModule(ctx, "lazy.py", text);
  EXPECT_TRUE(module.ok()) << module.error().message;
  if (!module.ok()) return "";
  PassContext pass_ctx(ctx);
  Result<Module> after = RunPass(pass_ctx, {FindPass("LazySetOutput"), {}}, *module);
  EXPECT_TRUE(after.ok());
  std::string printed = after.ok() ? PrintModule(*after) : "";
  size_t at = printed.find("a: R.Tensor");
  return at == std::string::npos ? printed : printed.substr(printed.find('\n', at) + 1);
}

TEST(LazySetOutputTest, WhatIsWrittenLaterIsHandedOverBehindThat) {
  constexpr std::string_view kReturn = "        return R.tuple()";
  for (std::string_view write : {"cls.twice(x, a)\n", "R.vm.call_tir_dyn(cls.twice, (x, a, R.shape([])))\n"}) {
    std::string once = fmt::format("        {}", write);
    EXPECT_EQ(Behind(once, "a"), once + "        fset_output(0, a)\n" + std::string(kReturn)) << write;
    EXPECT_EQ(Behind(once + once, "a"), once + once + "        fset_output(0, a)\n" + std::string(kReturn)) << write;
    // A kernel that is given a parameter may write that as well.
    EXPECT_EQ(Behind(once, "(x, a)"),
              once + "        fset_output(0, x)\n        fset_output(1, a)\n" + std::string(kReturn))
        << write;
  }
}

TEST(LazySetOutputTest, WhatNothingWritesIsHandedOverAtOnce) {
  EXPECT_EQ(Behind("        b: R.Tensor((1,), dtype=\"float32\") = R.negative(x)\n", "a"),
            "        fset_output(0, a)\n        b: R.Tensor((1,), dtype=\"float32\") = R.negative(x)\n        return "
            "R.tuple()");
}

// A size is bound by types alone.
TEST(LazySetOutputTest, SizesAreHandedOverAtTheEnd) {
  Context ctx;
  auto module = ParseModule(ctx, "lazy.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), dtype="float32")):
        n = T.int64()
        y = R.negative(x)
        return (n, y, n)
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  PassContext pass_ctx(ctx);
  Result<Module> after = RunPass(pass_ctx, {FindPass("LazySetOutput"), {}}, *module);
  ASSERT_TRUE(after.ok());
  std::string printed = PrintModule(*after);
  EXPECT_NE(printed.find("fset_output(1, y)\n        fset_output(0, n)\n        fset_output(2, n)\n"),
            std::string::npos)
      << printed;
}

}  // namespace
}  // namespace assay
