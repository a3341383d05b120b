// Kernels that TVM legalised call its C library where they sort boxes by score (tvm.contrib.sort.argsort_nms); here
// loops take the call's place, so that every engine runs them. Tested by llvm/expand_sort_calls_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module with an insertion sort in place of each `T.call_packed("tvm.contrib.sort.argsort_nms", scores, counts,
// order, 1, is_ascend)` on tensors of two dimensions that are buffers of the kernel: order[b, k] is the index of the
// k-th of the first counts[b] scores of row b, equal ones in their order, and k behind them.
Module ExpandSortCalls(Context& ctx, const Module& module);

}  // namespace assay
