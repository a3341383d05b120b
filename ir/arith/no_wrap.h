// What arithmetic cannot overflow, so that rules about numbers hold for what a program computes and not for its
// dimensions alone (docs/decisions/013-kernels-may-overflow.md). Tested by no_wrap_test.cc.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "ir/arith/bounds.h"

namespace assay {

class NoWrap {
 public:
  // Every value that the variable can have.
  void Bind(const Var* var, Interval bound) { bounds_[var] = bound; }
  // A size or a count: not negative, and so small that sums and products of such variables fit, as dimensions do.
  void BindSize(const Var* var) { sizes_.insert(var); }
  // True when no sum, difference or product that the value is made of leaves the range of its dtype.
  bool DoesNotOverflow(const Expr* e) { return ReachOf(e).holds; }
  // Whether the value has no known end, being made of a size.
  bool IsUnbounded(const Expr* e);
  // What was found out about expressions, which need not be kept beyond the statement that they stand in.
  void ForgetExpressions() { done_.clear(); }

 private:
  // What has no end is made of sizes.
  struct Reach {
    WideInterval values{0, 0};
    bool holds = true;
  };
  Reach ReachOf(const Expr* e);
  Reach OfNode(const Expr* e);
  WideInterval OfVar(const Var* var) const;
  Reach OfBinary(const BinaryExpr& e) const;
  Reach Done(const Expr* e) const;

  std::unordered_map<const Var*, Interval> bounds_;
  std::unordered_set<const Var*> sizes_;
  std::unordered_map<const Expr*, Reach> done_;
};

// Simplify (analyzer.h) for values that programs compute: bit for bit the same, also where arithmetic wraps. May leave
// out operands whose value does not matter, with the traps that they may have.
const Expr* SimplifyExactly(Context& ctx, const Expr* e, const ConstBounds& bounds, NoWrap& no_wrap);

}  // namespace assay
