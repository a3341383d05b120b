// BF16StorageLegalize: keeps bfloat16 in memory as unsigned integers with the same bits. Tested by
// testdata/bf16_storage_legalize.
#include "passes/tir/narrow_floats.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Result<Module> RunBF16StorageLegalize(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LegalizeStorage(pass_ctx, module, IsBFloat16);
}

}  // namespace

const PassSpec tir_pass::kBF16StorageLegalize = {
    .name = "BF16StorageLegalize",
    .doc = "keeps bfloat16 in memory as unsigned integers with the same bits",
    .changes = Alters({Facet::kKernels, Facet::kOwnDTypes}),
    .run = RunBF16StorageLegalize,
};

}  // namespace assay
