// What rows that read indices share: counting through positions in kernels, constant indices in samples, and which
// dtypes are indices. Tested through the rows' own tests.
#pragma once

#include "ir/ops/row_types.h"

namespace assay {

inline bool IsIndexDType(DType dtype) {
  return dtype.IsVoid() || (!dtype.IsBool() && (dtype.IsInt() || dtype.IsUInt()));
}

// The position with this row-major number among `dims`.
inline Terms PlaceAmong(Term number, const Terms& dims) {
  Terms place = dims;
  for (size_t d = dims.size(); d-- > 0;) {
    place[d] = d == 0 ? number : number % dims[d];
    number = number / dims[d];
  }
  return place;
}
inline Term ProductOf(KernelBuilder& k, const Terms& dims) {
  Term product = k.Int(1);
  for (const Term& dim : dims) product = product * dim;
  return Simplified(product);
}

// A constant of this shape whose elements are in [low, high].
inline const Expr* ConstantIndices(SampleSite& site, const std::vector<int64_t>& shape, int64_t low, int64_t high,
                                   DType dtype = DType::Int(64)) {
  int64_t count = 1;
  for (int64_t extent : shape) count *= extent;
  std::vector<int64_t> values;
  for (; count > 0; --count) values.push_back(site.bytes().Between(low, high));
  return MakeConstant(site.ctx(), Tensor::Ints(dtype, shape, values));
}
inline Dims ConstantDims(Context& ctx, const std::vector<int64_t>& shape) {
  Dims dims;
  for (int64_t extent : shape) dims.push_back(MakeInt(ctx, extent));
  return dims;
}
inline std::vector<int64_t> SampleShape(SampleSite& site, int64_t rank, int64_t low = 1, int64_t high = 3) {
  std::vector<int64_t> shape;
  for (; rank > 0; --rank) shape.push_back(site.bytes().Between(low, high));
  return shape;
}

}  // namespace assay
