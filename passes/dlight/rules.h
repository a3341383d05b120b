// Rules that schedule kernels for a device, as TVM's dlight has them, and the passes that apply them. A rule gives the
// scheduled kernel, or says why it does not apply. Tested by testdata/dlight and by campaigns.
#pragma once

#include "passes/dlight/device.h"
#include "passes/pass.h"

namespace assay::dlight {

using Rule = Result<const PrimFunc*> (*)(Context&, const PrimFunc&, const Device&);

Result<const PrimFunc*> Fallback(Context& ctx, const PrimFunc& func, const Device& device);
Result<const PrimFunc*> GeneralReduction(Context& ctx, const PrimFunc& func, const Device& device);
Result<const PrimFunc*> Transpose(Context& ctx, const PrimFunc& func, const Device& device);
Result<const PrimFunc*> Reduction(Context& ctx, const PrimFunc& func, const Device& device);
Result<const PrimFunc*> Matmul(Context& ctx, const PrimFunc& func, const Device& device);
Result<const PrimFunc*> Gemv(Context& ctx, const PrimFunc& func, const Device& device);
Result<const PrimFunc*> RmsNorm(Context& ctx, const PrimFunc& func, const Device& device);
// What DefaultGPUSchedule does with a kernel.
Result<const PrimFunc*> BindSpatialLoops(Context& ctx, const PrimFunc& func, const Device& device);

// Each kernel that is not scheduled yet is scheduled by the first rule that applies, and marked. What no rule takes
// stays as it is; a note of `pass` says why the last one did not.
Result<Module> ApplyRules(PassContext& pass_ctx, const Module& module, std::string_view pass,
                          std::span<const Rule> rules);

}  // namespace assay::dlight
