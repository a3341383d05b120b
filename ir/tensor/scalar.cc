// Integer arithmetic is done in uint64_t and wrapped; float arithmetic in double and rounded once.
#include "ir/tensor/scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "ir/support/check.h"
#include "ir/tensor/int_division.h"
#include "ir/tensor/narrow_float.h"
#include "ir/tensor/other_conversions.h"

namespace assay {
namespace {

Scalar Blank(DType dtype) {
  Scalar result;
  result.dtype = dtype;
  return result;
}

Scalar FromBits(DType dtype, uint64_t value) {
  Scalar result = Blank(dtype);
  result.i = WrapInt(dtype, value);
  return result;
}

Scalar FromDouble(DType dtype, double value) {
  Scalar result = Blank(dtype);
  result.f = RoundToFloat(dtype, value);
  return result;
}

// Least and greatest value of an integer type, as doubles; the upper one is exclusive.
int64_t LeastInt(DType dtype) { return dtype.IsInt() ? std::numeric_limits<int64_t>::min() >> (64 - dtype.bits) : 0; }
uint64_t GreatestInt(DType dtype) {
  if (dtype.IsBool()) return 1;
  // Two shifts: one by all 64 bits, as int1 would need, means nothing.
  return std::numeric_limits<uint64_t>::max() >> (64 - dtype.bits) >> (dtype.IsInt() ? 1 : 0);
}

// Objects of OtherConversions that live.
thread_local int others = 0;

// The number for what another implementation may convert to any.
Scalar Unheld(DType to, uint64_t bits) { return FromBits(to, others == 0 ? bits : bits ^ 1); }

Scalar FloatToInt(double value, DType to) {
  if (value != value) return Unheld(to, 0);
  double whole = std::trunc(value);
  if (whole < static_cast<double>(LeastInt(to))) return Unheld(to, static_cast<uint64_t>(LeastInt(to)));
  // 2^k is exact as a double where 2^k - 1 may not be.
  double beyond = std::ldexp(1.0, to.IsInt() ? to.bits - 1 : to.bits);
  if (whole >= beyond) return Unheld(to, GreatestInt(to));
  if (to.IsInt()) return FromBits(to, static_cast<uint64_t>(static_cast<int64_t>(whole)));
  return FromBits(to, static_cast<uint64_t>(whole));
}

Scalar IntToFloat(Scalar a, DType to) {
  Scalar result = Blank(to);
  bool is_signed = a.dtype.IsInt();
  if (to.bits == 64) {
    result.f = is_signed ? static_cast<double>(a.i) : static_cast<double>(a.u);
  } else if (to.bits == 32) {
    result.f = static_cast<double>(is_signed ? static_cast<float>(a.i) : static_cast<float>(a.u));
  } else {
    result.f = RoundToFloat(to, is_signed ? ToDoubleOdd(a.i) : ToDoubleOdd(a.u));
  }
  return result;
}

uint64_t RawBits(Scalar a) {
  if (!a.dtype.IsFloating()) return a.u;
  if (a.dtype.bits == 64) return std::bit_cast<uint64_t>(Canonical(a.f));
  if (a.dtype.bits == 32) return std::bit_cast<uint32_t>(static_cast<float>(Canonical(a.f)));
  return EncodeNarrow(a.dtype, a.f);
}

Scalar FromRawBits(DType dtype, uint64_t raw) {
  if (!dtype.IsFloating()) return FromBits(dtype, raw);
  Scalar result = Blank(dtype);
  if (dtype.bits == 64) {
    result.f = Canonical(std::bit_cast<double>(raw));
  } else if (dtype.bits == 32) {
    result.f = Canonical(static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(raw))));
  } else {
    result.f = DecodeNarrow(dtype, static_cast<uint32_t>(raw));
  }
  return result;
}

}  // namespace

int64_t WrapInt(DType dtype, uint64_t value) {
  if (dtype.IsBool()) return static_cast<int64_t>(value & 1);
  int spare = 64 - dtype.bits;
  if (dtype.IsInt()) return static_cast<int64_t>(value << spare) >> spare;
  return static_cast<int64_t>(value << spare >> spare);
}

