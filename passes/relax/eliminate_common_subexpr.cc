// EliminateCommonSubexpr: a value that is bound already becomes a trivial binding of the first variable, which stands
// for the second from there on. Impure calls and allocations stay. Tested by testdata/eliminate_common_subexpr.
#include <algorithm>
#include <array>

#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/ops/purity.h"
#include "ir/support/fault.h"
#include "ir/support/hash.h"
#include "ir/walk.h"
#include "passes/analysis/block_storage.h"
#include "passes/analysis/killed.h"
#include "passes/analysis/overwritten.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

bool IsAllocation(const Expr* e) {
  constexpr std::array kAllocations = {"relax.builtin.alloc_tensor", "relax.memory.alloc_storage",
                                       "relax.memory.alloc_tensor", "relax.vm.alloc_storage", "relax.vm.alloc_tensor"};
  return std::ranges::find(kAllocations, OpNameOf(e)) != kAllocations.end();
}

// To the structural hash all variables of one type are alike, and all links of a chain; those that equal values do not
// define themselves are the same ones, in the same order.
uint64_t HashWithOperands(const Expr* value) {
  uint64_t hash = StructuralHash(value);
  for (const Var* var : FreeVarsIn(value, Types::kSkip)) hash = HashCombine(hash, reinterpret_cast<uintptr_t>(var));
  return hash;
}

struct BoundValue {
  const Expr* value = nullptr;
  const Type* cast = nullptr;
  std::vector<const Var*> vars;
};

// What is bound where the pass stands. What a branch or a dataflow block adds is taken back at its end, at the cost of
// what it added.
class Scope {
 public:
  size_t Mark() const { return log_.size(); }
  // As it was at the mark.
  void Undo(size_t mark) {
    for (; log_.size() > mark; log_.pop_back()) Forget(log_.back());
  }
  // Dataflow variables that came since the mark end with their block.
  void ForgetLocals(size_t mark) {
    auto is_local = [](const Var* var) { return var != nullptr && var->flavor == VarFlavor::kDataflow; };
    for (size_t i = mark; i < log_.size(); ++i) {
      Added& added = log_[i];
      if (!is_local(added.var) && !is_local(added.known)) continue;
      if (added.known != nullptr)
        replaced_.erase(added.var);
      else if (is_local(added.var))
        std::erase(values_[added.value].vars, added.var);
      added.var = nullptr;
    }
  }

  // The first one of the hash that is the same value by `same`; null where there is none.
  template <class F>
  BoundValue* Find(uint64_t hash, F&& same) {
    auto found = by_hash_.find(hash);
    if (found == by_hash_.end()) return nullptr;
    for (size_t i : found->second) {
      if (same(values_[i])) return &values_[i];
    }
    return nullptr;
  }
  void Add(uint64_t hash, const Expr* value, const Type* cast, const Var* var) {
    by_hash_[hash].push_back(values_.size());
    log_.push_back({.value = values_.size(), .hash = hash, .makes = true});
    values_.push_back({value, cast, {}});
    AddVar(values_.back(), var);
  }
  void AddVar(BoundValue& bound, const Var* var) {
    bound.vars.push_back(var);
    log_.push_back({.value = static_cast<size_t>(&bound - values_.data()), .var = var});
  }
  // The variable's binding became trivial.
  void Replace(const Var* var, const Var* known) {
    replaced_[var] = known;
    log_.push_back({.var = var, .known = known});
  }
  const Var* Replacement(const Var* var) const {
    auto found = replaced_.find(var);
    return found == replaced_.end() ? nullptr : found->second;
  }

 private:
  // A value, a variable that holds one, or a variable that is another one by now; var is null where it is forgotten.
  struct Added {
    size_t value = 0;
    uint64_t hash = 0;
    bool makes = false;
    const Var* var = nullptr;
    const Var* known = nullptr;
  };
  void Forget(const Added& added) {
    if (added.makes) {
      by_hash_[added.hash].pop_back();
      values_.pop_back();
    } else if (added.var != nullptr && added.known != nullptr) {
      replaced_.erase(added.var);
    } else if (added.var != nullptr) {
      std::erase(values_[added.value].vars, added.var);
    }
  }

  std::vector<BoundValue> values_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_hash_;
  std::unordered_map<const Var*, const Var*> replaced_;
  std::vector<Added> log_;
};

class SubexprEliminator : public RelaxMutator {
 public:
  SubexprEliminator(Context& context, const Module* module, bool call_only, std::unordered_set<const Var*> overwritten)
      : RelaxMutator(context, module), call_only_(call_only), overwritten_(std::move(overwritten)) {}

  // A nested function starts afresh: nothing moves into it or out of it.
  const Function* VisitFunction(const Function* func) override {
    killed_ = KilledIn(func);
    Scope outer = std::exchange(scope_, {});
    size_t outer_block = std::exchange(block_, 0);
    const Function* visited = RelaxMutator::VisitFunction(func);
    scope_ = std::move(outer);
    block_ = outer_block;
    return visited;
  }

