#include "passes/relax/canonicalize_plan.h"
#include "passes/analysis/killed.h"

#include <vector>

#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/checkpoints.h"
#include "passes/op_names.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

using VarToVar = std::unordered_map<const Var*, const Var*>;

// The end of a chain of replacements.
const Var* Follow(const VarToVar& map, const Var* var) {
  for (auto found = map.find(var); found != map.end(); found = map.find(var)) var = found->second;
  return var;
}

// The same; what was passed on the way leads to the end from now on, so that chains of any length cost no more.
const Var* FollowOnce(VarToVar& map, const Var* var) {
  const Var* last = Follow(map, var);
  for (auto found = map.find(var); found != map.end() && found->second != last; found = map.find(var))
    var = std::exchange(found->second, last);
  return last;
}

class Planner {
 public:
  CanonicalizePlan Plan(Context& ctx, const Function* func) {
    ctx_ = &ctx;
    FindFixed(func);
    VisitFunction(func);
    FindUsesElsewhere();
    CanonicalizePlan plan;
    for (const Var* var : named_) {
      constants_.erase(var);
      constants_.erase(FollowOnce(trivial_, var));
    }
    plan.inline_constant = std::move(constants_);
    // What a dataflow block defines and nobody outside uses need not be visible outside.
    bool waits = FaultOn(Fault::canonicalize_one_direction_per_run) && !trivial_order_.empty();
    for (const Var* var : waits ? std::vector<const Var*>() : defined_in_dataflow_) {
      if (var->flavor == VarFlavor::kDataflow || used_outside_.contains(var)) continue;
      Rename(plan, var, MakeVar(ctx, var->name.text(), var->type, VarFlavor::kDataflow));
    }
    for (auto [var, source] : trivial_order_) PlanTrivial(plan, var, source);
    for (const Var* var : needed_elsewhere_) Publish(plan, Follow(plan.replace_binding, var));
    return plan;
  }

 private:
  void PlanTrivial(CanonicalizePlan& plan, const Var* var, const Var* source) {
    source = Follow(plan.replace_binding, FollowOnce(trivial_, source));
    bool stays_local =
        var->flavor == VarFlavor::kDataflow || source->flavor != VarFlavor::kDataflow || !used_outside_.contains(var);
    plan.bindings_to_remove.insert(var);
    if (stays_local) {
      plan.replace_usage[var] = source;
      return;
    }
    // An outer name for a local value: the value's own binding takes the outer name.
    Rename(plan, source, var);
  }
  static void Rename(CanonicalizePlan& plan, const Var* var, const Var* as) {
    plan.replace_binding[var] = as;
    plan.replace_usage[var] = as;
  }

  // A local value becomes an output of its block (TVM leaves it local, and the module ill-formed).
  void Publish(CanonicalizePlan& plan, const Var* var) {
    if (var->flavor == VarFlavor::kDataflow) Rename(plan, var, MakeVar(*ctx_, var->name.text(), var->type));
  }

  // A name in another block, whose uses become uses of the value itself.
  void FindUsesElsewhere() {
    for (auto [var, source] : trivial_order_) {
      source = FollowOnce(trivial_, source);
      auto home = home_.find(source);
      if (!used_.contains(var) || home == home_.end() || home->second == home_.at(var)) continue;
      used_outside_.insert(source);
      needed_elsewhere_.push_back(source);
    }
  }

  // Where an operator wants a variable, no constant may take its place.
  void FindFixed(const Function* func) {
    killed_ = KilledIn(func);
    WalkBeforeChildren(func->body, [&](const Node* node) {
      if (const auto* call = As<Call>(node)) {
        if (const Var* var = CheckpointedBy(call)) named_.insert(var);
      }
      return !IsTypeKind(node->kind);
    });
  }

  // recursion: functions and branches nest as deep as the parser lets them
  void VisitFunction(const Function* func) {
    const BindingBlock* outer = block_;
    block_ = nullptr;
    // Variables from outside count as used outside of their block.
    for (const Var* var : home_.empty() ? std::vector<const Var*>() : VarsIn(func->body, Types::kSkip)) {
      if (home_.contains(var)) used_outside_.insert(var);
    }
    VisitSeq(func->body);
    block_ = outer;
  }

  void VisitSeq(const SeqExpr* seq) {
    const BindingBlock* outer = block_;
    for (const BindingBlock* block : seq->blocks) {
      block_ = block;
      for (const Binding* binding : block->bindings) VisitBinding(binding);
    }
    block_ = nullptr;
    VisitUses(seq->body);
    block_ = outer;
  }

  void VisitUses(const Expr* e) {
    WalkBeforeChildren(e, [&](const Node* node) {
      if (const auto* var = As<Var>(node)) Use(var);
      if (const auto* func = As<Function>(node)) {
        VisitFunction(func);
        return false;
      }
      if (const auto* seq = As<SeqExpr>(node)) {
        VisitSeq(seq);
        return false;
      }
      return !IsTypeKind(node->kind);
    });
  }

  void Use(const Var* var) {
    // A name that goes is no use; its own uses count (FindUsesElsewhere).
    if (naming_) return;
    used_.insert(var);
    bool in_dataflow = block_ != nullptr && block_->is_dataflow;
    auto home = home_.find(var);
    if (!in_dataflow || (home != home_.end() && home->second != block_)) used_outside_.insert(var);
  }

