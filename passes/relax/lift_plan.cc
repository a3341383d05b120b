#include "passes/relax/lift_plan.h"

#include <algorithm>
#include <iterator>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/support/fault.h"
#include "passes/analysis/block_storage.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"

namespace assay {
namespace {

std::vector<const Type*> TypesOf(const std::vector<const Var*>& vars) {
  std::vector<const Type*> types;
  for (const Var* var : vars) types.push_back(var->type);
  return types;
}

size_t NumInputOf(const Function* func) {
  int64_t count = NumInputAttr(func);
  return count < 0 ? func->params.size() : std::min(static_cast<size_t>(count), func->params.size());
}

// Calls visit(binding, whether it is in a dataflow block) for each binding, in order; what stands in a branch is none,
// as for TVM, since it is computed only where the branch is taken.
template <class F>
void ForEachBinding(const SeqExpr* seq, F&& visit) {
  for (const BindingBlock* block : seq->blocks) {
    for (const Binding* binding : block->bindings) visit(binding, block->is_dataflow);
  }
}

bool CanLift(const Binding* binding, bool in_dataflow, const VarSet& liftable) {
  if (!in_dataflow || IsCallOf(binding->value, "relax.builtin.stop_lift_params")) return false;
  if (Is<ExternFunc>(binding->value)) return false;
  auto known = [&](const Var* var) { return liftable.contains(var); };
  if (!std::ranges::all_of(FreeVarsIn(binding->value, Types::kSkip), known)) return false;
  return std::ranges::all_of(VarsIn(binding->var->type), known);
}

// Finds which bindings of several functions compute the same from the same weights.
class SharedBindings {
 public:
  SharedBindings(Context& ctx, VarMap to_shared) : ctx_(ctx), to_shared_(std::move(to_shared)) {}

  // Diag kUnsupported for a match_cast, whose symbols are its function's own.
  Status Collect(const Function* func) {
    for (size_t i = NumInputOf(func); i < func->params.size(); ++i) liftable_.insert(func->params[i]);
    const Binding* cast = nullptr;
    ForEachBinding(func->body, [&](const Binding* binding, bool in_dataflow) {
      if (Is<MatchCast>(binding)) cast = binding;
      if (cast == nullptr && CanLift(binding, in_dataflow, liftable_)) Add(binding);
    });
    if (cast == nullptr) return Done{};
    return Diag{DiagKind::kUnsupported, cast->span, "match_cast is not supported in a shared transform", "", {}};
  }
  // What all of `count` functions have.
  void Finish(size_t count, SharedLiftPlan& plan) const {
    for (const Group& group : groups_) {
      bool own = Equal(group.value, group.bindings.front()->value);
      if (!own || group.bindings.size() != count) continue;
      plan.bindings.push_back(group.bindings.front());
      for (const Binding* binding : group.bindings) plan.to_shared[binding->var] = group.bindings.front()->var;
    }
  }

 private:
  // Bindings of one value, once its variables are replaced by the shared ones.
  struct Group {
    const Expr* value = nullptr;
    std::vector<const Binding*> bindings;
  };
  void Add(const Binding* binding) {
    liftable_.insert(binding->var);
    const Expr* value = SubstituteIn(ctx_, binding->value, to_shared_);
    uint64_t hash = StructuralHash(value);
    auto [first, last] = by_hash_.equal_range(hash);
    auto same = std::find_if(first, last, [&](const auto& entry) { return Equal(groups_[entry.second].value, value); });
    size_t index = same == last ? groups_.size() : same->second;
    if (same == last) {
      by_hash_.emplace(hash, index);
      groups_.push_back({value, {}});
    }
    groups_[index].bindings.push_back(binding);
    to_shared_[binding->var] = groups_[index].bindings.front()->var;
  }

