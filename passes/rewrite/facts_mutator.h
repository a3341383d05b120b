// FactsMutator: a mutator that knows, where it stands, what the loops around it say of their variables. Tested through
// the passes.
#pragma once

#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {

class FactsMutator : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  const PrimFunc* VisitFunction(const PrimFunc* func) override {
    KernelFacts facts(ctx, *func);
    facts_ = &facts;
    // A let that stands at two places may have become two by what is known there.
    return WithDistinctLets(ctx, StmtMutator::VisitFunction(func));
  }

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    BindLoop(s);
    return Children(s);
  }
  // Does nothing for a statement that is no loop over a range.
  void BindLoop(const Stmt* s) {
    const auto* loop = As<For>(s);
    if (loop == nullptr) return;
    const IntImm* step = loop->step == nullptr ? nullptr : AsInt(facts_->Simplify(loop->step));
    bool by_one = loop->step == nullptr || (step != nullptr && step->value == 1);
    if (by_one) BindRange(loop->loop_var, loop->min, loop->extent);
  }
  // As the range will stand when it has been simplified: what it says then is known now.
  void BindRange(const Var* var, const Expr* min, const Expr* extent) {
    facts_->BindRange(var, facts_->Simplify(min), facts_->Simplify(extent));
  }

  // While a function is visited.
  KernelFacts* facts_ = nullptr;
};

}  // namespace assay
