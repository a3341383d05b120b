// The functions themselves: the C library's double versions, made total and canonical; exp is one that vectorises.
#include "ir/tensor/math.h"

#include <algorithm>
#include <cmath>

#include "ir/support/check.h"
#include "ir/tensor/exp.h"
#include "ir/tensor/narrow_float.h"

namespace assay {
namespace {

double Exp(double x) {
  double value = 0;
  ExpOf<double, int64_t>(x, value);
  return value;
}

// Without overflow in exp for either sign.
double Sigmoid(double x) {
  if (x >= 0) return 1.0 / (1.0 + std::exp(-x));
  double e = std::exp(x);
  return e / (1.0 + e);
}

// std::lgamma writes a global sign; the reentrant form does not.
double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// The exponent is truncated to an integer and kept where further scaling changes nothing.
double Ldexp(double x, double y) {
  if (y != y) return CanonicalNaN();
  return std::ldexp(x, static_cast<int>(std::clamp(y, -5000.0, 5000.0)));
}

}  // namespace
}  // namespace assay

extern "C" {
#define ASSAY_MATH1(name, value, ...)   \
  double assay_##name##_f64(double x) { \
    using namespace assay;              \
    return Canonical(value);            \
  }                                     \
  float assay_##name##_f32(float x) { return static_cast<float>(assay_##name##_f64(static_cast<double>(x))); }
#define ASSAY_MATH2(name, value, ...)                                                              \
  double assay_##name##_f64(double x, double y) {                                                  \
    using namespace assay;                                                                         \
    return Canonical(value);                                                                       \
  }                                                                                                \
  float assay_##name##_f32(float x, float y) {                                                     \
    return static_cast<float>(assay_##name##_f64(static_cast<double>(x), static_cast<double>(y))); \
  }
#include "ir/tensor/math_functions.def"
}

namespace assay {
namespace {

const MathFunction kFunctions[] = {
#define ASSAY_MATH1(name, value, ...)            \
  {#name,                                        \
   1,                                            \
   "assay_" #name "_f32",                        \
   "assay_" #name "_f64",                        \
   reinterpret_cast<void*>(&assay_##name##_f32), \
   reinterpret_cast<void*>(&assay_##name##_f64), \
   &assay_##name##_f64,                          \
   nullptr},
#define ASSAY_MATH2(name, value, ...)            \
  {#name,                                        \
   2,                                            \
   "assay_" #name "_f32",                        \
   "assay_" #name "_f64",                        \
   reinterpret_cast<void*>(&assay_##name##_f32), \
   reinterpret_cast<void*>(&assay_##name##_f64), \
   nullptr,                                      \
   &assay_##name##_f64},
#include "ir/tensor/math_functions.def"
};

}  // namespace

std::span<const MathFunction> MathFunctions() { return kFunctions; }

const MathFunction* FindMathFunction(std::string_view name) {
  for (const MathFunction& function : kFunctions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

Scalar ApplyMath(const MathFunction& function, Scalar x) {
  ASSAY_CHECK(function.arity == 1 && x.dtype.IsFloating());
  x.f = RoundToFloat(x.dtype, function.unary(x.f));
  return x;
}

Scalar ApplyMath(const MathFunction& function, Scalar x, Scalar y) {
  ASSAY_CHECK(function.arity == 2 && x.dtype.IsFloating() && x.dtype == y.dtype);
  x.f = RoundToFloat(x.dtype, function.binary(x.f, y.f));
  return x;
}

}  // namespace assay
