// Kernels without floats of some narrow kind: BF16ComputeLegalize, FP8ComputeLegalize and the same for storage (in
// files of their own names). Every result is rounded where it was, so that bits stay; TVM rounds where something is
// stored. Tested through these passes.
#pragma once

#include "passes/pass.h"

namespace assay {

using FloatPredicate = bool (*)(DType);
// bfloat16, of any number of lanes.
bool IsBFloat16(DType dtype);
// Floats of eight bits.
bool IsFloat8(DType dtype);

// Arithmetic, comparisons and functions compute in `promoted` and round once.
Result<Module> LegalizeCompute(PassContext& pass_ctx, const Module& module, FloatPredicate is_narrow, DType promoted);
// Memory holds unsigned integers with the same bits.
Result<Module> LegalizeStorage(PassContext& pass_ctx, const Module& module, FloatPredicate is_narrow);

}  // namespace assay
