// Comparing two tensors: integers and bool exactly; floats within a bound that is derived, never chosen: the unit
// roundoff of the dtype, times the number of roundings that the computation may differ by, times the magnitude that
// was rounded. NaN equals NaN; infinities must match. Tested by compare_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/tensor/scalar.h"
#include "ir/tensor/tensor.h"

namespace assay {

struct ErrorBound {
  // How many roundings of the result's dtype the two computations may differ by; 0 asks for equal values (-0 equals 0).
  double roundings = 0;
  // Largest magnitude of an intermediate value, e.g. the sum of |terms| of a reduction; the compared values' own
  // magnitude counts where it is larger.
  double magnitude = 0;
  // Unit roundoff to use in place of that of the result's dtype, when intermediate values were narrower; 0: the
  // dtype's.
  double unit = 0;
  // Every bit must match, also the sign of zero.
  bool bits = false;

  static ErrorBound Bits() { return {.roundings = 0, .magnitude = 0, .unit = 0, .bits = true}; }
  static ErrorBound Equal() { return {}; }
  static ErrorBound Roundings(double count, double magnitude = 0) {
    return {.roundings = count, .magnitude = magnitude, .unit = 0, .bits = false};
  }
};

struct Difference {
  // Position of the first differing element; empty for a difference of dtype or shape.
  std::vector<int64_t> index;
  // "f32[2, 3] against ..." or the two values.
  std::string what;
  Scalar got;
  Scalar want;
  // |got - want| over the allowed difference; infinite where no difference is allowed.
  double bounds_off = 0;
  // How many elements differ.
  int64_t count = 0;
};

// Half the distance between 1 and the next value: 2^-24 for float32. 0 for integers.
double UnitRoundoff(DType dtype);
// The smallest positive value of the format: differences below it are never counted.
double SmallestPositive(DType dtype);
// The difference of `got` from `want`, or nothing when they agree within the bound.
std::optional<Difference> Compare(TensorView got, TensorView want, const ErrorBound& bound);
// |got - want| in units of what is allowed: at most 1 agrees.
double BoundsOff(Scalar got, Scalar want, const ErrorBound& bound);

}  // namespace assay
