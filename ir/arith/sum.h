// Sum: an integer expression as constant + sum of coefficient * product of factors, modulo the width of its dtype.
// A factor is any expression that is not itself a sum or product of known parts. Tested by analyzer_test.cc.
#pragma once

#include <vector>

#include "ir/builder.h"

namespace assay {

struct Monomial {
  int64_t coefficient = 1;
  // At least one; in the order in which they were first written.
  std::vector<const Expr*> factors;
};

struct Sum {
  DType dtype;
  int64_t constant = 0;
  // No two terms have the same factors, no coefficient is zero.
  std::vector<Monomial> terms;
  // The constant or a coefficient did not fit on the way: it is right modulo the width alone, and says nothing of what
  // is larger.
  bool wrapped = false;

  bool IsConstant() const { return terms.empty(); }
  // True when it is one term without constant.
  bool IsTerm() const { return terms.size() == 1 && constant == 0; }
};

// Structural equality of factors; variables by identity.
bool SameFactor(const Expr* a, const Expr* b);
bool SameFactors(const std::vector<const Expr*>& a, const std::vector<const Expr*>& b);

Sum ConstantSum(DType dtype, int64_t value);
Sum FactorSum(const Expr* factor);
// into += scale * other.
void AddTo(Sum& into, const Sum& other, int64_t scale);
// a * b with both sums multiplied out.
Sum Expand(const Sum& a, const Sum& b);
// The sum as an expression, as TVM writes it: larger coefficients first, `n * 2`, negative terms subtracted at the end,
// the constant last.
const Expr* Rebuild(Context& ctx, const Sum& sum);

}  // namespace assay
