// The named pipelines: lists of passes in TVM's order (relax.get_pipeline and the build pipeline of its CPU backend).
#include "passes/pass.h"
#include "passes/pass_names.h"
#include "passes/tir/kernel_passes.h"

namespace assay {
namespace {

struct NamedPipeline {
  std::string_view name;
  std::span<const PassSpec* const> passes;
};

// Of the CPU backend's default pipeline; RewriteCUDAGraph acts only where the context's config asks for it.
constexpr const PassSpec* kDefaultPasses[] = {
    &kDispatchSampling,
    &kDispatchSortScan,
    &kLegalizeOps,
    &kAnnotateTIROpPattern,
    &kFoldConstant,
    &kFuseOps,
    &kFuseTIR,
    &kRewriteDataflowReshape,
    &kToNonDataflow,
    &kRemovePurityChecking,
    &kCallTIRRewrite,
    &kStaticPlanBlockMemory,
    &kRewriteCUDAGraph,
    &kLowerAllocTensor,
    &kKillAfterLastUse,
    &kLowerRuntimeBuiltin,
    &kComputePrimValue,
    &kVMShapeLower,
    &kAttachGlobalSymbol,
};
// get_pipeline("default_build"): the same without fusion.
constexpr const PassSpec* kDefaultBuildPasses[] = {
    &kDispatchSampling, &kDispatchSortScan,     &kLegalizeOps,        &kRewriteDataflowReshape,
    &kToNonDataflow,    &kRemovePurityChecking, &kCallTIRRewrite,     &kStaticPlanBlockMemory,
    &kRewriteCUDAGraph, &kLowerAllocTensor,     &kKillAfterLastUse,   &kLowerRuntimeBuiltin,
    &kComputePrimValue, &kVMShapeLower,         &kAttachGlobalSymbol,
};
// get_pipeline("zero"): fused kernels, to be built by another pipeline.
constexpr const PassSpec* kZeroPasses[] = {&kLegalizeOps, &kAnnotateTIROpPattern, &kFoldConstant, &kFuseOps, &kFuseTIR};
// get_pipeline("static_shape_tuning") with total_trials=0: there is no database of schedules here.
constexpr const PassSpec* kStaticShapeTuningPasses[] = {
    &kDecomposeOpsForInference,
    &kCanonicalizeBindings,
    &kLegalizeOps,
    &kAnnotateTIROpPattern,
    &kFoldConstant,
    &kFuseOps,
    &kFuseTIR,
};
// The least that compiles: nothing here only saves time or memory.
constexpr const PassSpec* kMinimalPasses[] = {
    &kLegalizeOps,         &kToNonDataflow,    &kRemovePurityChecking, &kCallTIRRewrite,     &kLowerAllocTensor,
    &kLowerRuntimeBuiltin, &kComputePrimValue, &kVMShapeLower,         &kAttachGlobalSymbol,
};
// What tirx.get_tir_pipeline("s_tir") runs over kernels for a CPU, up to code generation: from blocks to flat loops. Memory keeps its
// narrow floats, which TVM turns into integers when parameters are packed.
constexpr const PassSpec* kKernelPasses[] = {
    &kernel_pass::kLowerInitBlock,
    &kernel_pass::kPlanAndUpdateBufferAllocationLocation,
    &kernel_pass::kConvertBlocksToOpaque,
    &kernel_pass::kLiftThreadBinding,
    &kernel_pass::kCompactBufferAllocation,
    &kernel_pass::kUnifyThreadBinding,
    &kernel_pass::kLowerMatchBuffer,
    &kernel_pass::kStmtSimplify,
    &kernel_pass::kLowerOpaqueBlock,
    &kernel_pass::kFlattenBuffer,
    &kernel_pass::kBF16ComputeLegalize,
    &kernel_pass::kNarrowDataType,
    &kernel_pass::kLoopPartition,
    &kernel_pass::kVectorizeLoop,
    &kernel_pass::kStorageRewrite,
    &kernel_pass::kHoistIfThenElse,
    &kernel_pass::kUnrollLoop,
    &kernel_pass::kRenormalizeSplitPattern,
    &kernel_pass::kStmtSimplify,
    &kernel_pass::kRemoveNoOp,
    &kernel_pass::kRewriteUnsafeSelect,
    &kernel_pass::kCommonSubexprElim,
    &kernel_pass::kFP8ComputeLegalize,
    &kernel_pass::kLowerIntrin,
};
// tirx.compilation_pipeline.default_tir_pipeline: the same for kernels without blocks.
constexpr const PassSpec* kPlainKernelPasses[] = {
    &kernel_pass::kLowerInitBlock,
    &kernel_pass::kUnifyThreadBinding,
    &kernel_pass::kStmtSimplify,
    &kernel_pass::kFlattenBuffer,
    &kernel_pass::kBF16ComputeLegalize,
    &kernel_pass::kNarrowDataType,
    &kernel_pass::kVectorizeLoop,
    &kernel_pass::kUnrollLoop,
    &kernel_pass::kStmtSimplify,
    &kernel_pass::kCommonSubexprElim,
    &kernel_pass::kFP8ComputeLegalize,
    &kernel_pass::kLowerIntrin,
};
constexpr NamedPipeline kPipelines[] = {{"default", kDefaultPasses},
                                        {"default_build", kDefaultBuildPasses},
                                        {"zero", kZeroPasses},
                                        {"static_shape_tuning", kStaticShapeTuningPasses},
                                        {"minimal", kMinimalPasses},
                                        {"s_tir", kKernelPasses},
                                        {"default_tir", kPlainKernelPasses}};

}  // namespace

std::vector<std::string_view> PipelineNames() {
  std::vector<std::string_view> names;
  for (const NamedPipeline& pipeline : kPipelines) names.push_back(pipeline.name);
  return names;
}

Result<std::vector<PassCall>> Pipeline(std::string_view name) {
  for (const NamedPipeline& pipeline : kPipelines) {
    if (pipeline.name != name) continue;
    std::vector<PassCall> calls;
    for (const PassSpec* pass : pipeline.passes) calls.push_back({pass, {}});
    return calls;
  }
  std::string message = "no pipeline is called '" + std::string(name) + "'";
  std::string_view near = Nearest(name, PipelineNames());
  if (!near.empty()) message += "; did you mean '" + std::string(near) + "'?";
  return Diag{DiagKind::kUnknownName, {}, message, "", {}};
}

}  // namespace assay
