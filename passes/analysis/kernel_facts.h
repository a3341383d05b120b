// KernelFacts: what is known of a kernel's variables where a pass stands, and what follows for its expressions.
// Everything holds bit for bit: what may overflow is not treated as a number (ir/arith/no_wrap.h). Tested through
// StmtSimplify.
#pragma once

#include <vector>

#include "ir/arith/no_wrap.h"
#include "ir/builder.h"
#include "ir/rewrite.h"
#include "passes/analysis/effects.h"

namespace assay {

class KernelFacts {
 public:
  // Dimensions of the kernel's buffers are sizes.
  KernelFacts(Context& ctx, const PrimFunc& func);

  // A variable of a loop or of a block; one that can have a single constant value is replaced by it from here on.
  void BindRange(const Var* var, const Expr* min, const Expr* extent);
  // A dimension.
  void BindSize(const Var* var) {
    no_wrap_.BindSize(var);
    bounds_.Bind(var, {0, INT64_MAX});
  }
  void BindValue(const Var* var, const Expr* value);
  // The condition holds, or does not, until ForgetTo(mark) with the mark from before. What reads memory says nothing:
  // it may be another value the next time.
  size_t Mark() const { return undo_.size(); }
  void Assume(const Expr* condition, bool holds);
  void ForgetTo(size_t mark);

  const Expr* Simplify(const Expr* e);
  // Proven for all values of the variables; false when unknown.
  bool Proves(const Expr* condition);
  // Every value that the expression can have, as numbers.
  Interval BoundOf(const Expr* e);
  // The same, of parts of one expression, between which nothing else becomes known.
  Interval BoundOf(const Expr* e, ConstBounds::Known& done);
  // Whether no arithmetic in it leaves the range of its dtype.
  bool DoesNotOverflow(const Expr* e) {
    no_wrap_.ForgetExpressions();
    return no_wrap_.DoesNotOverflow(e);
  }

 private:
  struct Undo {
    // Null: the last one of facts_ goes.
    const Var* var;
    Interval before;
  };
  struct Fact {
    const Expr* condition;
    bool holds;
  };
  void Learn(const Expr* condition, bool holds);
  void Narrow(const Expr* condition, bool holds);
  const Expr* ByFacts(const Expr* e) const;
  // Of the fault exponential_symbol_relaxation: what variables are bound to is looked at anew for each of its ends.
  Interval Relaxed(const Expr* value);

  Context& ctx_;
  ConstBounds bounds_;
  NoWrap no_wrap_;
  VarMap values_;
  VarMap relaxed_;
  std::vector<Fact> facts_;
  std::vector<Undo> undo_;
};

// The expression with variables replaced; buffers stay what they are.
const Expr* SubstituteInValue(Context& ctx, const Expr* e, const VarMap& values);

}  // namespace assay