Scalar Scalar::Int(DType dtype, int64_t value) {
  if (dtype.IsBool()) return Bool(value != 0);
  if (!dtype.IsFloating()) return FromBits(dtype, static_cast<uint64_t>(value));
  Scalar wide = Blank(DType::Int(64));
  wide.i = value;
  return IntToFloat(wide, dtype);
}

Scalar Scalar::Float(DType dtype, double value) {
  Scalar wide = Blank(DType::Float(64));
  wide.f = value;
  return scalar::Cast(wide, dtype);
}

Scalar Scalar::Bool(bool value) {
  Scalar result = Blank(DType::Bool());
  result.u = value ? 1 : 0;
  return result;
}

double Scalar::AsDouble() const {
  if (dtype.IsFloating()) return f;
  return dtype.IsInt() ? static_cast<double>(i) : static_cast<double>(u);
}

int64_t Scalar::AsInt() const { return dtype.IsFloating() ? FloatToInt(f, DType::Int(64)).i : i; }

Scalar LoadScalar(DType dtype, const std::byte* place) {
  uint64_t raw = 0;
  std::memcpy(&raw, place, static_cast<size_t>(dtype.ElementBytes()));
  if (dtype.IsBool()) return Scalar::Bool(raw != 0);
  return FromRawBits(dtype.Scalar(), raw);
}

void StoreScalar(std::byte* place, Scalar value) {
  uint64_t raw = RawBits(value);
  std::memcpy(place, &raw, static_cast<size_t>(value.dtype.ElementBytes()));
}

std::string ToText(Scalar value) {
  if (value.dtype.IsBool()) return value.u != 0 ? "True" : "False";
  if (value.dtype.IsFloating()) {
    if (value.dtype.bits == 64) return fmt::format("{}", value.f);
    return fmt::format("{}", static_cast<float>(value.f));
  }
  return value.dtype.IsInt() ? fmt::format("{}", value.i) : fmt::format("{}", value.u);
}

bool SameBits(Scalar a, Scalar b) { return a.dtype == b.dtype && RawBits(a) == RawBits(b); }

