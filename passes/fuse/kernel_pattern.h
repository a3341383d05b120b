// Patterns of kernels, written as kernels: loops around one block that the first stages of another kernel look like,
// with the pattern's scalar parameters standing for constants. Tested by testdata/split_call_tir_by_pattern.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// A stage of a kernel: what stands directly in its root block.
struct KernelStages {
  const SBlock* root = nullptr;
  // Loops, or whatever else stands there.
  std::vector<const Stmt*> stages;
};
// Nothing for a kernel without a root block.
KernelStages StagesOf(const PrimFunc* kernel);

// Whether the stage is the pattern's only stage under other names: serial loops from zero around one block with one
// store, with the same extents, axes, regions and value. Sums and products may stand the other way round; a scalar
// parameter of the pattern is any constant, the same everywhere, and a factor or summand that is one may be missing (as
// TVM's ForMatcher).
bool MatchesPattern(const Stmt* stage, const PrimFunc* pattern);

}  // namespace assay
