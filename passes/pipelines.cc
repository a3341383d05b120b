// The named pipelines: lists of passes in TVM's order (relax.get_pipeline and the build pipeline of its CPU backend).
#include "passes/pass.h"
#include "passes/pass_names.h"

namespace assay {
namespace {

struct NamedPipeline {
  std::string_view name;
  std::span<const PassSpec* const> passes;
};

// What `assay build` runs.
constexpr const PassSpec* kDefaultPasses[] = {
    &kLegalizeOps,        &kRewriteDataflowReshape, &kToNonDataflow,    &kRemovePurityChecking,
    &kCallTIRRewrite,     &kStaticPlanBlockMemory,  &kRewriteCUDAGraph, &kLowerAllocTensor,
    &kKillAfterLastUse,   &kLowerRuntimeBuiltin,    &kComputePrimValue, &kVMShapeLower,
    &kAttachGlobalSymbol,
};
// The least that compiles: nothing here only saves time or memory.
constexpr const PassSpec* kZeroPasses[] = {
    &kLegalizeOps,         &kToNonDataflow,    &kRemovePurityChecking, &kCallTIRRewrite,     &kLowerAllocTensor,
    &kLowerRuntimeBuiltin, &kComputePrimValue, &kVMShapeLower,         &kAttachGlobalSymbol,
};
constexpr NamedPipeline kPipelines[] = {{"default", kDefaultPasses}, {"zero", kZeroPasses}};

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