  Context& ctx_;
  VarMap to_shared_;
  VarSet liftable_;
  std::vector<Group> groups_;
  std::unordered_multimap<uint64_t, size_t> by_hash_;
};

Diag OtherWeights(std::string why) { return {DiagKind::kBadArgument, {}, std::move(why), "", {}}; }

// Maps `var` to `shared`, and the symbolic variables of its type along.
Status MapWeight(const Var* var, const Var* shared, VarMap& map) {
  if (!Equal(var->type, shared->type, {.map_free_vars = true})) {
    return OtherWeights("functions with a shared transform take weights of different types");
  }
  map[var] = shared;
  std::vector<const Var*> symbols = DefinableSymbols({var->type});
  std::vector<const Var*> shared_symbols = DefinableSymbols({shared->type});
  for (size_t i = 0; i < symbols.size() && i < shared_symbols.size(); ++i) {
    auto [known, fresh] = map.emplace(symbols[i], shared_symbols[i]);
    if (!fresh && known->second != shared_symbols[i]) {
      return OtherWeights("functions with a shared transform use symbolic variables differently");
    }
  }
  return Done{};
}

void AddMapped(VarSet& target, const VarSet& source, const VarMap& map) {
  for (const Var* var : source) {
    auto found = map.find(var);
    target.insert(found == map.end() ? var : static_cast<const Var*>(found->second));
  }
}

// What types may name: a size or a shape.
bool IsNameable(const Var* var) { return Is<PrimType>(var->type) || Is<ShapeType>(var->type); }

// Shapes that the types of outputs name become outputs, too, and so do sizes that bindings give: where such a type is
// all that the rest of the function sees of a size, it would define it once more.
void GiveNamedSizes(LocalLiftPlan& plan) {
  VarSet bound;
  for (const Binding* binding : plan.bindings) bound.insert(binding->var);
  VarSet given;
  std::vector<const Var*> open = plan.Outputs(plan.Weights());
  while (!open.empty()) {
    const Var* output = open.back();
    open.pop_back();
    if (!given.insert(output).second) continue;
    for (const Var* var : VarsIn(output->type)) {
      if (!Is<ShapeType>(var->type) && !bound.contains(var)) continue;
      plan.needs_weights.insert(var);
      plan.used_at_run_time.insert(var);
      open.push_back(var);
    }
  }
}

std::vector<const Var*> Remaining(const std::vector<const Var*>& symbols, const VarSet& used,
                                  const std::vector<const Type*>& definers) {
  std::vector<const Var*> known = DefinableSymbols(definers);
  std::vector<const Var*> left;
  for (const Var* var : symbols) {
    if (used.contains(var) && std::ranges::find(known, var) == known.end()) left.push_back(var);
  }
  return left;
}

}  // namespace

std::vector<const Var*> LiftPlan::Outputs(const std::vector<const Var*>& weights) const {
  std::vector<const Var*> outputs;
  for (const Var* weight : weights) {
    if (used_at_run_time.contains(weight)) outputs.push_back(weight);
  }
  for (const Binding* binding : bindings) {
    if (needs_weights.contains(binding->var) && used_at_run_time.contains(binding->var))
      outputs.push_back(binding->var);
  }
  return outputs;
}

std::vector<const Var*> SharedLiftPlan::Symbols() const {
  return Remaining(DefinableSymbols(TypesOf(weights)), used_at_run_time, TypesOf(Outputs(weights)));
}

std::vector<const Var*> LocalLiftPlan::Symbols() const {
  std::vector<const Type*> definers = TypesOf(Inputs());
  for (const Type* type : TypesOf(Outputs(Weights()))) definers.push_back(type);
  return Remaining(DefinableSymbols(TypesOf({func->params.begin(), func->params.end()})), used_at_run_time, definers);
}

LocalLiftPlan PlanLocalLift(Context& ctx, const Module& module, const Function* func, SharedLiftPlan* shared) {
  LocalLiftPlan plan;
  plan.func = func;
  plan.num_input = NumInputOf(func);
  // What is overwritten later must be read before that.
  const bool may_lift = !HasInplaceCalls(module, func);
  VarSet liftable;
  for (const Var* weight : plan.Weights()) {
    liftable.insert(weight);
    plan.needs_weights.insert(weight);
    for (const Var* symbol : DefinableSymbols({weight->type})) liftable.insert(symbol);
  }
  auto use_names_in = [&](const Binding* binding) {
    std::vector<const Var*> vars = FreeVarsIn(binding->value);
    for (const Var* var : VarsIn(binding->var->type)) vars.push_back(var);
    std::ranges::copy_if(vars, std::inserter(plan.used_at_run_time, plan.used_at_run_time.end()), IsNameable);
  };
  ForEachBinding(func->body, [&](const Binding* binding, bool in_dataflow) {
    std::vector<const Var*> upstream = FreeVarsIn(binding->value, Types::kSkip);
    bool lifts = may_lift && CanLift(binding, in_dataflow, liftable) &&
                 (shared == nullptr || shared->to_shared.contains(binding->var));
    if (!lifts) {
      plan.used_at_run_time.insert(binding->var);
      for (const Var* var : upstream) plan.used_at_run_time.insert(var);
      use_names_in(binding);
      return;
    }
    plan.bindings.push_back(binding);
    liftable.insert(binding->var);
    bool depends = std::ranges::any_of(upstream, [&](const Var* var) { return plan.needs_weights.contains(var); });
    if (depends) plan.needs_weights.insert(binding->var);
    // What depends on no weight is computed at run time, too, from its shapes.
    if (!depends) use_names_in(binding);
  });
  // Results count as uses (TVM #17231).
  if (!FaultOn(Fault::lift_params_ignores_function_output)) {
    for (const Var* var : VarsIn(func->body->body)) plan.used_at_run_time.insert(var);
  }
  // What the signature says beyond that is looked at whenever the function returns.
  if (IsSubtype(ctx, func->ret_type, func->body->body->type) != SubtypeAnswer::kAlways) {
    for (const Var* var : VarsIn(func->ret_type)) plan.used_at_run_time.insert(var);
  }
  GiveNamedSizes(plan);
  if (shared != nullptr) {
    AddMapped(shared->needs_weights, plan.needs_weights, shared->to_shared);
    AddMapped(shared->used_at_run_time, plan.used_at_run_time, shared->to_shared);
  }
  return plan;
}

Result<SharedLiftPlan> PlanSharedLift(Context& ctx, const Module& module,
                                      const std::vector<const Function*>& functions) {
  if (functions.empty()) return OtherWeights("a shared transform needs a function with the attribute num_input");
  SharedLiftPlan plan;
  const Function* first = functions[0];
  plan.weights.assign(first->params.begin() + static_cast<std::ptrdiff_t>(NumInputOf(first)), first->params.end());
  for (const Function* func : functions) {
    size_t offset = NumInputOf(func);
    if (func->params.size() - offset != plan.weights.size()) {
      return OtherWeights("functions with a shared transform take different numbers of weights");
    }
    for (size_t i = 0; i < plan.weights.size(); ++i) {
      ASSAY_RETURN_IF_ERROR(MapWeight(func->params[offset + i], plan.weights[i], plan.to_shared));
    }
  }
  SharedBindings shared(ctx, plan.to_shared);
  for (const Function* func : functions) {
    if (!HasInplaceCalls(module, func)) ASSAY_RETURN_IF_ERROR(shared.Collect(func));
  }
  shared.Finish(functions.size(), plan);
  return plan;
}

}  // namespace assay
