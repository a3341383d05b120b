// OpRewriter: a base for passes that replace small patterns of operators by others, looking through bindings. Applied
// until nothing changes; what nobody needs any more goes. Tested by the golden texts of the passes that use it.
#pragma once

#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "passes/analysis/block_storage.h"
#include "passes/analysis/killed.h"
#include "passes/op_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {

// Rank of a tensor; kUnknownRank of anything else.
int RankOf(const Expr* e);

class OpRewriter : public RelaxMutator {
 public:
  OpRewriter(Context& context, const Module* module, const Function* func)
      : RelaxMutator(context, module), killed_(KilledIn(func)) {}

  // A pattern was replaced.
  bool changed() const { return changed_; }

 protected:
  // The replacement of a call, or null to leave it; operands are those of the input.
  virtual const Expr* Replace(const Call* call) = 0;

  const Expr* VisitCall(const Call* call, const Call* original) override;
  void VisitVarBinding(const VarBinding* binding) override;
  void BeginBindings(const BindingBlock*) override { seen_.emplace_back(); }
  void FinishBindings(const BindingBlock*) override { seen_.pop_back(); }

  // ---- what a pattern sees, as TVM's PatternMatchingRewriter: bindings of the same block in front of it, behind
  // whatever is impure or branches, without those that have been replaced; these, it sees when the function is gone
  // through again.

  void See(const VarBinding* binding);
  void Forget() { seen_.back().clear(); }
  // What the variable `e` is bound to, by whatever names; null where none is seen.
  const Expr* Seen(const Expr* e) const;
  // The same if it is a call of this operator.
  const Call* BoundCall(const Expr* e, std::string_view op) const;
  void MarkChanged() { changed_ = true; }
  // A value of the input as it stands in the output.
  const Expr* Now(const Expr* e) { return AsArgument(VisitExpr(e)); }
  // A typed call of an operator of the table, null when it would be ill-typed. Operands are of the output, null ones
  // make the result null.
  const Call* Op(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs = {});
  // The same, bound to a variable.
  const Expr* Emitted(const Expr* call) { return call == nullptr ? nullptr : AsArgument(call); }
  // What a matmul that is made anew says of its result's dtype: nothing, as TVM's, where that is the operands' anyway.
  const Attr* OutDtypeOf(const Call* matmul) const;

 private:
  // Whether names would become one of which one is killed.
  bool JoinsKilled(const Call* original, const Expr* replacement) const;

  bool changed_ = false;
  VarSet killed_;
  // What the call that is being visited is bound to.
  const Var* bound_ = nullptr;
  // Of the binding that is being visited.
  bool replaced_ = false;
  // One for each block around the place that is being visited.
  std::vector<std::unordered_map<const Var*, const Expr*>> seen_;
};

// Trivial bindings, common subexpressions and unused bindings go, until nothing changes.
Result<const Function*> TidyRewritten(PassContext& pass_ctx, const Module& module, const Function* func);
// Whether the function has bindings outside of dataflow blocks.
bool HasPlainBindings(const Function* func);

// What remains to be done after patterns were replaced in `rewritten`, or none matched. As TVM's rewrite_call:
// functions are tidied where a pattern matched, and also where bindings stand outside of dataflow blocks.
inline Result<const Function*> FinishRewriting(PassContext& pass_ctx, const Module& module, const Function* rewritten,
                                               bool matched) {
  if (!matched && !HasPlainBindings(rewritten)) return rewritten;
  return TidyRewritten(pass_ctx, module, rewritten);
}

constexpr int kMaxRewriteIterations = 64;

// Applies a rewriter class, constructed with (ctx, &module, func, args…), until it changes nothing, as TVM's
// rewrite_call does, which tidies what it goes through (FinishRewriting).
template <class Rewriter, class... A>
Result<const Function*> RewriteCalls(PassContext& pass_ctx, const Module& module, const Function* func, A&&... args) {
  // What stands in place of a call is computed where that was, which may be behind what overwrites an operand. Tidying
  // takes out what overwrites in vain.
  if (HasInplaceCalls(module, func)) {
    ASSAY_TRY(func, FinishRewriting(pass_ctx, module, func, false));
    if (HasInplaceCalls(module, func)) return func;
  }
  for (int iteration = 0; iteration < kMaxRewriteIterations; ++iteration) {
    const Function* before = func;
    Rewriter rewriter(pass_ctx.ctx, &module, func, args...);
    const Function* rewritten = rewriter.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(rewriter.status());
    ASSAY_TRY(func, FinishRewriting(pass_ctx, module, rewriter.changed() ? rewritten : func, rewriter.changed()));
    if (func == before || Equal(func, before)) return before;
  }
  return func;
}

}  // namespace assay
