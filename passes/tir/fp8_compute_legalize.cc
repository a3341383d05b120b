// FP8ComputeLegalize: computes with floats of eight bits in float32, and rounds each result. Tested by
// testdata/fp8_compute_legalize.
#include "passes/tir/narrow_floats.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Result<Module> RunFP8ComputeLegalize(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LegalizeCompute(pass_ctx, module, IsFloat8, DType::Float(32));
}

}  // namespace

const PassSpec tir_pass::kFP8ComputeLegalize = {
    .name = "FP8ComputeLegalize",
    .doc = "computes with floats of eight bits in float32, and rounds each result",
    .changes = Alters({Facet::kKernels}),
    .run = RunFP8ComputeLegalize,
};

}  // namespace assay
