// FP8StorageLegalize: keeps floats of eight bits in memory as unsigned integers with the same bits. Tested by
// testdata/fp8_storage_legalize.
#include "passes/tir/narrow_floats.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Result<Module> RunFP8StorageLegalize(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LegalizeStorage(pass_ctx, module, IsFloat8);
}

}  // namespace

const PassSpec tir_pass::kFP8StorageLegalize = {
    .name = "FP8StorageLegalize",
    .doc = "keeps floats of eight bits in memory as unsigned integers with the same bits",
    .changes = Alters({Facet::kKernels, Facet::kOwnDTypes}),
    .run = RunFP8StorageLegalize,
};

}  // namespace assay
