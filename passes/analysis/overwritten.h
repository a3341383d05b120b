// Which variables of a function hold tensors that kernels, called as such, write to. Tested by block_storage_test.cc,
// regressions/passes/EliminateCommonSubexpr/merged-over-a-write and testdata/eliminate_common_subexpr/allocations.
#pragma once

#include <unordered_set>

#include "ir/module.h"

namespace assay {

// With what shares storage with them. What the callee of a call does is looked up in `module`.
std::unordered_set<const Var*> OverwrittenByKernels(const Module& module, const Function* func);

}  // namespace assay
