// Kernels that run on a device and are launched by their names, as SplitHostDevice leaves them. Tested by
// vm/llvm/expand_launches_test.cc and testdata/attach_global_symbol.
#pragma once

#include "ir/module.h"

namespace assay {

// TVM's CallingConv::kDeviceKernelLaunch, which such a kernel says of itself.
inline constexpr std::string_view kCallingConv = "calling_conv";
inline constexpr int64_t kDeviceKernelLaunch = 2;

bool IsDeviceKernel(const Expr* func);
// The kernel of the module that a call launches, by `T.call_packed` or `T.call_ffi_kernel`; null for any other call.
const ModuleEntry* LaunchedKernel(const Module& module, const Call& call);

}  // namespace assay