 protected:
  const Expr* VisitVar(const Var* var) override {
    const Var* known = scope_.Replacement(var);
    return RelaxMutator::VisitVar(known == nullptr ? var : known);
  }
  void VisitVarBinding(const VarBinding* binding) override {
    bool changing = MentionsOverwritten(binding);
    const Expr* value = VisitExpr(binding->value);
    const Var* known = changing ? nullptr : Known(value, nullptr, binding->var);
    ReEmit(binding, known == nullptr ? value : known);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    const Expr* value = AsArgument(VisitExpr(binding->value));
    const Var* known = Known(value, VisitType(binding->target), binding->var);
    if (known == nullptr) return RelaxMutator::VisitMatchCast(binding);
    EmitBinding(MakeBinding(ctx, VisitVarDef(binding->var), known));
  }
  const Expr* VisitIf(const If* branch) override {
    // What a branch computes is there in that branch alone; RelaxMutator visits the branches one after the other.
    const Expr* cond = AsArgument(VisitExpr(branch->cond));
    auto visit = [&](const SeqExpr* body) {
      size_t mark = block_ = scope_.Mark();
      const SeqExpr* visited = VisitSeq(body);
      scope_.Undo(mark);
      block_ = mark;
      return visited;
    };
    const SeqExpr* then_branch = visit(branch->true_branch);
    const SeqExpr* else_branch = visit(branch->false_branch);
    if (cond == branch->cond && then_branch == branch->true_branch && else_branch == branch->false_branch)
      return branch;
    If* fresh = ctx.arena.New<If>(*branch);
    fresh->cond = cond;
    fresh->true_branch = then_branch;
    fresh->false_branch = else_branch;
    return fresh;
  }
  // Dataflow variables end with their block.
  void FinishBindings(const BindingBlock* block) override {
    if (block->is_dataflow) scope_.ForgetLocals(block_);
    block_ = scope_.Mark();
  }

 private:
  // Allocations are another rule's.
  bool MentionsOverwritten(const VarBinding* binding) const {
    if (overwritten_.empty() || IsAllocation(binding->value)) return false;
    return overwritten_.contains(binding->var) || MentionsAny(binding->value, overwritten_, Types::kSkip);
  }
  // The variable that holds this value already; else null, and `var` holds it from here on. A match_cast counts with
  // its target by identity of variables: others define symbols of their own.
  const Var* Known(const Expr* value, const Type* cast, const Var* var);

  bool call_only_;
  // What holds another value after a while, whatever is computed from it.
  std::unordered_set<const Var*> overwritten_;
  VarSet killed_;
  Scope scope_;
  // Where the scope stood when the block began.
  size_t block_ = 0;
};

const Var* SubexprEliminator::Known(const Expr* value, const Type* cast, const Var* var) {
  if ((call_only_ && !Is<Call>(value)) || killed_.contains(var)) return nullptr;
  bool allocates = IsAllocation(value) && !FaultOn(Fault::cse_merges_allocations);
  if (FindImpureCall(module_, value) != nullptr || allocates) return nullptr;
  uint64_t hash = HashWithOperands(value);
  BoundValue* bound = scope_.Find(hash, [&](const BoundValue& one) {
    bool same_cast = (cast == nullptr) == (one.cast == nullptr) && (cast == nullptr || Equal(cast, one.cast));
    return same_cast && Equal(value, one.value);
  });
  if (bound == nullptr) {
    scope_.Add(hash, value, cast, var);
    return nullptr;
  }
  const Var* known = bound->vars.empty() ? nullptr : bound->vars.front();
  scope_.AddVar(*bound, var);
  if (known == nullptr) return nullptr;
  scope_.Replace(var, known);
  return static_cast<const Var*>(VisitVar(known));
}

Result<Module> RunEliminateCommonSubexpr(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(bool call_only, BoolOption(options, "call_only", false));
  return MapRelaxFunctions(pass_ctx.ctx, module, [&](const Function* func) {
    return EliminateCommonSubexpr(pass_ctx.ctx, module, func, call_only);
  });
}

constexpr std::string_view kOptions[] = {"call_only"};

}  // namespace

Result<const Function*> EliminateCommonSubexpr(Context& ctx, const Module& module, const Function* func,
                                               bool call_only) {
  // Two equal values are two tensors where one of them is overwritten.
  if (HasInplaceCalls(func)) return func;
  SubexprEliminator eliminator(ctx, &module, call_only, OverwrittenByKernels(module, func));
  const Function* visited = eliminator.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(eliminator.status());
  return visited;
}

const PassSpec kEliminateCommonSubexpr = {
    .name = "EliminateCommonSubexpr",
    .doc = "binds a value that is bound already to the variable that holds it",
    .options = kOptions,
    .opt_level = 1,
    .idempotent = false,
    .why_not_idempotent = "trivial bindings that it made are values that are bound twice",
    .changes = Alters({Facet::kGraphs}),
    .run = RunEliminateCommonSubexpr,
};

}  // namespace assay
