// Kernels as machine code: every PrimFunc of a module compiled by LLVM, with results and traps equal to the
// reference interpreter's (vm/reference/tir_eval.h) to the bit at every level. Reading what was never written gives
// poison instead of a trap. Tensors lie between guard pages while code runs (guarded_copy.h), and a signal in it is a
// Trap kSignal with the place. Tested by llvm_kernels_test.cc.
#pragma once

#include "vm/kernel.h"

namespace assay {

struct LlvmOptions {
  // 0 to 3. 0 compiles fastest.
  int opt_level = 0;
  // How many threads share the iterations of parallel loops, where these are apart; one also makes the simplest code.
  int threads = 1;
  // Leaves out the checks of indices, which makes code that strays: for tests of the guards.
  bool unchecked = false;
  // For kernels from a file: what LLVM's verifier refuses is a Diag kCorrupt, not a broken promise.
  bool verify = false;
};

// Diag kUnsupported or kTooLarge, with name and place, for a PrimFunc that cannot be compiled. The module's Context
// must outlive the library. Machine code is freed with the library.
Result<std::unique_ptr<KernelLibrary>> MakeLlvmKernels(const Module& module, const LlvmOptions& options = {});
// What `verify` asks, alone: makes no machine code.
Status VerifyLlvmKernels(const Module& module, const LlvmOptions& options);

}  // namespace assay
