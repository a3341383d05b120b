// One kernel out of a function whose bindings all call kernels: their bodies one after another, results in between in
// buffers of its own. As TVM's FusedTIRConstructor. Tested by testdata/fuse_tir.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "ir/support/result.h"
#include "passes/fuse/kernel_plans.h"

namespace assay {

struct FusedKernel {
  const PrimFunc* kernel = nullptr;
  // For each result the parameter that holds it, or -1 for a parameter of its own; empty when all are of their own.
  std::vector<int64_t> inplace;
  // The parameters that it overwrites and that hold no result.
  std::vector<int64_t> overwritten;
};

// `func` has the attribute Primitive and takes no tuples; `plans` are of its module. Diag kCannotLower names what
// cannot be in a kernel.
Result<FusedKernel> FuseKernels(Context& ctx, KernelPlans& plans, const Function* func);

}  // namespace assay
