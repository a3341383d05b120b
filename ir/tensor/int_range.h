// What numbers an integer dtype has.
#pragma once

#include <cstdint>

#include "ir/tensor/dtype.h"

namespace assay {

// The greatest number of an integer dtype, or that of int64 where it has greater ones.
inline int64_t GreatestInt(DType dtype) {
  int digits = dtype.bits - (dtype.IsUInt() || dtype.IsBool() ? 0 : 1);
  return digits >= 63 ? INT64_MAX : (int64_t{1} << digits) - 1;
}

}  // namespace assay
