// When runs share the caller's tensors and when they work on copies; whichever it is, the caller's stay as they are.
#include "vm/bytecode/input_writes.h"

#include "vm/bytecode/executable.h"
#include "vm/llvm/engines.h"
#include "vm/llvm/llvm_kernels.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kKernels = R"(
    @T.prim_func(private=True, s_tir=True)
    def bump(A: T.Buffer((3,), "int32"), B: T.Buffer((3,), "int32")):
        for i in range(3):
            B[i] = B[i] + A[i]
)";

constexpr const char* kMain = R"(
    @R.function
    def main(x: R.Tensor((3,), "int32"), y: R.Tensor((3,), "int32")) -> R.Tensor((3,), "int32"):
        cls = Module
)";

// Of a module whose main has this body.
bool MayWrite(std::string_view body) {
  Script script(fmt::format("{}{}{}", kKernels, kMain, body));
  Module lowered = script.Lowered();
  auto kernels = MakeLlvmKernels(KernelsOf(script.ctx, lowered));
  auto image = EmitVm(script.ctx, lowered);
  EXPECT_TRUE(kernels.ok() && image.ok());
  bool may_write = MayWriteInputs(*image, **kernels);
  for (const char* engine : {"vm-llvm", "vm-compiled"}) {
    auto loaded = FindEngine(engine)->load(script.ctx, lowered, {});
    EXPECT_TRUE(loaded.ok());
    std::vector<Value> args{IntsValue({3}, {1, 2, 3}), IntsValue({3}, {4, 5, 6})};
    Outcome outcome = (*loaded)->Run("main", args);
    EXPECT_TRUE(std::holds_alternative<Value>(outcome)) << RunText(outcome);
    EXPECT_EQ(ValueText(args[0]) + ValueText(args[1]), "int32[3] 1 2 3int32[3] 4 5 6") << engine;
    const auto* result = std::holds_alternative<Value>(outcome) ? std::get<Value>(outcome).As<TensorValue>() : nullptr;
    if (may_write && result != nullptr) EXPECT_NE(result->tensor.data(), args[0].As<TensorValue>()->tensor.data());
  }
  return may_write;
}

TEST(InputWritesTest, WhatIsAllocatedIsTheRunsOwn) {
  EXPECT_FALSE(MayWrite("        return R.add(R.multiply(x, y), x)\n"));
  EXPECT_FALSE(MayWrite("        return x\n"));
  std::string inplace =
      "        z = R.add(x, y)\n        w = R.call_tir_inplace(cls.bump, (x, z), inplace_indices=[1], "
      "out_ty=R.Tensor((3,), \"int32\"))\n        return w\n";
  EXPECT_FALSE(MayWrite(inplace));
}

TEST(InputWritesTest, CallsThatMayWriteInputs) {
  std::string inplace =
      "        w = R.call_tir_inplace(cls.bump, (x, y), inplace_indices=[1], "
      "out_ty=R.Tensor((3,), \"int32\"))\n        return w\n";
  EXPECT_TRUE(MayWrite(inplace));
  std::string packed =
      "        w = R.call_dps_packed(\"test.add_dps\", (x, y), out_ty=R.Tensor((3,), \"int32\"))\n        return w\n";
  EXPECT_TRUE(MayWrite(packed));
  std::string branch =
      "        z = R.add(x, y)\n        if R.const(True, \"bool\"):\n            w = z\n        else:\n"
      "            w = y\n        v = R.call_tir_inplace(cls.bump, (x, w), inplace_indices=[1], "
      "out_ty=R.Tensor((3,), \"int32\"))\n        return v\n";
  EXPECT_TRUE(MayWrite(branch));
}

}  // namespace
}  // namespace assay
