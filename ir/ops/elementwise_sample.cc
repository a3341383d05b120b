// Samplers of elementwise rows: operands whose shapes broadcast by construction.
#include "ir/ops/elementwise.h"

namespace assay {

const Expr* SampleTensor(SampleSite& site, DTypeSet dtypes) {
  TensorRequest wish = RequestRank(dtypes, 0, 4);
  return site.Tensor(wish);
}

const Expr* SampleBroadcastable(SampleSite& site, const Expr* first) {
  Dims dims = SampledDims(first);
  switch (site.bytes().Below(4)) {
    case 1:
      dims.erase(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(site.bytes().Below(dims.size() + 1)));
      break;
    case 2:
      for (const Expr*& dim : dims) {
        if (site.bytes().Chance(1, 2)) dim = MakeInt(site.ctx(), 1);
      }
      break;
    case 3: dims.clear(); break;
    default: break;
  }
  return site.Tensor(RequestShape(SampledType(first)->dtype, dims));
}

const Expr* SampleScalar(SampleSite& site, DType dtype) {
  if (dtype.IsFloating()) return MakeFloat(site.ctx(), static_cast<double>(site.bytes().Between(-16, 16)) / 4, dtype);
  return MakeInt(site.ctx(), site.bytes().Between(dtype.IsUInt() || dtype.IsBool() ? 0 : -4, dtype.IsBool() ? 1 : 4),
                 dtype);
}

const Expr* SampleConstant(SampleSite& site, Scalar value) { return MakeConstant(site.ctx(), Tensor::Of(value)); }

}  // namespace assay
