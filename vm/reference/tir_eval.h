// The reference interpreter: kernels by compiled programs (tir_program.h) on a small machine that checks what machine
// code cannot: every index against its own axis, reads before writes, views after their memory. Tested by
// tir_eval_test.cc.
#pragma once

#include "vm/reference/tir_program.h"

namespace assay {

// Kernels of every PrimFunc of the module. Functions that cannot be evaluated yield a Diag kUnsupported only when
// `strict`; otherwise calling them is Refused.
Result<std::unique_ptr<KernelLibrary>> MakeReferenceKernels(const Module& module, bool strict,
                                                            const TirOptions& options = {});
// One kernel alone.
Result<std::unique_ptr<Kernel>> MakeReferenceKernel(const Module& module, const PrimFunc& func,
                                                    const TirOptions& options = {},
                                                    const StorageShadow* shadow = nullptr);

}  // namespace assay
