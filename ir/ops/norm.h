// What normalisations share: over which elements each one's moments run. Tested by nn_rows_test.cc.
#pragma once

#include "ir/ops/row_types.h"

namespace assay {

// Moments run over the dimensions in `reduced`; of dimension `channel` (if not -1) over one of `groups` equal parts.
struct NormSpan {
  std::vector<bool> reduced;
  int channel = -1;
  int64_t groups = 1;
};
// How mean and variance are computed, as TVM's kernels do.
struct NormForm {
  // Mean first, then the mean of squared deviations; else E[x²] - E[x]².
  bool two_pass = true;
  // float16 and bfloat16 are summed in float32.
  bool widens = true;
};
inline DType SumDType(DType dtype, const NormForm& form) {
  return form.widens && dtype.bits < 32 ? DType::Float(32) : dtype;
}
// Sums of rms_norm are float32 ones; what follows is as precise as data, but float32 at least.
inline DType RootDType(DType data) { return data.bits > 32 ? data : DType::Float(32); }

// What a call of one of the rows says.
struct NormCall {
  NormSpan span;
  NormForm form;
  // Dimensions along which gamma and beta run.
  std::vector<int> scaled;
  double epsilon = 0;
};
// `rank` is that of data; axes are valid.
NormCall ReadNorm(const Call& call, int rank);

// Inference of all: layer_norm, rms_norm, batch_norm; group_norm, instance_norm.
Result<const Type*> InferAxesNorm(const InferIn& in);
Result<const Type*> InferBatchNorm(const InferIn& in);
Result<const Type*> InferChannelNorm(const InferIn& in);

Lowered LowerLayerNorm(LowerSite& site, const Call& call);
Lowered LowerInstanceNorm(LowerSite& site, const Call& call);
Lowered LowerGroupNorm(LowerSite& site, const Call& call);
Lowered LowerRmsNorm(LowerSite& site, const Call& call);
Lowered LowerBatchNorm(LowerSite& site, const Call& call);

}  // namespace assay
