// Small makers that rows share: result types that follow an operand, and dimensions of sampled operands.
// Tested through the rows' own tests.
#pragma once

#include "ir/ops/infer_rules.h"
#include "ir/ops/kernel.h"

namespace assay {

// A tensor with the dtype and device of `like`, and these dimensions; or only this rank.
inline const TensorType* LikeWithDims(Context& ctx, const TensorType* like, const Dims& dims) {
  return MakeTensorType(ctx, dims, like->dtype, like->vdevice);
}
inline const TensorType* LikeWithRank(Context& ctx, const TensorType* like, int rank) {
  return MakeTensorTypeOfRank(ctx, rank, like->dtype, like->vdevice);
}

// The device of a result of two operands: theirs where they agree or only one has one (TVM's
// InferBinaryArithOpOutVDevice).
inline const VDevice* JoinVDevices(const VDevice* a, const VDevice* b) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return SameVDevice(a, b) ? a : nullptr;
}

// What the generator gave: its type (always a tensor of known shape), dimensions and rank.
inline const TensorType* SampledType(const Expr* e) { return As<TensorType>(e->type); }
inline Dims SampledDims(const Expr* e) {
  const ShapeExpr* shape = KnownShape(e->type);
  return shape == nullptr ? Dims{} : Dims(shape->values.begin(), shape->values.end());
}
inline TensorRequest RequestShape(DType dtype, const Dims& dims) {
  TensorRequest wish;
  wish.dtype = dtype;
  wish.has_shape = true;
  wish.shape = dims;
  return wish;
}
inline TensorRequest RequestRank(DTypeSet dtypes, int low, int high) {
  TensorRequest wish;
  wish.dtypes = dtypes;
  wish.min_rank = low;
  wish.max_rank = high;
  return wish;
}
// An axis of a tensor of this rank (at least 1), counted from either end.
inline int64_t SampleAxis(SampleSite& site, int rank) { return site.bytes().Between(-rank, rank - 1); }
// A few distinct axes out of `rank`, ascending, maybe none.
inline std::vector<int64_t> SampleAxes(SampleSite& site, int rank) {
  std::vector<int64_t> axes;
  for (int i = 0; i < rank; ++i) {
    if (site.bytes().Chance(1, 2)) axes.push_back(site.bytes().Chance(1, 4) ? i - rank : i);
  }
  return axes;
}

}  // namespace assay
