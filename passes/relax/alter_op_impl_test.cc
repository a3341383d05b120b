// Sampled implementations stand in for kernels that do the same: another kernel that goes by the operator's name may
// not.
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

}  // namespace
}  // namespace assay
