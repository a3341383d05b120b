// Each row of told.def: what its pass makes is as it was told, and what it makes of other options is not.
#include "passes/told.h"

#include <set>

#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/options.h"

namespace assay {
namespace {

constexpr std::string_view kHead =
    "from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tirx as T\n\n"
    "@I.ir_module\nclass Module:\n";

constexpr std::string_view kTwo = R"(
    @R.function
    def main(x: R.Tensor((2, 2), "float32"), w: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.nn.relu(a)
            t = (b, b)
            u = (b, b)
            c = R.add(t[0], u[1])
            R.output(c)
        return c

    @R.function
    def other(x: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
        with R.dataflow():
            a = R.exp(x)
            R.output(a)
        return a

    @R.function(private=True)
    def unused(x: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
        with R.dataflow():
            a = R.exp(x)
            R.output(a)
        return a
)";
constexpr std::string_view kNorms = R"(
    @R.function
    def main(s: R.Tensor((2,), "int64")) -> R.Shape(ndim=2):
        a = R.tensor_to_shape(s)
        return a

    @R.function
    def other(s: R.Tensor((2,), "int64")) -> R.Shape(ndim=2):
        a = R.tensor_to_shape(s)
        return a
)";
constexpr std::string_view kSizes = R"(
    @R.function
    def main(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        return x

    @R.function
    def other(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        return x
)";
constexpr std::string_view kConstants = R"(
    @R.function
    def main(x: R.Tensor((), "float32")) -> R.Tensor((), "float32"):
        with R.dataflow():
            a = R.add(x, R.const(2.0, "float32"))
            b = R.nn.relu(a)
            R.output(b)
        return b
)";
constexpr std::string_view kKernels = R"(
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(2):
            with T.sblock("B"):
                vi = T.axis.spatial(2, i)
                B[vi] = A[vi]

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((2,), "float32"))
            b = R.call_tir(cls.kernel, (a,), out_ty=R.Tensor((2,), "float32"))
            R.output(b)
        return b
)";
constexpr std::string_view kLowered = R"(
    @R.function
    def main(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        R.func_attr({"relax.force_pure": True})
        return x
)";

struct Row {
  std::string_view told, module;
  // The call as it is told, and one that does something else.
  std::string_view call, otherwise;
};
constexpr Row kRows[] = {
    {"DecomposeOpsForInference func_name", kNorms, R"x(DecomposeOpsForInference{"func_name": "main"})x",
     "DecomposeOpsForInference"},
    {"DecomposeOpsForTraining func_name", kNorms, R"x(DecomposeOpsForTraining{"func_name": "main"})x",
     "DecomposeOpsForInference"},
    {"BindSymbolicVars func_name", kSizes, R"x(BindSymbolicVars{"func_name": "main", "binding_map": {"n": 2}})x",
     R"x(BindSymbolicVars{"binding_map": {"n": 2}})x"},
    {"BindParams func_name", kTwo, R"x(BindParams{"func_name": "main", "params": {"w": [[1, 2], [3, 4]]}})x",
     R"x(BindParams{"func_name": "other", "params": {"x": [[1, 2], [3, 4]]}})x"},
    {"BundleModelParams param_tuple_name", kTwo, R"x(BundleModelParams{"param_tuple_name": "x"})x",
     "BundleModelParams"},
    {"DeadCodeElimination entry_functions", kTwo, R"x(DeadCodeElimination{"entry_functions": ["unused"]})x",
     "DeadCodeElimination"},
    {"EliminateCommonSubexpr call_only", kTwo, R"x(EliminateCommonSubexpr{"call_only": true})x",
     "EliminateCommonSubexpr"},
    {"FuseOps fuse_opt_level", kKernels, R"x(FuseOps{"fuse_opt_level": 0})x", R"x(FuseOps{"fuse_opt_level": 2})x"},
    {"FuseOpsByPattern bind_constants", kConstants,
     R"x(FuseOpsByPattern{"patterns": [["c.x", "nn.relu(add(_, _))"]], "bind_constants": false})x",
     R"x(FuseOpsByPattern{"patterns": [["c.x", "nn.relu(add(_, _))"]]})x"},
    {"FuseOpsByPattern patterns", kTwo, R"x(FuseOpsByPattern{"patterns": [["c.x", "nn.relu(matmul(_, _))"]]})x",
     R"x(FuseOpsByPattern{"patterns": [["c.x", "nn.relu(_)"]]})x"},
    {"LegalizeOps skip_ops", kTwo, R"x(LegalizeOps{"skip_ops": ["relax.add"]})x", "LegalizeOps"},
    {"ToMixedPrecision out_dtype", kTwo, R"x(ToMixedPrecision{"out_dtype": "float16"})x", "ToMixedPrecision"},
    {"VMShapeLower emit_err_ctx", kLowered, R"x(VMShapeLower{"emit_err_ctx": false})x", "VMShapeLower"},
};

TEST(ToldTest, WhatOptionsTellIsLookedFor) {
  std::set<std::string_view> rows;
#define ASSAY_TOLD(pass, option, look) rows.insert(pass " " option);
#include "passes/told.def"
  for (const Row& row : kRows) {
    EXPECT_EQ(rows.erase(row.told), 1U) << row.told;
    Context ctx;
    Result<Module> module = ParseModule(ctx, "told.py", std::string(kHead) + std::string(row.module));
    ASSERT_TRUE(module.ok()) << row.told << ": " << module.error().message;
    PassContext pass_ctx(ctx);
    PassCall call = (*ParsePassList(ctx, row.call))[0], otherwise = (*ParsePassList(ctx, row.otherwise))[0];
    Result<Module> made = RunPass(pass_ctx, call, *module), other = RunPass(pass_ctx, otherwise, *module);
    ASSERT_TRUE(made.ok()) << row.told << ": " << made.error().message;
    ASSERT_TRUE(other.ok()) << row.told << ": " << other.error().message;
    EXPECT_TRUE(CanBeTold(*call.pass)) << row.told;
    EXPECT_EQ(NotAsTold(ctx, call, *module, *made), "") << row.told;
    EXPECT_NE(NotAsTold(ctx, call, *module, *other), "") << row.told;
  }
  EXPECT_TRUE(rows.empty()) << *rows.begin() << " has no module here";
}

// A composite function that was there is none that the pass made, though it puts it into one for a compiler.
TEST(ToldTest, WhatWasGivenIsNotWhatOptionsTell) {
  constexpr std::string_view kGiven = R"(
    @R.function(private=True)
    def helper(x0: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.func_attr({"Composite": "c.given", "Primitive": True})
        y = R.add(x0, R.const([1, 2], "float32"))
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.nn.relu(x)
            b = cls.helper(a)
            R.output(b)
        return b
)";
  for (const char* told :
       {R"x(FuseOpsByPattern{"patterns": [["c.x", "nn.relu(_)"]], "bind_constants": false, "annotate_codegen": true})x",
        R"x(FuseOpsByPattern{"patterns": [["c.x", "nn.relu(_)"]], "bind_constants": false})x"}) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "told.py", std::string(kHead) + std::string(kGiven));
    ASSERT_TRUE(module.ok()) << module.error().message;
    PassContext pass_ctx(ctx);
    PassCall call = (*ParsePassList(ctx, told))[0];
    Result<Module> made = RunPass(pass_ctx, call, *module);
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_EQ(NotAsTold(ctx, call, *module, *made), "") << told << PrintModule(*made);
  }
}

}  // namespace
}  // namespace assay
