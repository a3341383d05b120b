// Random element values, for constants and inputs. Tested by inputs_test.cc.
#pragma once

#include <span>

#include "ir/support/byte_source.h"
#include "ir/tensor/tensor.h"

namespace assay {

// kModerate: magnitudes below 8. kSmallInts: 0 to 3, good indices. kSpecial: NaN, infinities, signed zeros, denormals,
// extremes. kWide: magnitudes of all orders, from what is lost beside 1 to some thousands, and numbers close to 1; of
// integers, every width.
enum class ValueStyle : uint8_t { kModerate, kSmallInts, kSpecial, kWide };

// Mostly moderate.
ValueStyle PickStyle(ByteSource& bytes);
Scalar RandomScalar(ByteSource& bytes, DType dtype, ValueStyle style);
// Fills a fresh tensor from an independent stream, so that few bytes decide all elements.
Tensor RandomTensor(ByteSource& bytes, DType dtype, std::span<const int64_t> shape, ValueStyle style);

}  // namespace assay
