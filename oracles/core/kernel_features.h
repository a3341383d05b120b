// What sets a kernel apart from others, whatever its names, sizes and dtypes are: kinds of statements and expressions,
// kinds of loops, annotations. For signatures of kernels that are built wrong. Tested by kernel_features_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace assay {

// Sorted and without repeats: "For unrolled", "Ramp", "annotation pragma_unroll". Without what every kernel has, unless
// the module's kernels have nothing else; empty when the module has none.
std::vector<std::string> KernelFeatures(const Module& module);

}  // namespace assay
