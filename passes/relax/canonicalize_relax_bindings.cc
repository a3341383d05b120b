// The binding half of CanonicalizeBindings: carries out the plan, then lets outputs of dataflow blocks take the place
// of local variables that only served to be output. Tested by testdata/canonicalize_bindings.
#include <unordered_map>
#include <unordered_set>

#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"
#include "passes/relax/canonicalize.h"
#include "passes/relax/canonicalize_plan.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

bool IsDataflowVar(const Expr* e) {
  const auto* var = As<Var>(e);
  return var != nullptr && var->flavor == VarFlavor::kDataflow;
}

// Dataflow variables whose only use is to be bound to one output, with the values that they are bound to.
class OutputCandidates {
 public:
  explicit OutputCandidates(const std::vector<const Binding*>& bindings) {
    for (size_t i = bindings.size(); i-- > 0;) Look(bindings[i]);
  }
  const Expr* Find(const Expr* e) const {
    auto found = values_.find(As<Var>(e));
    return found == values_.end() ? nullptr : found->second;
  }

 private:
  void Look(const Binding* binding) {
    if (IsDataflowVar(binding->var)) {
      Disqualify(binding->value);
      // A match_cast of a local is a check that must stay.
      bool output = outputs_.contains(binding->var) && !disqualified_.contains(binding->var) && Is<VarBinding>(binding);
      // Readers take a field of a tuple out before it is cast.
      bool stays = cast_.contains(binding->var) && Is<TupleGetItem>(binding->value);
      if (output && !stays) values_[binding->var] = binding->value;
    } else if (IsDataflowVar(binding->value)) {
      if (Is<MatchCast>(binding)) cast_.insert(As<Var>(binding->value));
      if (!outputs_.insert(As<Var>(binding->value)).second) disqualified_.insert(As<Var>(binding->value));
    } else {
      Disqualify(binding->value);
    }
  }
  void Disqualify(const Expr* value) {
    WalkBeforeChildren(value, [&](const Node* node) {
      const auto* var = As<Var>(node);
      if (var != nullptr && var->flavor == VarFlavor::kDataflow) disqualified_.insert(var);
      return !IsTypeKind(node->kind);
    });
  }

  std::unordered_set<const Var*> outputs_;
  std::unordered_set<const Var*> cast_;
  std::unordered_set<const Var*> disqualified_;
  std::unordered_map<const Var*, const Expr*> values_;
};

class BindingCanonicalizer : public RelaxMutator {
 public:
  BindingCanonicalizer(Context& context, const Module* module, const CanonicalizePlan& plan)
      : RelaxMutator(context, module), plan_(plan) {}

  // Shapes that have another name now, which types of tensors speak of, too.
  VarMap RenamedShapes() {
    VarMap renamed;
    for (const auto& [var, name] : plan_.replace_usage) {
      if (Is<ShapeType>(var->type)) renamed[var] = VisitVar(var);
    }
    return renamed;
  }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    if (!plan_.bindings_to_remove.contains(binding->var)) RelaxMutator::VisitVarBinding(binding);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    if (!plan_.bindings_to_remove.contains(binding->var)) RelaxMutator::VisitMatchCast(binding);
  }
  const Var* VisitVarDef(const Var* var) override {
    const Var* named = var;
    for (auto found = plan_.replace_binding.find(named); found != plan_.replace_binding.end();) {
      named = found->second;
      found = plan_.replace_binding.find(named);
    }
    const Var* visited = RelaxMutator::VisitVarDef(named);
    if (visited != named) remap_[named] = visited;
    return visited;
  }
  const Expr* VisitVar(const Var* var) override {
    for (auto found = plan_.replace_usage.find(var); found != plan_.replace_usage.end();) {
      var = found->second;
      found = plan_.replace_usage.find(var);
    }
    auto constant = plan_.inline_constant.find(var);
    if (constant != plan_.inline_constant.end()) return constant->second;
    // As its definition was visited, and then as it got the type of its value.
    const auto* visited = As<Var>(RelaxMutator::VisitVar(var));
    return visited == var ? visited : RelaxMutator::VisitVar(visited);
  }
  void FinishBindings(const BindingBlock* block) override {
    if (block->is_dataflow) FoldOutputs(CurrentBindings());
  }

 private:
  void FoldOutputs(std::vector<const Binding*>& bindings) {
    OutputCandidates candidates(bindings);
    std::vector<const Binding*> kept;
    for (const Binding* binding : bindings) {
      if (candidates.Find(binding->var) != nullptr) continue;
      const Expr* value = IsDataflowVar(binding->var) ? nullptr : candidates.Find(binding->value);
      kept.push_back(value == nullptr ? binding : WithValue(binding, value));
    }
    if (kept.size() != bindings.size()) bindings = std::move(kept);
  }
  const Binding* WithValue(const Binding* binding, const Expr* value) {
    if (const auto* cast = As<MatchCast>(binding)) {
      MatchCast* fresh = ctx.arena.New<MatchCast>(*cast);
      // A call's own type, where the variable that it was bound to said less of it.
      const auto* call = As<Call>(value);
      fresh->value = call == nullptr ? value : Typed(ctx.arena.New<Call>(*call));
      return fresh;
    }
    VarBinding* fresh = ctx.arena.New<VarBinding>(*As<VarBinding>(binding));
    fresh->value = value;
    return fresh;
  }

  const CanonicalizePlan& plan_;
};

// The function with these names in its types; its body's type is that of its result, as far as the signature knows it.
const Function* WithShapesNamed(Context& ctx, const Function* func, const VarMap& renamed) {
  if (renamed.empty()) return func;
  Function* named = ctx.arena.New<Function>(*SubstituteIn(ctx, func, renamed));
  if (SameType(named->body->body->type, func->body->body->type)) return named;
  SeqExpr* body = ctx.arena.New<SeqExpr>(*named->body);
  body->type = EraseVars(ctx, body->body->type, SymbolsThatParamsDefine(named->params));
  named->body = body;
  return named;
}

bool HasDataflow(const Function* func) {
  bool found = false;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* block = As<BindingBlock>(node);
    found |= block != nullptr && block->is_dataflow;
    return !found &&
           (Is<SeqExpr>(node) || Is<BindingBlock>(node) || Is<VarBinding>(node) || Is<If>(node) || Is<Function>(node));
  });
  return found;
}

}  // namespace

Result<const Function*> CanonicalizeRelaxBindings(Context& ctx, const Module& module, const Function* func) {
  CanonicalizePlan plan = PlanCanonicalization(ctx, func);
  if (plan.empty() && !HasDataflow(func)) return func;
  BindingCanonicalizer canonicalizer(ctx, &module, plan);
  const Function* visited = canonicalizer.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(canonicalizer.status());
  return WithShapesNamed(ctx, visited, canonicalizer.RenamedShapes());
}

}  // namespace assay
