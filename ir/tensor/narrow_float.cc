// Narrow floats by one table: exponent width, mantissa width, bias, and what the top codes mean.
#include "ir/tensor/narrow_float.h"

#include <bit>
#include <cmath>
#include <limits>

#include "ir/support/check.h"

namespace assay {
namespace {

// What a format has beside finite numbers.
enum class Specials : uint8_t {
  // All-ones exponent: mantissa 0 is infinity, others NaN.
  kIeee,
  // No infinity; all-ones exponent and mantissa is NaN, both signs.
  kNanOnly,
  // No infinity, no negative zero; the pattern of negative zero is NaN.
  kUnsignedZero,
  // Finite numbers only.
  kNone,
};

struct Format {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  Specials specials;
  int width() const { return 1 + exponent_bits + mantissa_bits; }
  uint32_t sign_bit() const { return 1u << (exponent_bits + mantissa_bits); }
  uint32_t infinity() const { return ((1u << exponent_bits) - 1) << mantissa_bits; }
  uint32_t max_finite() const {
    if (specials == Specials::kIeee) return infinity() - 1;
    return sign_bit() - (specials == Specials::kNanOnly ? 2 : 1);
  }
  uint32_t nan() const {
    if (specials == Specials::kIeee) return infinity() | 1u << (mantissa_bits - 1);
    return specials == Specials::kNanOnly ? sign_bit() - 1 : sign_bit();
  }
};

Format FormatOf(DType dtype) {
  switch (dtype.code) {
    case DTypeCode::kFloat: return {5, 10, 15, Specials::kIeee};
    case DTypeCode::kBFloat: return {8, 7, 127, Specials::kIeee};
    case DTypeCode::kFloat8E3M4: return {3, 4, 3, Specials::kIeee};
    case DTypeCode::kFloat8E4M3: return {4, 3, 7, Specials::kIeee};
    case DTypeCode::kFloat8E4M3B11FNUZ: return {4, 3, 11, Specials::kUnsignedZero};
    case DTypeCode::kFloat8E4M3FN: return {4, 3, 7, Specials::kNanOnly};
    case DTypeCode::kFloat8E4M3FNUZ: return {4, 3, 8, Specials::kUnsignedZero};
    case DTypeCode::kFloat8E5M2: return {5, 2, 15, Specials::kIeee};
    case DTypeCode::kFloat8E5M2FNUZ: return {5, 2, 16, Specials::kUnsignedZero};
    case DTypeCode::kFloat6E2M3FN: return {2, 3, 1, Specials::kNone};
    case DTypeCode::kFloat6E3M2FN: return {3, 2, 3, Specials::kNone};
    case DTypeCode::kFloat4E2M1FN: return {2, 1, 1, Specials::kNone};
    case DTypeCode::kFloat8E8M0FNU:
    case DTypeCode::kVoid:
    case DTypeCode::kInt:
    case DTypeCode::kUInt:
    case DTypeCode::kHandle:
    case DTypeCode::kBool: break;
  }
  ASSAY_UNREACHABLE("not a narrow float with sign and mantissa");
}

// 2^exponent for a normal double: -1022 to 1023. Scaling by it is exact here, and quicker than ldexp: results of every
// operation on narrow floats pass here.
double PowerOfTwo(int exponent) { return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52); }

// Ties to even, for 0 <= value < 2^51: adding 2^52 leaves no bits for the fraction.
int64_t RoundToEven(double value) { return static_cast<int64_t>(value + 0x1p52 - 0x1p52); }

bool IsScaleFormat(DType dtype) { return dtype.code == DTypeCode::kFloat8E8M0FNU; }

// float8_e8m0fnu: 2^(raw - 127), 255 is NaN.
double DecodeScale(uint32_t raw) { return raw == 255 ? CanonicalNaN() : std::ldexp(1.0, static_cast<int>(raw) - 127); }

uint32_t EncodeScale(double value) {
  // ml_dtypes asks float32, which rounds this much to zero.
  if (!(value > 0x1p-150) || std::isinf(value)) return 255;
  int exponent = 0;
  double fraction = std::frexp(value, &exponent);  // in [0.5, 1)
  // A tie, 1.5 times a power of two, goes to the even code.
  int code = exponent - 1 + 127;
  if (fraction > 0.75 || (fraction == 0.75 && (code & 1) != 0)) ++code;
  if (code < 0) return 0;
  return code > 254 ? 255 : static_cast<uint32_t>(code);
}

// Magnitude code of |value| before range checks: codes of a format are consecutive integers in order of value, so a
// carry out of the mantissa moves to the next exponent by itself.
int64_t RoundedCode(const Format& format, double magnitude) {
  if (magnitude == 0) return 0;
  // That of a subnormal double comes out below every format's lowest.
  int exponent = static_cast<int>(std::bit_cast<uint64_t>(magnitude) >> 52) - 1023;
  int lowest = 1 - format.bias;
  int scale = exponent < lowest ? lowest : exponent;
  // In units of the last place; exact, since scaling is by a power of two.
  double units = magnitude * PowerOfTwo(format.mantissa_bits - scale);
  return RoundToEven(units) + (static_cast<int64_t>(scale - lowest) << format.mantissa_bits);
}

}  // namespace

