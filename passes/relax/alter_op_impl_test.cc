// Sampled implementations stand in for kernels that do the same: another kernel that goes by the operator's name may
// not.
#include <set>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "ir/support/byte_source.h"
#include "ir/text/parse.h"
#include "passes/pass.h"

namespace assay {
namespace {

bool Samples(std::string_view second) {
  Context ctx;
  std::string text =
      "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n";
  for (std::string_view value : {std::string_view("T.float32(1)"), second}) {
    text += fmt::format(R"(    @T.prim_func({1}s_tir=True)
    def kernel{0}(B: T.Buffer((4,), "float32")):
        T.func_attr({{"operator_name": "assay.kernel"}})
        for i in range(4):
            with T.sblock("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = {2}

)",
                        text.size(), text.find("kernel") == std::string::npos ? "" : "private=True, ", value);
  }
  auto module = ParseModule(ctx, "kernels.py", text);
  EXPECT_TRUE(module.ok()) << module.error().message;
  ByteSource bytes = ByteSource::FromSeed(1);
  PassOptions options;
  return module.ok() && FindPass("AlterOpImpl")->sample_options(ctx, *module, bytes, options);
}

TEST(AlterOpImplTest, KernelsOfOneOperatorThatDifferAreNotSampled) {
  EXPECT_TRUE(Samples("T.float32(1)"));
  EXPECT_FALSE(Samples("T.float32(2)"));
}

// What is sampled runs, and its maps move elements: axes change places and are split.
TEST(AlterOpImplTest, SampledKernelsTakeOtherOrders) {
  Context ctx;
  auto module = ParseModule(ctx, "kernel.py", R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def kernel(A: T.Buffer((4, 3), "float32"), B: T.Buffer((3, 4), "float32")):
        T.func_attr({"operator_name": "assay.kernel"})
        for i, j in T.grid(3, 4):
            with T.sblock("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vj, vi])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vj, vi]

    @R.function
    def main(x: R.Tensor((4, 3), "float32")) -> R.Tensor((3, 4), "float32"):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.kernel, (x,), out_ty=R.Tensor((3, 4), "float32"))
            R.output(y)
        return y
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  std::set<std::string> maps;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    ByteSource bytes = ByteSource::FromSeed(seed);
    PassContext pass_ctx(ctx);
    PassCall call{FindPass("AlterOpImpl"), {}};
    ASSERT_TRUE(call.pass->sample_options(ctx, *module, bytes, call.options));
    Result<Module> made = RunPass(pass_ctx, call, *module);
    ASSERT_TRUE(made.ok()) << seed << ": " << made.error().message;
    const auto* transforms = As<AttrDict>(call.options.at("op_buffer_transforms"));
    for (const Attr* list : transforms->values) {
      for (const Attr* map : As<AttrList>(list)->items) {
        if (const auto* text = As<AttrString>(map)) maps.insert(text->value.str());
      }
    }
  }
  for (std::string_view map : {"lambda i0, i1: (i1, i0, )", "lambda i0, i1: (i0 % 2, i1, i0 // 2, )"})
    EXPECT_TRUE(maps.contains(std::string(map))) << map;
}

}  // namespace
}  // namespace assay
