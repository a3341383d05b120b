// Compiled kernels as text: the kernels' own names, and nothing that could round differently.
#include "vm/llvm/listing.h"

#include <gmock/gmock.h>

#include "vm/run_script.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kKernel = R"(
    @T.prim_func(s_tir=True)
    def scale(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] * T.float32(2) + T.float32(1)
)";

std::string Listed(const Script& script, int opt_level, KernelForm form) {
  Result<std::string> listed = ListKernels(script.module, opt_level, form);
  EXPECT_TRUE(listed.ok());
  return listed.ok() ? *listed : std::string();
}

TEST(ListingTest, FormsOfOneKernel) {
  Script script(kKernel);
  for (int opt_level : {0, 1, 2, 3}) {
    std::string llvm = Listed(script, opt_level, KernelForm::kLlvm);
    EXPECT_THAT(llvm, HasSubstr("i32 @scale("));
    EXPECT_THAT(llvm, Not(HasSubstr("fmuladd")));
    std::string assembly = Listed(script, opt_level, KernelForm::kAssembly);
    EXPECT_THAT(assembly, HasSubstr("scale:\n"));
    EXPECT_THAT(assembly, Not(HasSubstr("vfmadd")));
    EXPECT_THAT(Listed(script, opt_level, KernelForm::kObject), StartsWith("\x7f"
                                                                           "ELF"));
  }
}

TEST(ListingTest, WhatCannotBeCompiledIsNamed) {
  Script script(R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "int32")):
        A[0] = T.call_extern("int32", "getpid")
)");
  Result<std::string> listed = ListKernels(script.module, 0, KernelForm::kLlvm);
  ASSERT_FALSE(listed.ok());
  EXPECT_EQ(listed.error().kind, DiagKind::kUnsupported);
}

}  // namespace
}  // namespace assay
