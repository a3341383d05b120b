// Scalar arithmetic: the one place that says what an operation gives for every input. The evaluators call it, and
// compiled code spells out the same rules, so that all engines agree to the bit. docs/semantics.md cites this file.
// Tested by scalar_test.cc.
//
// Integers wrap at their width (two's complement), at every width from 1 to 64 bits.
//   Division: truncdiv and truncmod round toward zero, floordiv and floormod toward minus infinity. By zero: the value
//   is 0, and an evaluator asks DividesByZero first and traps. The least number divided by -1 wraps to itself,
//   remainder 0. Shifts: an amount outside [0, bits) shifts everything out: left and logical right give 0, arithmetic
//   right (signed) gives 0 or -1.
// Floats round to nearest, ties to even, after each single operation; narrow formats are computed exactly enough in
//   double for this to hold. Every NaN that an operation gives is the canonical one.
//   Min and max propagate NaN and order -0 below +0. Comparisons with NaN are false, except Ne.
//   floordiv is floor(a / b), floormod a - floor(a / b) * b, truncmod is fmod; none of them traps.
// Casts: float to integer truncates, saturates at the target's ends, NaN gives 0. Integer to float rounds once.
//   To bool: not equal to zero (NaN gives true). Integer to integer keeps the low bits.
// Both operands of a binary function have the same dtype; lanes are not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ir/tensor/dtype.h"

namespace assay {

// One element. Signed integers are held sign-extended, unsigned ones and bool zero-extended in the same 64 bits,
// every float as the double of equal value.
struct Scalar {
  DType dtype;
  union {
    int64_t i = 0;
    uint64_t u;
    double f;
  };

  // Wraps, rounds or saturates into the dtype, as Cast would.
  static Scalar Int(DType dtype, int64_t value);
  static Scalar Float(DType dtype, double value);
  static Scalar Bool(bool value);
  static Scalar Zero(DType dtype) { return Int(dtype, 0); }
  static Scalar One(DType dtype) { return Int(dtype, 1); }

  // Truth: not equal to zero.
  bool IsTrue() const { return dtype.IsFloating() ? f != 0 : u != 0; }
  // The value as a double, rounded when it is a large integer; as int64 by the rules of Cast.
  double AsDouble() const;
  int64_t AsInt() const;
};

// Reads and writes one element of `dtype` in memory (scalar type; sub-byte types take one byte each).
Scalar LoadScalar(DType dtype, const std::byte* place);
void StoreScalar(std::byte* place, Scalar value);
// "-3", "1.5", "nan", "True".
std::string ToText(Scalar value);
// Same dtype and same bits, after NaN is made canonical.
bool SameBits(Scalar a, Scalar b);
// Keeps the low `bits`, sign- or zero-extended by dtype.
int64_t WrapInt(DType dtype, uint64_t value);

namespace scalar {

Scalar Add(Scalar a, Scalar b);
Scalar Sub(Scalar a, Scalar b);
Scalar Mul(Scalar a, Scalar b);
// Floats divide, integers divide toward zero.
Scalar Div(Scalar a, Scalar b);
Scalar TruncDiv(Scalar a, Scalar b);
Scalar TruncMod(Scalar a, Scalar b);
Scalar FloorDiv(Scalar a, Scalar b);
Scalar FloorMod(Scalar a, Scalar b);
// True when b is an integer zero, so that dividing by it is a trap.
bool DividesByZero(Scalar b);

Scalar Min(Scalar a, Scalar b);
Scalar Max(Scalar a, Scalar b);
Scalar Neg(Scalar a);
Scalar Abs(Scalar a);
// Of floats: the representable value next to a in b's direction; b where they are equal, NaN where one is.
Scalar NextAfter(Scalar a, Scalar b);
// -1, 0 or 1; NaN stays NaN.
Scalar Sign(Scalar a);

Scalar Eq(Scalar a, Scalar b);
Scalar Ne(Scalar a, Scalar b);
Scalar Lt(Scalar a, Scalar b);
Scalar Le(Scalar a, Scalar b);
Scalar Gt(Scalar a, Scalar b);
Scalar Ge(Scalar a, Scalar b);
// Logical; the result is bool.
Scalar And(Scalar a, Scalar b);
Scalar Or(Scalar a, Scalar b);
Scalar Not(Scalar a);

// Integers and bool.
Scalar BitAnd(Scalar a, Scalar b);
Scalar BitOr(Scalar a, Scalar b);
Scalar BitXor(Scalar a, Scalar b);
Scalar BitNot(Scalar a);
Scalar ShiftLeft(Scalar a, Scalar b);
Scalar ShiftRight(Scalar a, Scalar b);
// Number of one bits, and of zero bits above the highest one, within the width.
Scalar PopCount(Scalar a);
Scalar LeadingZeros(Scalar a);

Scalar Cast(Scalar a, DType to);
// Same bits as another dtype of the same width.
Scalar Reinterpret(Scalar a, DType to);
// The least and greatest finite values of a dtype, as TVM's min_value and max_value.
Scalar Lowest(DType dtype);
Scalar Highest(DType dtype);
// Positive infinity and the canonical NaN (rounded into formats that lack them).
Scalar Infinity(DType dtype);
Scalar NaN(DType dtype);

}  // namespace scalar
}  // namespace assay
