// The passes that apply rules to modules: what target_passes.def calls assay's own.
#pragma once

#include "passes/pass.h"

namespace assay::dlight {

Result<Module> RunFallback(PassContext& pass_ctx, const Module& module, const PassOptions& options);
Result<Module> RunGeneralReduction(PassContext& pass_ctx, const Module& module, const PassOptions& options);
Result<Module> RunTranspose(PassContext& pass_ctx, const Module& module, const PassOptions& options);
Result<Module> RunReduction(PassContext& pass_ctx, const Module& module, const PassOptions& options);
Result<Module> RunMatmul(PassContext& pass_ctx, const Module& module, const PassOptions& options);
Result<Module> RunGemv(PassContext& pass_ctx, const Module& module, const PassOptions& options);
Result<Module> RunRmsNorm(PassContext& pass_ctx, const Module& module, const PassOptions& options);
Result<Module> RunDefaultGPUSchedule(PassContext& pass_ctx, const Module& module, const PassOptions& options);
// The rules that are there, in the order of TVM's pipelines for GPUs.
Result<Module> RunDefaultRules(PassContext& pass_ctx, const Module& module, const PassOptions& options);

}  // namespace assay::dlight