namespace scalar {
namespace {

// True when a < b, for any dtype; false with NaN.
bool Less(Scalar a, Scalar b) {
  if (a.dtype.IsFloating()) return a.f < b.f;
  return a.dtype.IsInt() ? a.i < b.i : a.u < b.u;
}
bool Equal(Scalar a, Scalar b) { return a.dtype.IsFloating() ? a.f == b.f : a.u == b.u; }
bool IsNaN(Scalar a) { return a.dtype.IsFloating() && a.f != a.f; }

}  // namespace

Scalar Add(Scalar a, Scalar b) {
  return a.dtype.IsFloating() ? FromDouble(a.dtype, a.f + b.f) : FromBits(a.dtype, a.u + b.u);
}
Scalar Sub(Scalar a, Scalar b) {
  return a.dtype.IsFloating() ? FromDouble(a.dtype, a.f - b.f) : FromBits(a.dtype, a.u - b.u);
}
Scalar Mul(Scalar a, Scalar b) {
  return a.dtype.IsFloating() ? FromDouble(a.dtype, a.f * b.f) : FromBits(a.dtype, a.u * b.u);
}
Scalar Div(Scalar a, Scalar b) { return a.dtype.IsFloating() ? FromDouble(a.dtype, a.f / b.f) : TruncDiv(a, b); }

bool DividesByZero(Scalar b) { return !b.dtype.IsFloating() && b.u == 0; }

Scalar TruncDiv(Scalar a, Scalar b) {
  if (a.dtype.IsFloating()) return FromDouble(a.dtype, std::trunc(FromDouble(a.dtype, a.f / b.f).f));
  if (b.u == 0) return FromBits(a.dtype, 0);
  if (!a.dtype.IsInt()) return FromBits(a.dtype, a.u / b.u);
  return FromBits(a.dtype, static_cast<uint64_t>(TruncQuotient(a.i, b.i)));
}

Scalar TruncMod(Scalar a, Scalar b) {
  if (a.dtype.IsFloating()) return FromDouble(a.dtype, std::fmod(a.f, b.f));
  if (b.u == 0) return FromBits(a.dtype, 0);
  if (!a.dtype.IsInt()) return FromBits(a.dtype, a.u % b.u);
  return FromBits(a.dtype, static_cast<uint64_t>(TruncRemainder(a.i, b.i)));
}

Scalar FloorDiv(Scalar a, Scalar b) {
  if (a.dtype.IsFloating()) return FromDouble(a.dtype, std::floor(FromDouble(a.dtype, a.f / b.f).f));
  if (!a.dtype.IsInt() || b.u == 0) return TruncDiv(a, b);
  return FromBits(a.dtype, static_cast<uint64_t>(FloorQuotient(a.i, b.i)));
}

Scalar FloorMod(Scalar a, Scalar b) {
  if (a.dtype.IsFloating()) return Sub(a, Mul(FloorDiv(a, b), b));
  if (!a.dtype.IsInt() || b.u == 0) return TruncMod(a, b);
  return FromBits(a.dtype, static_cast<uint64_t>(FloorRemainder(a.i, b.i)));
}

Scalar Min(Scalar a, Scalar b) {
  if (IsNaN(a) || IsNaN(b)) return NaN(a.dtype);
  if (a.dtype.IsFloating() && a.f == b.f) return std::signbit(a.f) ? a : b;
  return Less(a, b) ? a : b;
}
Scalar Max(Scalar a, Scalar b) {
  if (IsNaN(a) || IsNaN(b)) return NaN(a.dtype);
  if (a.dtype.IsFloating() && a.f == b.f) return std::signbit(a.f) ? b : a;
  return Less(a, b) ? b : a;
}
Scalar Neg(Scalar a) { return a.dtype.IsFloating() ? FromDouble(a.dtype, -a.f) : FromBits(a.dtype, ~a.u + 1); }
Scalar Abs(Scalar a) {
  if (a.dtype.IsFloating()) return FromDouble(a.dtype, std::fabs(a.f));
  return a.dtype.IsInt() && a.i < 0 ? Neg(a) : a;
}
Scalar Sign(Scalar a) {
  if (IsNaN(a)) return NaN(a.dtype);
  Scalar zero = Scalar::Zero(a.dtype);
  if (Equal(a, zero)) return zero;
  return Less(a, zero) ? Neg(Scalar::One(a.dtype)) : Scalar::One(a.dtype);
}

Scalar Eq(Scalar a, Scalar b) { return Scalar::Bool(Equal(a, b)); }
Scalar Ne(Scalar a, Scalar b) { return Scalar::Bool(!Equal(a, b)); }
Scalar Lt(Scalar a, Scalar b) { return Scalar::Bool(Less(a, b)); }
Scalar Le(Scalar a, Scalar b) { return Scalar::Bool(Less(a, b) || Equal(a, b)); }
Scalar Gt(Scalar a, Scalar b) { return Scalar::Bool(Less(b, a)); }
Scalar Ge(Scalar a, Scalar b) { return Scalar::Bool(Less(b, a) || Equal(a, b)); }
Scalar And(Scalar a, Scalar b) { return Scalar::Bool(a.IsTrue() && b.IsTrue()); }
Scalar Or(Scalar a, Scalar b) { return Scalar::Bool(a.IsTrue() || b.IsTrue()); }
Scalar Not(Scalar a) { return Scalar::Bool(!a.IsTrue()); }

Scalar BitAnd(Scalar a, Scalar b) { return FromBits(a.dtype, a.u & b.u); }
Scalar BitOr(Scalar a, Scalar b) { return FromBits(a.dtype, a.u | b.u); }
Scalar BitXor(Scalar a, Scalar b) { return FromBits(a.dtype, a.u ^ b.u); }
Scalar BitNot(Scalar a) { return FromBits(a.dtype, ~a.u); }

Scalar ShiftLeft(Scalar a, Scalar b) {
  bool all_out = (b.dtype.IsInt() && b.i < 0) || b.u >= a.dtype.bits;
  return FromBits(a.dtype, all_out ? 0 : a.u << b.u);
}
Scalar ShiftRight(Scalar a, Scalar b) {
  bool all_out = (b.dtype.IsInt() && b.i < 0) || b.u >= a.dtype.bits;
  if (a.dtype.IsInt()) return FromBits(a.dtype, static_cast<uint64_t>(a.i >> (all_out ? 63 : b.u)));
  return FromBits(a.dtype, all_out ? 0 : a.u >> b.u);
}

Scalar PopCount(Scalar a) {
  uint64_t bits = a.u << (64 - a.dtype.bits) >> (64 - a.dtype.bits);
  return FromBits(a.dtype, static_cast<uint64_t>(std::popcount(bits)));
}
Scalar LeadingZeros(Scalar a) {
  uint64_t bits = a.u << (64 - a.dtype.bits) >> (64 - a.dtype.bits);
  return FromBits(a.dtype, static_cast<uint64_t>(std::countl_zero(bits) - (64 - a.dtype.bits)));
}

Scalar Cast(Scalar a, DType to) {
  to = to.Scalar();
  if (to.IsBool()) return Scalar::Bool(a.IsTrue());
  if (to.IsFloating()) return a.dtype.IsFloating() ? FromDouble(to, a.f) : IntToFloat(a, to);
  return a.dtype.IsFloating() ? FloatToInt(a.f, to) : FromBits(to, a.u);
}

Scalar Reinterpret(Scalar a, DType to) { return FromRawBits(to.Scalar(), RawBits(a)); }

Scalar Lowest(DType dtype) {
  if (!dtype.IsFloating()) return FromBits(dtype, static_cast<uint64_t>(LeastInt(dtype)));
  return dtype.code == DTypeCode::kFloat8E8M0FNU ? Scalar::Float(dtype, std::ldexp(1.0, -127)) : Neg(Highest(dtype));
}

Scalar Highest(DType dtype) {
  if (!dtype.IsFloating()) return FromBits(dtype, GreatestInt(dtype));
  if (dtype.bits == 64) return Scalar::Float(dtype, std::numeric_limits<double>::max());
  if (dtype.bits == 32) return Scalar::Float(dtype, std::numeric_limits<float>::max());
  // Codes of positive values are in order, so the greatest finite one is found from the top, or from infinity where
  // that has a code: below it there are none of NaN.
  uint32_t top = dtype.code == DTypeCode::kFloat8E8M0FNU ? 255 : (1u << (dtype.bits - 1)) - 1;
  top = std::min(top, EncodeNarrow(dtype, std::numeric_limits<double>::infinity()));
  while (!std::isfinite(DecodeNarrow(dtype, top))) --top;
  return FromRawBits(dtype, top);
}

// Codes of one sign are in the order of magnitudes.
Scalar NextAfter(Scalar a, Scalar b) {
  if (IsNaN(a) || IsNaN(b)) return NaN(a.dtype);
  if (Equal(a, b)) return b;
  Scalar zero = Scalar::Zero(a.dtype);
  uint64_t sign = uint64_t{1} << (a.dtype.bits - 1);
  if (Equal(a, zero)) return FromRawBits(a.dtype, 1 | (Less(b, zero) ? sign : 0));
  bool grows = Less(a, b) == Less(zero, a);
  return FromRawBits(a.dtype, RawBits(a) + (grows ? 1 : -1));
}

Scalar Infinity(DType dtype) { return FromDouble(dtype, std::numeric_limits<double>::infinity()); }
Scalar NaN(DType dtype) { return FromDouble(dtype, CanonicalNaN()); }

}  // namespace scalar
OtherConversions::OtherConversions() { ++others; }
OtherConversions::~OtherConversions() { --others; }

}  // namespace assay