  // What a type speaks of is no dataflow variable (as TVM's checker has it), also inside its block: a shape, or a
  // scalar that is a size.
  void UseTypes(const Type* type) {
    if (type == nullptr || Is<PrimType>(type)) return;
    WalkBeforeChildren(type, [&](const Node* node) {
      const auto* var = As<Var>(node);
      if (var != nullptr && (home_.contains(var) || !Is<PrimType>(var->type))) used_outside_.insert(var);
      return true;
    });
  }

  void VisitBinding(const Binding* binding) {
    const auto* cast = As<MatchCast>(binding);
    bool same_type = cast == nullptr || SameType(binding->var->type, binding->value->type);
    const Expr* value = Unwrapped(binding->value);
    // Of a tuple that was cast: the field as it came knows less, or another thing, and the cast traps.
    if (value != binding->value && KnowsLess(value, binding->value)) value = binding->value;
    const auto* source = As<Var>(value);
    bool killed = killed_.contains(binding->var) || killed_.contains(source);
    if (source != nullptr && same_type && !killed && !Is<PrimType>(source->type)) {
      trivial_[binding->var] = source;
      trivial_order_.emplace_back(binding->var, source);
    }
    // A cast that compares a size gives the constant another type.
    bool always = cast == nullptr || IsSubtype(*ctx_, cast->target, value->type) == SubtypeAnswer::kAlways;
    if (const auto* constant = As<Constant>(value); constant != nullptr && always) constants_[binding->var] = constant;
    known_[binding->var] = value;
    home_[binding->var] = block_;
    naming_ = trivial_.contains(binding->var);
    VisitUses(binding->value);
    naming_ = false;
    if (cast != nullptr) UseTypes(cast->target);
    UseTypes(binding->var->type);
    if (block_->is_dataflow) defined_in_dataflow_.push_back(binding->var);
  }

  const Expr* Resolve(const Expr* e) const {
    for (auto found = known_.find(As<Var>(e)); found != known_.end(); found = known_.find(As<Var>(e)))
      e = found->second;
    return e;
  }

  bool KnowsLess(const Expr* value, const Expr* than) const {
    if (value->type == nullptr || than->type == nullptr || SameType(value->type, than->type)) return false;
    SubtypeAnswer fits = IsSubtype(*ctx_, than->type, value->type);
    return fits == SubtypeAnswer::kNeedsCast || fits == SubtypeAnswer::kNever;
  }

  // Field i of a known tuple is that field; a tuple of all fields of a parameter, in order, is the parameter.
  const Expr* Unwrapped(const Expr* value) const {
    if (const auto* item = As<TupleGetItem>(value)) {
      const auto* tuple = As<Tuple>(Resolve(item->tuple));
      bool in_range = tuple != nullptr && item->index >= 0 && item->index < static_cast<int64_t>(tuple->fields.size());
      return in_range ? tuple->fields[static_cast<size_t>(item->index)] : value;
    }
    const auto* tuple = As<Tuple>(value);
    const Expr* earlier = tuple == nullptr ? nullptr : EarlierTuple(tuple);
    return earlier == nullptr ? value : earlier;
  }

  const Expr* EarlierTuple(const Tuple* tuple) const {
    if (tuple->fields.empty()) return nullptr;
    const Expr* earlier = nullptr;
    for (size_t i = 0; i < tuple->fields.size(); ++i) {
      const auto* item = As<TupleGetItem>(Resolve(tuple->fields[i]));
      if (item == nullptr || item->index != static_cast<int64_t>(i)) return nullptr;
      const auto* type = As<TupleType>(item->tuple->type);
      const Expr* source = Resolve(item->tuple);
      if (type == nullptr || type->fields.size() != tuple->fields.size()) return nullptr;
      // As TVM 0.26, which does not look for what holds the result of a call.
      if (Is<Call>(source)) return nullptr;
      // The value itself is no use where it is not a leaf: the variable that holds it is.
      if (!IsLeafOrTuple(source)) source = item->tuple;
      if (earlier != nullptr && source != earlier) return nullptr;
      earlier = source;
    }
    return earlier;
  }

  Context* ctx_ = nullptr;
  const BindingBlock* block_ = nullptr;
  std::unordered_map<const Var*, const BindingBlock*> home_;
  VarSet killed_;
  std::unordered_set<const Var*> named_;
  VarToVar trivial_;
  std::vector<std::pair<const Var*, const Var*>> trivial_order_;
  std::unordered_map<const Var*, const Expr*> known_;
  std::unordered_map<const Var*, const Constant*> constants_;
  std::vector<const Var*> defined_in_dataflow_;
  std::unordered_set<const Var*> used_outside_;
  // By another name in another block.
  std::vector<const Var*> needed_elsewhere_;
  // Used for more than another name.
  std::unordered_set<const Var*> used_;
  bool naming_ = false;
};

}  // namespace

CanonicalizePlan PlanCanonicalization(Context& ctx, const Function* func) { return Planner().Plan(ctx, func); }

}  // namespace assay
