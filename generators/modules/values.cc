// Random element values (values.h).
#include "generators/modules/values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/tensor/compare.h"

namespace assay {
namespace {

// About where another format of floats ends.
Scalar EndOfOther(ByteSource& bytes, DType dtype) {
  constexpr DType kFormats[] = {DType::Float(16), DType::BFloat16(), DType::Float(32),
                                DType{DTypeCode::kFloat8E4M3FN, 8, 1}, DType{DTypeCode::kFloat8E5M2, 8, 1}};
  constexpr double kFactors[] = {1, 1 + 0x1p-12, 1.25, 2};
  double highest = scalar::Highest(kFormats[bytes.Below(std::size(kFormats))]).f;
  double end = highest * kFactors[bytes.Below(4)];
  return Scalar::Float(dtype, bytes.Chance(1, 2) ? end : -end);
}

Scalar SpecialFloat(ByteSource& bytes, DType dtype) {
  switch (bytes.Below(12)) {
    case 9:
    case 10: return EndOfOther(bytes, dtype);
    case 0: return Scalar::Float(dtype, 0.0);
    case 1: return Scalar::Float(dtype, -0.0);
    case 2: return scalar::NaN(dtype);
    case 3: return scalar::Infinity(dtype);
    case 4: return scalar::Neg(scalar::Infinity(dtype));
    case 5: return Scalar::Float(dtype, std::numeric_limits<float>::denorm_min());
    case 6: return Scalar::Float(dtype, 0x1p-24);
    case 7: return scalar::Highest(dtype);
    case 8: return scalar::Lowest(dtype);
    default: return Scalar::Float(dtype, 1.0);
  }
}

Scalar SpecialInt(ByteSource& bytes, DType dtype) {
  switch (bytes.Below(6)) {
    case 0: return Scalar::Zero(dtype);
    case 1: return scalar::Lowest(dtype);
    case 2: return scalar::Highest(dtype);
    case 3: return Scalar::Int(dtype, -1);
    case 4: return Scalar::Int(dtype, int64_t{1} << bytes.Below(dtype.bits));
    default: return Scalar::One(dtype);
  }
}

// What is computed from numbers near 0 and 1 shows what a formula loses; large ones soon overflow.
Scalar WideFloat(ByteSource& bytes, DType dtype) {
  constexpr int64_t kGreatest = 12, kBeside = 4;
  int64_t digits = std::max(int64_t{1}, static_cast<int64_t>(-std::log2(UnitRoundoff(dtype))));
  double sign = bytes.Chance(1, 2) ? 1 : -1;
  if (bytes.Chance(1, 4))
    return Scalar::Float(dtype,
                         sign * (1 + std::ldexp(1, -static_cast<int>(bytes.Below(static_cast<uint64_t>(digits))))));
  auto exponent = static_cast<int>(bytes.Between(-digits - kBeside, std::min(kGreatest, digits)));
  return Scalar::Float(dtype, sign * std::ldexp(1 + bytes.Unit(), exponent));
}

Scalar WideInt(ByteSource& bytes, DType dtype) {
  // What is computed wraps at the ends alone.
  auto width = static_cast<uint64_t>(dtype.bits), digits = bytes.Chance(1, 3) ? width - 1 : bytes.Below(width);
  auto power = Scalar::Int(dtype, static_cast<int64_t>(uint64_t{1} << digits));
  if (bytes.Chance(1, 2)) power = scalar::Sub(Scalar::Zero(dtype), power);
  return scalar::Add(power, Scalar::Int(dtype, bytes.Between(-2, 2)));
}

}  // namespace

ValueStyle PickStyle(ByteSource& bytes) {
  uint64_t roll = bytes.Below(16);
  if (roll >= 14) return ValueStyle::kSpecial;
  if (roll >= 9 && roll <= 11) return ValueStyle::kWide;
  return roll >= 12 ? ValueStyle::kSmallInts : ValueStyle::kModerate;
}

Scalar RandomScalar(ByteSource& bytes, DType dtype, ValueStyle style) {
  if (dtype.IsBool()) return Scalar::Bool(bytes.Chance(1, 2));
  if (style == ValueStyle::kSmallInts) return Scalar::Int(dtype, static_cast<int64_t>(bytes.Below(4)));
  // A tensor of special floats alone would drown every result in NaN.
  bool special = style == ValueStyle::kSpecial && bytes.Chance(1, dtype.IsFloating() ? 3 : 2);
  if (special) return dtype.IsFloating() ? SpecialFloat(bytes, dtype) : SpecialInt(bytes, dtype);
  if (style == ValueStyle::kWide) return dtype.IsFloating() ? WideFloat(bytes, dtype) : WideInt(bytes, dtype);
  if (!dtype.IsFloating()) return Scalar::Int(dtype, bytes.Between(dtype.IsUInt() ? 0 : -8, 8));
  // Sixteenths are exact in every format from 16 bits up, so that sums of a few have no rounding at all.
  if (bytes.Chance(1, 2)) return Scalar::Float(dtype, static_cast<double>(bytes.Between(-64, 64)) / 16.0);
  return Scalar::Float(dtype, bytes.Unit() * 8.0 - 4.0);
}

Tensor RandomTensor(ByteSource& bytes, DType dtype, std::span<const int64_t> shape, ValueStyle style) {
  ByteSource stream = bytes.Fork();
  Tensor tensor(dtype, std::vector<int64_t>(shape.begin(), shape.end()));
  for (int64_t i = 0; i < tensor.size(); ++i) tensor.Set(i, RandomScalar(stream, dtype.Scalar(), style));
  return tensor;
}

}  // namespace assay