double CanonicalNaN() { return std::bit_cast<double>(uint64_t{0x7FF8000000000000}); }

double DecodeNarrow(DType dtype, uint32_t raw) {
  if (IsScaleFormat(dtype)) return DecodeScale(raw & 255);
  Format format = FormatOf(dtype);
  raw &= (format.sign_bit() << 1) - 1;
  bool negative = (raw & format.sign_bit()) != 0;
  uint32_t code = raw & (format.sign_bit() - 1);
  if (format.specials == Specials::kUnsignedZero && raw == format.sign_bit()) return CanonicalNaN();
  if (code > format.max_finite()) {
    if (format.specials != Specials::kIeee || code != format.infinity()) return CanonicalNaN();
    double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }
  int exponent = static_cast<int>(code >> format.mantissa_bits);
  uint32_t mantissa = code & ((1u << format.mantissa_bits) - 1);
  if (exponent > 0) mantissa |= 1u << format.mantissa_bits;
  int scale = (exponent > 0 ? exponent : 1) - format.bias - format.mantissa_bits;
  double value = static_cast<double>(mantissa) * PowerOfTwo(scale);
  return negative ? -value : value;
}

uint32_t EncodeNarrow(DType dtype, double value) {
  if (IsScaleFormat(dtype)) return EncodeScale(value);
  Format format = FormatOf(dtype);
  if (value != value) return format.nan();
  uint32_t sign = std::signbit(value) ? format.sign_bit() : 0;
  bool infinite = std::isinf(value);
  int64_t code = infinite ? int64_t{format.max_finite()} + 1 : RoundedCode(format, std::fabs(value));
  if (code > format.max_finite()) {
    if (format.specials == Specials::kIeee) return sign | format.infinity();
    if (format.specials == Specials::kNone) return sign | format.max_finite();
    return format.specials == Specials::kNanOnly ? sign | format.nan() : format.nan();
  }
  if (code == 0 && format.specials == Specials::kUnsignedZero) return 0;
  return sign | static_cast<uint32_t>(code);
}

double RoundToFloat(DType dtype, double value) {
  if (value != value) return IsNarrowFloat(dtype) ? DecodeNarrow(dtype, EncodeNarrow(dtype, value)) : CanonicalNaN();
  if (dtype.bits == 64) return value;
  if (dtype.bits == 32) return static_cast<double>(static_cast<float>(value));
  return DecodeNarrow(dtype, EncodeNarrow(dtype, value));
}

double ToDoubleOdd(uint64_t value) {
  int spare = 11 - std::countl_zero(value);
  if (spare <= 0) return static_cast<double>(value);
  uint64_t lost = value & ((uint64_t{1} << spare) - 1);
  uint64_t kept = value >> spare;
  if (lost != 0) kept |= 1;
  return std::ldexp(static_cast<double>(kept), spare);
}

double ToDoubleOdd(int64_t value) {
  if (value >= 0) return ToDoubleOdd(static_cast<uint64_t>(value));
  return -ToDoubleOdd(~static_cast<uint64_t>(value) + 1);
}

}  // namespace assay

namespace {
assay::DType Unpack(uint32_t format) {
  return {static_cast<assay::DTypeCode>(format >> 8), static_cast<uint8_t>(format & 255), 1};
}
}  // namespace

extern "C" {
double assay_decode_narrow(uint32_t format, uint32_t raw) { return assay::DecodeNarrow(Unpack(format), raw); }
uint32_t assay_encode_narrow(uint32_t format, double value) { return assay::EncodeNarrow(Unpack(format), value); }
double assay_round_narrow(uint32_t format, double value) { return assay::RoundToFloat(Unpack(format), value); }
double assay_narrow_from_i64(uint32_t format, int64_t value) {
  return assay::RoundToFloat(Unpack(format), assay::ToDoubleOdd(value));
}
double assay_narrow_from_u64(uint32_t format, uint64_t value) {
  return assay::RoundToFloat(Unpack(format), assay::ToDoubleOdd(value));
}
}
