// Sizes that are scalar parameters, through every pass: whatever makes functions of parts of others gives them all the
// names that they speak of, and what it makes is what its text says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "passes/pass.h"

namespace assay {
namespace {

// Helpers of a module, and what its function `main` of n, m and x does in its dataflow block.
struct Program {
  std::string_view what, helpers, body;
};

constexpr std::string_view kKernel = R"(
    @T.prim_func(private=True)
    def fill(x: T.handle, m: T.int64, out: T.Buffer((T.int64(2) * m, T.int64(1)), "float32")):
        r = T.int64()
        X = T.match_buffer(x, (r, T.int64(1)))
        for i in range(T.int64(2) * m):
            out[i, T.int64(0)] = X[i, T.int64(0)] + T.Cast("float32", m)
)";
constexpr std::string_view kComposite = R"(
    @R.function(private=True)
    def helper(k: T.int64, l: T.int64, y: R.Tensor((k * l, k), dtype="float32")) -> R.Tensor((k * l, k), dtype="float32"):
        R.func_attr({"Composite": "assay.fused"})
        z: R.Tensor((k * l, k), dtype="float32") = R.negative(y)
        return z
)";
constexpr std::string_view kPrimitive = R"(
    @R.function(private=True)
    def helper(k: T.int64, l: T.int64, y: R.Tensor((k * l, k), dtype="float32")) -> R.Tensor((k * l, k), dtype="float32"):
        R.func_attr({"Primitive": True})
        with R.dataflow():
            z: R.Tensor((k * l, k), dtype="float32") = R.negative(y)
            R.output(z)
        return z
)";
constexpr Program kPrograms[] = {
    {"operators", "", R"(
            a: R.Tensor((2 * m, 1), dtype="float32") = R.negative(x)
            b: R.Tensor((2 * m, 1), dtype="float32") = R.add(a, x))"},
    {"a size made into a shape", "", R"(
            a: R.Tensor((m, n), dtype="float32") = R.zeros(R.shape([m, n]), dtype="float32")
            b: R.Tensor((2 * m, 1), dtype="float32") = R.exp(x))"},
    {"an argument of a kernel", kKernel, R"(
            a = R.call_tir(cls.fill, (x, m), out_ty=R.Tensor((2 * m, 1), dtype="float32"))
            b: R.Tensor((2 * m, 1), dtype="float32") = R.add(a, x))"},
    {"an argument beside a computed one", kKernel, R"(
            a = R.call_tir(cls.fill, (x, m), out_ty=R.Tensor((2 * m, 1), dtype="float32"))
            b = R.call_tir(cls.fill, (a, m + n), out_ty=R.Tensor((2 * m, 1), dtype="float32")))"},
    {"of a composite function, numbers", kComposite, R"(
            a: R.Tensor((2, 1), dtype="float32") = R.zeros(R.shape([2, 1]), dtype="float32")
            b: R.Tensor(dtype="float32", ndim=2) = cls.helper(1, 2, a))"},
    {"of a composite function, sizes", kComposite, R"(
            a: R.Tensor((n * m, n), dtype="float32") = R.zeros(R.shape([n * m, n]), dtype="float32")
            b: R.Tensor(dtype="float32", ndim=2) = cls.helper(n, m, a))"},
    {"of a primitive function", kPrimitive, R"(
            a: R.Tensor((n * m, n), dtype="float32") = R.zeros(R.shape([n * m, n]), dtype="float32")
            b: R.Tensor(dtype="float32", ndim=2) = cls.helper(n, m, a))"},
    {"of a local function", "", R"(
            @R.function
            def local(k: T.int64, l: T.int64, y: R.Tensor((k * l, k), dtype="float32")) -> R.Tensor((k * l, k), dtype="float32"):
                z: R.Tensor((k * l, k), dtype="float32") = R.negative(y)
                return z

            a: R.Tensor((n * m, n), dtype="float32") = R.zeros(R.shape([n * m, n]), dtype="float32")
            b: R.Tensor(dtype="float32", ndim=2) = local(n, m, a))"},
    {"both names of one size", "", R"(
            w = R.match_cast(x, R.Tensor((k, 1), dtype="float32"))
            a: R.Tensor((k, 1), dtype="float32") = R.negative(w)
            b: R.Tensor((2 * m, 1), dtype="float32") = R.exp(x))"},
};

std::string WhatIsWrong(Context& ctx, const Module& module) {
  DiagSink sink;
  CheckWellFormed(ctx, module, sink);
  return sink.diags().empty() ? "" : sink.diags()[0].message;
}

std::string TextOf(const Program& program) {
  return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tirx as T
from tvm.script import relax as R
@I.ir_module
class Module:{}
    @R.function
    def main(n: T.int64, m: T.int64, x: R.Tensor((2 * m, 1), dtype="float32")) -> R.Object:
        {}cls = Module
        with R.dataflow():{}
            R.output(b)
        return b
)",
                     program.helpers,
                     program.body.find("(k, 1)") == std::string_view::npos ? "" : "k = T.int64()\n        ",
                     program.body);
}

TEST(ScalarSizesTest, EveryPassNamesWhatItSpeaksOf) {
  int changed = 0;
  for (const Program& program : kPrograms) {
    for (const PassSpec* pass : AllPasses()) {
      SCOPED_TRACE(fmt::format("{}, {}", program.what, pass->name));
      Context ctx;
      Result<Module> module = ParseModule(ctx, "module.py", TextOf(program));
      ASSERT_TRUE(module.ok()) << module.error().message;
      ASSERT_EQ(WhatIsWrong(ctx, *module), "");
      PassContext pass_ctx(ctx);
      Result<Module> made = RunPass(pass_ctx, {pass, {}}, *module);
      if (!made.ok()) continue;
      changed += Equal(*made, *module) ? 0 : 1;
      std::string text = PrintModule(*made);
      EXPECT_EQ(WhatIsWrong(ctx, *made), "") << text;
      Result<Module> read = ParseModule(ctx, "made.py", text);
      EXPECT_TRUE(read.ok() && Equal(*made, *read)) << text;
    }
  }
  EXPECT_GE(changed, 50);
}

}  // namespace
}  // namespace assay
