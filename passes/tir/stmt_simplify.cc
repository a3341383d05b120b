// StmtSimplify: expressions of kernels in canonical form, with what the loops and conditions around them say;
// conditions that are known, assertions that hold and stores of what is there already go away. Tested by
// testdata/stmt_simplify.
#include "ir/walk.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// What a value defines cannot stand at two places.
bool Defines(const Expr* value) {
  bool defines = false;
  WalkBeforeChildren(value, [&](const Node* node) {
    defines = defines || Is<Let>(node);
    return !defines;
  });
  return defines;
}

bool IsTrue(const Expr* e) { return AsInt(e) != nullptr && AsInt(e)->value != 0; }

class StmtSimplifier : public FactsMutator {
 public:
  using FactsMutator::FactsMutator;

 protected:
  const Expr* VisitExpr(const Expr* e) override { return facts_->Simplify(e); }

  // other kinds: their expressions are simplified, and nothing follows from them
  const Stmt* VisitStmt(const Stmt* s) override {
    BindLoop(s);
    if (const auto* bind = As<Bind>(s)) {
      const Stmt* simple = Children(bind);
      const Expr* value = static_cast<const Bind*>(simple)->value;
      if (!Defines(value)) facts_->BindValue(bind->var, value);
      return simple;
    } else if (const auto* block = As<SBlock>(s)) {
      for (const IterVar* iter : block->iter_vars) BindRange(iter->var, iter->dom->min, iter->dom->extent);
    } else if (const auto* realize = As<SBlockRealize>(s)) {
      return VisitRealize(realize);
    } else if (const auto* branch = As<IfThenElse>(s)) {
      return VisitIf(branch);
    } else if (const auto* store = As<BufferStore>(s)) {
      const Stmt* simple = Children(store);
      return IsSelfStore(static_cast<const BufferStore*>(simple)) ? nullptr : simple;
    } else if (const auto* assertion = As<AssertStmt>(s)) {
      const Stmt* simple = Children(assertion);
      return IsTrue(static_cast<const AssertStmt*>(simple)->condition) ? nullptr : simple;
    }
    return Children(s);
  }

 private:
  const Stmt* Under(const Expr* condition, bool holds, const Stmt* s) {
    size_t mark = facts_->Mark();
    facts_->Assume(condition, holds);
    const Stmt* visited = Visit(s);
    facts_->ForgetTo(mark);
    return visited;
  }
  // Of a block with init it matters whether the reduction or its place is left out: what is never reduced is what the
  // reduction starts from (docs/semantics.md, Reductions over nothing). `False` would not say which.
  const Stmt* VisitRealize(const SBlockRealize* realize) {
    const auto* simple = static_cast<const SBlockRealize*>(Children(realize));
    const IntImm* known = AsInt(simple->predicate);
    bool says_less = realize->block->init != nullptr && known != nullptr && known->value == 0;
    if (!says_less || AsInt(realize->predicate) != nullptr) return simple;
    SBlockRealize* kept = ctx.arena.New<SBlockRealize>(*simple);
    kept->predicate = realize->predicate;
    return kept;
  }
  const Stmt* VisitIf(const IfThenElse* branch) {
    const Expr* condition = facts_->Simplify(branch->condition);
    if (const IntImm* known = AsInt(condition)) return Visit(known->value != 0 ? branch->then_case : branch->else_case);
    const Stmt* then_case = OrNoOp(ctx, Under(condition, true, branch->then_case), branch->then_case);
    const Stmt* else_case = Under(condition, false, branch->else_case);
    bool same = condition == branch->condition && then_case == branch->then_case && else_case == branch->else_case;
    if (same) return branch;
    IfThenElse* simple = ctx.arena.New<IfThenElse>(*branch);
    simple->condition = condition;
    simple->then_case = then_case;
    simple->else_case = else_case;
    return simple;
  }
};

Result<Module> RunStmtSimplify(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<StmtSimplifier>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kStmtSimplify = {
    .name = "StmtSimplify",
    .doc = "brings expressions of kernels to canonical form and removes what conditions and loops decide",
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunStmtSimplify,
};

}  // namespace assay
