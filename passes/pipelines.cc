// The named pipelines: lists of passes in TVM's order (relax.get_pipeline and the build pipeline of its CPU backend).
#include "ir/support/unknown_name.h"
#include "passes/pass.h"
#include "passes/pass_names.h"
#include "passes/tir/tir_passes.h"

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
// What tirx.get_tir_pipeline("s_tir") runs over kernels for a CPU, up to code generation: from blocks to flat loops.
// Memory keeps its narrow floats, which TVM turns into integers when parameters are packed.
constexpr const PassSpec* kTirPasses[] = {
    &tir_pass::kLowerInitBlock,
    &tir_pass::kPlanAndUpdateBufferAllocationLocation,
    &tir_pass::kConvertBlocksToOpaque,
    &tir_pass::kLiftThreadBinding,
    &tir_pass::kCompactBufferAllocation,
    &tir_pass::kUnifyThreadBinding,
    &tir_pass::kLowerMatchBuffer,
    &tir_pass::kStmtSimplify,
    &tir_pass::kLowerOpaqueBlock,
    &tir_pass::kFlattenBuffer,
    &tir_pass::kBF16ComputeLegalize,
    &tir_pass::kNarrowDataType,
    &tir_pass::kLoopPartition,
    &tir_pass::kVectorizeLoop,
    &tir_pass::kStorageRewrite,
    &tir_pass::kHoistIfThenElse,
    &tir_pass::kUnrollLoop,
    &tir_pass::kRenormalizeSplitPattern,
    &tir_pass::kStmtSimplify,
    &tir_pass::kRemoveNoOp,
    &tir_pass::kRewriteUnsafeSelect,
    &tir_pass::kCommonSubexprElim,
    &tir_pass::kFP8ComputeLegalize,
    &tir_pass::kLowerIntrin,
};
// tirx.compilation_pipeline.default_tir_pipeline: the same for kernels without blocks.
constexpr const PassSpec* kPlainTirPasses[] = {
    &tir_pass::kLowerInitBlock,    &tir_pass::kUnifyThreadBinding,  &tir_pass::kStmtSimplify,
    &tir_pass::kFlattenBuffer,     &tir_pass::kBF16ComputeLegalize, &tir_pass::kNarrowDataType,
    &tir_pass::kVectorizeLoop,     &tir_pass::kUnrollLoop,          &tir_pass::kStmtSimplify,
    &tir_pass::kCommonSubexprElim, &tir_pass::kFP8ComputeLegalize,  &tir_pass::kLowerIntrin,
};
constexpr NamedPipeline kPipelines[] = {
    {"default", kDefaultPasses},     {"default_build", kDefaultBuildPasses},
    {"zero", kZeroPasses},           {"static_shape_tuning", kStaticShapeTuningPasses},
    {"minimal", kMinimalPasses},     {"s_tir", kTirPasses},
    {"default_tir", kPlainTirPasses}};

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
  return UnknownName("pipeline", name, PipelineNames());
}

}  // namespace assay
