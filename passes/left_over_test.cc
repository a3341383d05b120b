// Each row: a module in which something is left that a pass is there to take away, which the pass's row says, and of
// which nothing is left behind it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/left_over.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

struct Row {
  std::string_view pass, left, text;
};

constexpr Row kRows[] = {
    {"LowerOpaqueBlock", "a block", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i])
                A[i] = T.float32(1))"},
    {"ConvertBlocksToOpaque", "a block with iteration variables", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("b"):
                v = T.axis.spatial(8, i)
                T.reads()
                T.writes(A[v])
                A[v] = T.float32(1))"},
    {"LowerMatchBuffer", "a block that matches a region", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        with T.sblock("b"):
            T.reads()
            T.writes(A[2:6])
            B = T.match_buffer(A[2:6], (4,), "float32", offset_factor=1)
            B[1] = T.float32(1))"},
    {"LowerInitBlock", "a block with an init", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
        for i in range(8):
            with T.sblock("b"):
                k = T.axis.reduce(8, i)
                T.reads(A[k])
                T.writes(B[0])
                with T.init():
                    B[0] = T.float32(0)
                B[0] = B[0] + A[k])"},
    {"SkipAssert", "an assertion", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        assert n < 8, "n"
        A[0] = T.float32(1))"},
    {"RemoveAssume", "an assumption", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        T.evaluate(T.assume(n < 8))
        A[0] = T.float32(1))"},
    {"RewriteUnsafeSelect", "a T.Select that reads memory", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        A[0] = T.Select(n < 8, T.if_then_else(A[n] < T.float32(2), T.float32(1), T.float32(0)), T.float32(3)))"},
    {"LowerIntrin", "a division that rounds down", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), n: T.int32):
        A[0] = n // 3 + n % 5)"},
    {"RemoveStoreUndef", "a value that is not defined", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), n: T.int32):
        A[0] = T.undef() + n)"},
    {"SplitHostDevice", "a launch", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in range(2):
            with T.launch_thread("threadIdx.x", 4) as tx:
                A[i * 4 + tx] = tx)"},
    {"LambdaLift", "a local function", R"(
    @R.function
    def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
        @R.function
        def f(y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
            z: R.Tensor((2,), dtype="float32") = R.negative(y)
            return z

        w: R.Tensor((2,), dtype="float32") = f(x)
        return w)"},
};

TEST(LeftOverTest, PassesTakeAwayWhatTheySay) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.pass);
    Context ctx;
    std::string text = fmt::format(
        "from tvm.script import ir as I\nfrom tvm.script import tirx as T\nfrom tvm.script import relax as R\n"
        "@I.ir_module\nclass Module:{}\n",
        row.text);
    Result<Module> module = ParseModule(ctx, "left.py", text);
    ASSERT_TRUE(module.ok()) << module.error().message;
    const PassSpec* pass = FindPass(row.pass);
    ASSERT_TRUE(pass != nullptr);
    LeftOver left_in = LeftOverOf(*pass);
    ASSERT_TRUE(left_in != nullptr);
    EXPECT_EQ(left_in(*module), fmt::format("{} in main", row.left));
    PassContext pass_ctx(ctx);
    Result<Module> made = RunPass(pass_ctx, {pass, {}}, *module);
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_EQ(left_in(*made), "") << PrintModule(*made);
  }
}

TEST(LeftOverTest, BuiltinsAreNotCaptured) {
  constexpr std::string_view kText = R"(
from tvm.script import ir as I
from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function(private=True)
    def captured(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({{"relax.force_pure": True}})
        y: R.Tensor((4,), "float32") = R.call_packed("{}", x, ty_args=R.Tensor((4,), "float32"))
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({{"relax.force_pure": True}})
        cls = Module
        y: R.Tensor((4,), "float32") = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", ({}, (x,), R.prim_value(0)), ty_args=(R.Tensor((4,), "float32"),))
        return y
)";
  auto found = [&](std::string_view packed, std::string_view captured) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "captured.py", fmt::format(fmt::runtime(kText), packed, captured));
    EXPECT_TRUE(module.ok()) << module.error().message;
    return module.ok() ? NeverMadeBy(*FindPass("RewriteCUDAGraph"))(*module) : "";
  };
  EXPECT_EQ(found("vm.builtin.copy", "cls.captured"), "a call of vm.builtin.copy in captured");
  EXPECT_EQ(found("my.launch", "cls.captured"), "");
  EXPECT_EQ(found("vm.builtin.copy", "x"), "");
}

// What an attribute says by a map is no code.
TEST(LeftOverTest, AttributesAreNotLookedInto) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "left.py", R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "int32")):
        for i in T.serial(8, annotations={"note": T.index_map(lambda i0: (i0 // 4,))}):
            A[i] = 1
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  EXPECT_EQ(left_over::FloorDivisions(*module), "");
}

}  // namespace
}  // namespace assay
