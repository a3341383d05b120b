// The code of kernels at O0 is, byte for byte, what LLVM makes with all of its passes.
#include "vm/llvm/needed_passes.h"

#include <gtest/gtest.h>

#include <string>

#include "vm/llvm/emit.h"
#include "vm/llvm/jit.h"
#include "vm/llvm/listing.h"
#include "vm/run_script.h"

namespace assay {
namespace {

struct NeededCase {
  const char* name;
  const char* text;
};

constexpr NeededCase kCases[] = {
    {"floats of every width", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((9, 7), "float32"), B: T.Buffer((9, 7), "float16"), C: T.Buffer((9,), "float64")):
        X = T.alloc_buffer((9, 7))
        for i, j in T.grid(9, 7):
            X[i, j] = T.exp(A[i, j]) + T.Cast("float32", B[i, j]) * T.float32(0.5)
        for i, k in T.grid(9, 7):
            with T.sblock("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float64(0)
                C[vi] = T.max(C[vi], T.Cast("float64", X[vi, vk]))
)"},
    {"integers that trap", R"(
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "uint64"), C: T.Buffer((8,), "int8"), n: T.int32):
        for i in range(n):
            if A[i] > 3 and C[i] < T.int8(0):
                C[i] = T.Cast("int8", T.truncdiv(A[i], n - i))
            else:
                B[i] = T.shift_left(B[i], T.uint64(3)) // T.Cast("uint64", A[i])
)"},
    {"loops that are left, vectors and calls", R"(
    @T.prim_func(private=True, s_tir=True)
    def twice(p: T.handle("float32"), n: T.int32):
        X = T.decl_buffer((n,), "float32", data=p)
        for i in range(n):
            X[i] = X[i] + X[i]

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        i = T.alloc_buffer((1,), "int32")
        i[0] = 0
        while i[0] < 4:
            B[T.Ramp(i[0] * 4, 1, 4)] = A[T.Ramp(i[0] * 4, 1, 4)] * T.Broadcast(T.float32(2), 4)
            i[0] = i[0] + 1
        Module.twice(B.data, 16)
)"},
};

void Emit(const Script& script, llvm::Module& code) {
  EmitOptions options;
  options.functions = script.module;
  auto signature = KernelSignature::Make(*As<PrimFunc>(script.module.Find("main")));
  ASSERT_TRUE(signature.ok());
  auto plan = KernelEmitter(code, *signature, options).Emit("main");
  ASSERT_TRUE(plan.ok()) << plan.error().message;
}

TEST(NeededPassesTest, CodeIsThatOfAllPasses) {
  for (const NeededCase& c : kCases) {
    Script script(c.text);
    llvm::LLVMContext one, other;
    auto code = NewJitModule(one, 0), same = NewJitModule(other, 0);
    Emit(script, *code);
    Emit(script, *same);
    EXPECT_EQ(JitListing(*code, 0, KernelForm::kObject), ObjectByAllPasses(*same, 0)) << c.name;
  }
}

TEST(NeededPassesTest, WhatMakesTheCodeIsNeeded) {
  EXPECT_TRUE(IsNeedless("Insert XRay ops"));
  EXPECT_FALSE(IsNeedless("Fast Register Allocator"));
  EXPECT_FALSE(IsNeedless("a pass that nobody has seen"));
}

}  // namespace
}  // namespace assay
