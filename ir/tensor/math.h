// assay's own transcendental functions. Interpreters call them, compiled code calls them by symbol, the optimiser knows
// nothing of them: that is why results are equal to the bit. float32 is computed in double and rounded once; narrower
// floats likewise. Every NaN result is canonical. The list is math_functions.def. Tested by math_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "ir/tensor/scalar.h"

namespace assay {

struct MathFunction {
  // TVM's name of the TIR intrinsic without its dialect prefix: "exp", "pow".
  std::string_view name;
  // 1 or 2.
  int arity;
  // extern "C" symbols "assay_<name>_f32" and "assay_<name>_f64", as compiled code resolves them.
  std::string_view symbol_f32;
  std::string_view symbol_f64;
  void* address_f32;
  void* address_f64;
  // One operand functions take x, two operand functions x and y; the other pointer is null.
  double (*unary)(double);
  double (*binary)(double, double);
};

std::span<const MathFunction> MathFunctions();
// Null when there is none of this name.
const MathFunction* FindMathFunction(std::string_view name);

// Operands of one floating dtype; the result has that dtype.
Scalar ApplyMath(const MathFunction& function, Scalar x);
Scalar ApplyMath(const MathFunction& function, Scalar x, Scalar y);

}  // namespace assay

extern "C" {
#define ASSAY_MATH1(name, ...)         \
  double assay_##name##_f64(double x); \
  float assay_##name##_f32(float x);
#define ASSAY_MATH2(name, ...)                   \
  double assay_##name##_f64(double x, double y); \
  float assay_##name##_f32(float x, float y);
#include "ir/tensor/math_functions.def"
}
