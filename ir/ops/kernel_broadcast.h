// How kernels broadcast: an extent of 1 stands for any place, also one that the run alone shows to be 1, where TVM's
// kernels read behind it. Only extents that are neither numbers nor proven equal are looked at when the kernel runs.
// Tested by kernel_broadcast_test.cc.
#pragma once

#include "ir/ops/kernel.h"

namespace assay {

// The place along `axis` of x, which is broadcast to `extent`, for place `i` of the result.
Term BroadcastPlace(const KernelBuffer& x, int axis, const Term& extent, const Term& i);
// The position in x, which is broadcast at its last dimensions to `dims`, for position `at` of the result.
Terms BroadcastIndex(const KernelBuffer& x, const Terms& at, const Terms& dims);
// The extent that two of operands broadcast to.
Term BroadcastExtent(const Term& a, const Term& b);

}  // namespace assay
