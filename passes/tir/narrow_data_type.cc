// NarrowDataType: loops and indices of 64 bits become ones of 32 where all that is computed from them is known to fit.
// Tested by testdata/narrow_data_type.
#include "passes/options.h"
#include "passes/tir/index_narrower.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kOptions[] = {"target_bits"};

Result<Module> RunNarrowDataType(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(int64_t bits, IntOption(options, kOptions[0], 32));
  if (bits != 16 && bits != 32) return Diag{DiagKind::kBadArgument, {}, "target_bits is neither 16 nor 32", "", {}};
  return MapPrimFuncs(pass_ctx.ctx, module, [&](const PrimFunc* func) {
    return IndexNarrower(pass_ctx.ctx, static_cast<int>(bits), /*force=*/false).Lower(func);
  });
}

}  // namespace

const PassSpec tir_pass::kNarrowDataType = {
    .name = "NarrowDataType",
    .doc = "computes loops and indices of kernels in 32 bits where they fit",
    .options = kOptions,
    .changes = Alters({Facet::kKernels}),
    .run = RunNarrowDataType,
};

}  // namespace assay
