// ForceNarrowIndexToInt32: dimensions, loops and indices of a kernel become int32; dimensions are taken to fit. A
// kernel with numbers of 64 bits in its buffers, or a constant beyond 32, is refused. Tested by
// testdata/force_narrow_index_to_int32.
#include "passes/tir/index_narrower.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Result<Module> RunForceNarrowIndexToInt32(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) {
    return IndexNarrower(pass_ctx.ctx, 32, /*force=*/true).Lower(func);
  });
}

}  // namespace

const PassSpec tir_pass::kForceNarrowIndexToInt32 = {
    .name = "ForceNarrowIndexToInt32",
    .doc = "gives kernels int32 for dimensions, loops and indices",
    .changes = Alters({Facet::kKernels, Facet::kParameterShapes, Facet::kOwnShapes, Facet::kAnnotations}),
    .run = RunForceNarrowIndexToInt32,
};

}  // namespace assay
