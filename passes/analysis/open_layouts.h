// Strides and offsets that are variables: a call says shapes alone, so that in a fused kernel they may have no value.
// Tested by testdata/fuse_tir.
#pragma once

#include <vector>

#include "ir/rewrite.h"
#include "passes/fuse/kernel_plans.h"

namespace assay {

// Whether the kernel computes with a stride or an offset of its parameters that is a variable and none of `values`.
bool UsesOpenLayout(const KernelPlan& plan, const VarMap& values);
// Whether a buffer that is allocated has a stride or an offset with a variable that no parameter defines.
bool LiesOpen(const std::vector<const Buffer*>& allocated, const std::vector<const Var*>& params,
              const std::vector<const Buffer*>& buffers);

}  // namespace assay
