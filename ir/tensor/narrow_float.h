// Floating-point formats narrower than 32 bits, as bit patterns: decode to double (always exact) and encode from
// double by rounding to nearest, ties to even. One table of formats serves all of them; results follow the
// conventions of the Python package ml_dtypes, which TVM's front end uses. Tested by narrow_float_test.cc.
//
// Out of range: formats with infinities give infinity; formats without them but with NaN (float8_e4m3fn, *fnuz) give
// NaN; formats with neither (float6, float4) saturate to the largest finite value.
// NaN: every NaN becomes the format's one canonical NaN; float6 and float4 have none and give negative zero.
// float8_e8m0fnu has powers of two only: rounding is to the nearest power; negative values, zero, and what float32
// rounds to zero give NaN.
#pragma once

#include <cstdint>

#include "ir/tensor/dtype.h"

namespace assay {

// True for float16, bfloat16 and the 8-, 6- and 4-bit formats.
constexpr bool IsNarrowFloat(DType dtype) { return dtype.IsFloating() && dtype.bits < 32; }

// The value of a bit pattern; bits above the format's width are ignored. NaN patterns give the canonical NaN.
double DecodeNarrow(DType dtype, uint32_t raw);
// The bit pattern nearest to `value`.
uint32_t EncodeNarrow(DType dtype, double value);
// Rounds a double to the nearest value of any floating dtype (also float32 and float64); NaN becomes canonical.
double RoundToFloat(DType dtype, double value);

// The NaN that assay writes everywhere: positive, quiet, payload zero.
double CanonicalNaN();
inline double Canonical(double value) { return value != value ? CanonicalNaN() : value; }

// Integer to double such that a later rounding to fewer than 51 bits equals one direct rounding ("round to odd").
double ToDoubleOdd(int64_t value);
double ToDoubleOdd(uint64_t value);

}  // namespace assay

// The same for compiled code; `format` is PackFormat(dtype).
extern "C" {
double assay_decode_narrow(uint32_t format, uint32_t raw);
uint32_t assay_encode_narrow(uint32_t format, double value);
double assay_round_narrow(uint32_t format, double value);
double assay_narrow_from_i64(uint32_t format, int64_t value);
double assay_narrow_from_u64(uint32_t format, uint64_t value);
}

namespace assay {
constexpr uint32_t PackFormat(DType dtype) { return static_cast<uint32_t>(dtype.code) << 8 | dtype.bits; }
}  // namespace assay
