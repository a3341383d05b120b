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

// To the structural hash all variables of one type are alike, and all links of a chain; operands are the same ones in
// equal values.
// other kinds: have few operands, or variables of their own
uint64_t HashWithOperands(const Expr* value) {
  uint64_t hash = StructuralHash(value);
  std::vector<const Expr*> stack{value};
  while (!stack.empty()) {
    const Expr* e = stack.back();
    stack.pop_back();
    if (Is<Var>(e)) hash = HashCombine(hash, reinterpret_cast<uintptr_t>(e));
    if (const auto* call = As<Call>(e)) stack.insert(stack.end(), call->args.begin(), call->args.end());
    if (const auto* tuple = As<Tuple>(e)) stack.insert(stack.end(), tuple->fields.begin(), tuple->fields.end());
    if (const auto* get = As<TupleGetItem>(e)) stack.push_back(get->tuple);
  }
  return hash;
}

class SubexprEliminator : public RelaxMutator {
 public:
  SubexprEliminator(Context& context, const Module* module, bool call_only, std::unordered_set<const Var*> overwritten)
      : RelaxMutator(context, module), call_only_(call_only), overwritten_(std::move(overwritten)) {}

  // A nested function starts afresh: nothing moves into it or out of it.
  const Function* VisitFunction(const Function* func) override {
    killed_ = KilledIn(func);
    Scope outer = std::exchange(scope_, {});
    const Function* visited = RelaxMutator::VisitFunction(func);
    scope_ = std::move(outer);
    return visited;
  }

 protected:
  const Expr* VisitVar(const Var* var) override {
    auto found = scope_.replaced.find(var);
    return RelaxMutator::VisitVar(found == scope_.replaced.end() ? var : found->second);
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
    Scope outer = scope_;
    const SeqExpr* then_branch = VisitSeq(branch->true_branch);
    scope_ = outer;
    const SeqExpr* else_branch = VisitSeq(branch->false_branch);
    scope_ = std::move(outer);
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
    if (!block->is_dataflow) return;
    auto is_local = [](const Var* var) { return var->flavor == VarFlavor::kDataflow; };
    for (auto& [hash, value] : scope_.values) std::erase_if(value.vars, is_local);
    std::erase_if(scope_.replaced, [&](const auto& pair) { return is_local(pair.first) || is_local(pair.second); });
  }

 private:
  struct BoundValue {
    const Expr* value = nullptr;
    const Type* cast = nullptr;
    std::vector<const Var*> vars;
  };
  struct Scope {
    std::unordered_multimap<uint64_t, BoundValue> values;
    // Variables whose binding became trivial, with what they are.
    std::unordered_map<const Var*, const Var*> replaced;
  };
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
};

const Var* SubexprEliminator::Known(const Expr* value, const Type* cast, const Var* var) {
  if ((call_only_ && !Is<Call>(value)) || killed_.contains(var)) return nullptr;
  bool allocates = IsAllocation(value) && !FaultOn(Fault::cse_merges_allocations);
  if (FindImpureCall(module_, value) != nullptr || allocates) return nullptr;
  uint64_t hash = HashWithOperands(value);
  auto [first, last] = scope_.values.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    BoundValue& bound = it->second;
    bool same_cast = (cast == nullptr) == (bound.cast == nullptr) && (cast == nullptr || Equal(cast, bound.cast));
    if (!same_cast || !Equal(value, bound.value)) continue;
    const Var* known = bound.vars.empty() ? nullptr : bound.vars.front();
    bound.vars.push_back(var);
    if (known != nullptr) scope_.replaced[var] = known;
    return known == nullptr ? nullptr : static_cast<const Var*>(VisitVar(known));
  }
  scope_.values.emplace(hash, BoundValue{value, cast, {var}});
  return nullptr;
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
