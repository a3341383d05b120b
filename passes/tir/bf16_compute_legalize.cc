// BF16ComputeLegalize: computes with bfloat16 in float32, and rounds each result. Tested by
// testdata/bf16_compute_legalize.
#include "passes/tir/narrow_floats.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Result<Module> RunBF16ComputeLegalize(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LegalizeCompute(pass_ctx, module, IsBFloat16, DType::Float(32));
}

}  // namespace

const PassSpec tir_pass::kBF16ComputeLegalize = {
    .name = "BF16ComputeLegalize",
    .doc = "computes with bfloat16 in float32, and rounds each result",
    .changes = Alters({Facet::kKernels}),
    .run = RunBF16ComputeLegalize,
};

}  // namespace assay
