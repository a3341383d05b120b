// Kernels that SplitHostDevice has taken out of functions are launched by their names: `T.call_packed("main_kernel",
// …)`, and `T.call_ffi_kernel` in TVM 0.27. Engines have no launches apart from the kernel's own; they call the kernel.
// Tested by llvm/expand_launches_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module with a call of the kernel, with its own arguments, in place of each launch by name of what the module has
// for devices (calling_conv 2).
Module ExpandLaunches(Context& ctx, const Module& module);

}  // namespace assay
