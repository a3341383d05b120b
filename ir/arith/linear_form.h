// LinearForm: an index as a sum of multiples of variables, and of what remains of them when they are divided, with a
// number that is known within bounds. Made without a Context, since generated code asks for it, too. Tested by
// linear_form_test.cc.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ir/arith/interval.h"

namespace assay {

// factor * (of // divisor % modulus); a modulus of 0 stands for none. What stands for a variable may be any expression.
struct LinearTerm {
  const Expr* of = nullptr;
  int64_t divisor = 1;
  int64_t modulus = 0;
  int64_t factor = 1;

  bool IsPlain() const { return divisor == 1 && modulus == 0; }
  bool SameBut(const LinearTerm& other) const;
  bool operator==(const LinearTerm& other) const { return SameBut(other) && factor == other.factor; }
};

// The sum of the terms and a number in `rest`.
struct LinearForm {
  std::vector<LinearTerm> terms;
  Interval rest{0, 0};

  bool IsConstant() const { return terms.empty() && rest.IsPoint(); }
  // Of a variable that stands in no division: 0 where it is in no term, nothing where it is divided or int64 does not
  // hold the sum.
  std::optional<int64_t> FactorOf(const Var* var) const;
};
// Nothing where the expression has no such form, or its numbers leave int64.
using MaybeLinear = std::optional<LinearForm>;

MaybeLinear Scaled(const MaybeLinear& form, int64_t factor);
MaybeLinear Total(const MaybeLinear& a, const MaybeLinear& b);
// Of floor division; `by` is positive. They take the form as a number, which does not wrap.
MaybeLinear Quotient(const LinearForm& a, int64_t by);
MaybeLinear Remainder(const LinearForm& a, int64_t by);

// Reads expressions of integers. Sums and products hold modulo the width; of divisions, and of what else is not
// understood, whoever derives from it decides.
class LinearReader {
 public:
  virtual ~LinearReader() = default;
  MaybeLinear Of(const Expr* e, int depth = 0) const;

 protected:
  // Numbers that int64 holds.
  virtual bool IsIndexType(DType dtype) const { return dtype.IsInt() || (dtype.IsInteger() && dtype.bits <= 32); }
  virtual MaybeLinear OfVar(const Var* var) const { return LinearForm{{{var}}, {0, 0}}; }
  // Of what is no sum of what is understood.
  virtual MaybeLinear OfOther(const Expr*) const { return std::nullopt; }
  // Whether an operand of a division, which has this form, wraps nowhere.
  virtual bool IsNumber(const LinearForm&, const Expr*) const { return false; }
  // Whether a value and what it is converted to are the same.
  virtual bool KeepsValue(const Cast&) const { return false; }

 private:
  MaybeLinear OfKnown(const Expr* e, int depth) const;
  MaybeLinear OfProduct(const MaybeLinear& a, const MaybeLinear& b) const;
  MaybeLinear OfDivision(const BinaryExpr& e, bool quotient, int depth) const;
  MaybeLinear OfRamp(const Ramp& ramp, int depth) const;
};

// How places move with a variable: all of them are factor * var + what they share + a number; the numbers lie `spread`
// apart at most. Nothing where they differ in more. `var` is none of what they share.
struct CommonMove {
  int64_t factor = 0;
  int64_t spread = 0;

  // No two values of the variable have one place, if nothing wraps.
  bool KeepsDisjoint() const { return factor != 0 && (factor > 0 ? spread < factor : -spread > factor); }
};
std::optional<CommonMove> MoveOf(const Var* var, std::span<const LinearForm> places);

}  // namespace assay
