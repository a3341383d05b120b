// The same kernels are compiled once for each way to compile them, whoever made their nodes; others are not.
#include "vm/llvm/compiled_kernels.h"

#include <gtest/gtest.h>

#include "vm/llvm/agreement.h"

namespace assay {
namespace {

constexpr const char* kKernel = R"(
    @T.prim_func
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in T.serial(4):
            B[i] = A[i] + T.float32(1)
)";
constexpr const char* kOther = R"(
    @T.prim_func
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in T.serial(4):
            B[i] = A[i] + T.float32(2)
)";

double FirstOf(KernelLibrary& library) {
  std::vector<Value> args{F32({4}), F32({4})};
  double before = args[0].As<TensorValue>()->tensor.At(0).AsDouble();
  Meter meter{Budget{}};
  library.Find("main")->Run(args, 1, meter);
  return args[1].As<TensorValue>()->tensor.At(0).AsDouble() - before;
}

TEST(CompiledKernelsTest, TheSameKernelsAreCompiledOnce) {
  KernelScript one(kKernel), again(kKernel);
  CompiledKernels compiled;
  auto first = compiled.Make(one.module, {}), second = compiled.Make(again.module, {.verify = true});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(compiled.size(), 1u);
  EXPECT_EQ((*first)->Find("main"), (*second)->Find("main"));
  first->reset();
  EXPECT_EQ(FirstOf(**second), 1);
}

TEST(CompiledKernelsTest, OthersAndOtherLevelsAreCompiledForThemselves) {
  KernelScript one(kKernel), other(kOther);
  CompiledKernels compiled;
  auto first = compiled.Make(one.module, {}), second = compiled.Make(other.module, {}),
       faster = compiled.Make(one.module, {.opt_level = 2});
  ASSERT_TRUE(first.ok() && second.ok() && faster.ok());
  EXPECT_EQ(compiled.size(), 3u);
  EXPECT_EQ(FirstOf(**first), 1);
  EXPECT_EQ(FirstOf(**second), 2);
  EXPECT_EQ(FirstOf(**faster), 1);
}

}  // namespace
}  // namespace assay
