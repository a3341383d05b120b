// Integer and truth expressions of a module, and what a compiler's arithmetic says of them, held against every value
// that their variables are taken to have: small domains, gone through one by one. Tested by arithmetic_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ir/arith/interval.h"
#include "ir/module.h"
#include "ir/tensor/scalar.h"

namespace assay {

// An expression of binary nodes, negations, choices, conversions and functions of integers over variables. What it had
// besides (elements of memory, floats) is a variable.
struct ArithmeticExpr {
  const Expr* e = nullptr;
  // Whose values are all looked at where there are few, and those at both ends and in between otherwise.
  std::vector<std::pair<const Var*, Interval>> vars;
};

// The largest ones of all functions, each once, `most` at most, in the module's order. Loop variables have their loop's
// range, others a small one around 0.
std::vector<ArithmeticExpr> ArithmeticOf(Context& ctx, const Module& module, size_t most);
// The same of an expression below, over the same variables.
std::vector<ArithmeticExpr> PartsOf(const ArithmeticExpr& whole);

// What else may be asked about it: joined with its parts, its variables or numbers by other operations, over other
// values. Which, its text and the variant say.
inline constexpr uint64_t kVariants = 32;
std::vector<ArithmeticExpr> MoreArithmetic(Context& ctx, const ArithmeticExpr& one, uint64_t variant);

// `left` and `right` have one value, whatever the variables' values.
struct ArithmeticClaim {
  // Who says so: "Simplify", "bounds".
  std::string by;
  const Expr* left = nullptr;
  const Expr* right = nullptr;
  // Also where a signed result leaves the range of its dtype (of at least 32 bits). TVM's arithmetic of indices takes
  // that not to happen, so that without this nothing is claimed of variables with values for which it does.
  bool wraps = false;
};

// Values for which a claim does not hold.
struct ArithmeticBreach {
  std::vector<std::pair<const Var*, int64_t>> values;
  Scalar left;
  // Nothing where the right side divides by zero, and the left side does not.
  std::optional<Scalar> right;
};
// Nothing where the claim holds, or its sides have what has no value here.
std::optional<ArithmeticBreach> BreachOf(const ArithmeticClaim& claim,
                                         std::span<const std::pair<const Var*, Interval>> vars);

}  // namespace assay
