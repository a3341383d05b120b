// What numbers an integer dtype has.
#pragma once

#include <cstdint>

#include "ir/tensor/dtype.h"

namespace assay {

// The greatest number of an integer dtype or of bool, or that of int64 where it has greater ones.
inline int64_t GreatestInt(DType dtype) {
  if (dtype.IsBool()) return 1;
  int digits = dtype.bits - (dtype.IsUInt() ? 0 : 1);
  return digits >= 63 ? INT64_MAX : (int64_t{1} << digits) - 1;
}
// The least one.
inline int64_t LeastInt(DType dtype) { return dtype.IsInt() ? -GreatestInt(dtype) - 1 : 0; }

}  // namespace assay
