// Bounds of integer scalars: as numbers, from what is known of the variables, and as expressions, over the ranges of
// some of them. Both are sound: every value that can occur lies inside. Tested by bounds_test.cc.
#pragma once

#include <optional>
#include <unordered_map>

#include "ir/arith/interval.h"
#include "ir/builder.h"

namespace assay {

// Bounds as numbers; ends of int64 stand for no bound. Signed arithmetic of at least 32 bits is taken not to overflow,
// as TVM does; narrower and unsigned results that may wrap have the whole range of their dtype.
class ConstBounds {
 public:
  // Narrows what is known of a variable; a second call replaces the first.
  void Bind(const Var* var, Interval bound) { known_[var] = bound; }
  // Everything where nothing is known; truth values are 0 and 1. Not for vectors and floats.
  Interval Of(const Expr* e) const;
  // The same for whoever asks at each link of a chain: what is found out of parts is kept in `done`, and holds as long
  // as nothing else becomes known of a variable.
  using Known = std::unordered_map<const Expr*, Interval>;
  Interval Of(const Expr* e, Known& done) const;
  // Of what simplifying made: its parts may lie outside of their dtype where the whole does not.
  Interval OfSimplified(const Expr* e) const;

 private:
  enum class Parts : bool { kFit, kMayOverflow };
  Interval Walk(const Expr* e, Known& done, Parts parts) const;
  Interval OfNode(const Expr* e, const Known& done, Parts parts) const;
  std::unordered_map<const Var*, Interval> known_;
};

// What is proven for all values within the bounds; false when unknown.
bool ProveLessEqual(Context& ctx, const ConstBounds& bounds, const Expr* a, const Expr* b);
bool ProveLess(Context& ctx, const ConstBounds& bounds, const Expr* a, const Expr* b);

// Bounds as expressions. [low, high], both inclusive; unknown when low is null.
struct ExprBound {
  const Expr* low = nullptr;
  const Expr* high = nullptr;

  bool IsPoint() const { return low != nullptr && low == high; }
};
using ExprDomains = std::unordered_map<const Var*, ExprBound>;

// Makes an operator of two operands of one dtype, folded as the caller wants it.
using BinaryMaker = const Expr* (*)(Context&, NodeKind, const Expr*, const Expr*);
// The bounds of `e` over all values of the variables in `domains`; other variables stay as they are. Unknown where the
// form is not understood. Nested at most 200 deep.
ExprBound BoundOver(Context& ctx, const ExprDomains& domains, const Expr* e, BinaryMaker make);

}  // namespace assay
