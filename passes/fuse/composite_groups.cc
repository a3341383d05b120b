#include "passes/fuse/composite_groups.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/walk.h"

namespace assay {

std::string_view CodegenName(std::string_view composite) { return composite.substr(0, composite.find('.')); }
const AttrDict* LocalAttrs(Context& ctx, const AttrDict* composite) {
  return WithAttr(ctx, WithAttr(ctx, composite, "Primitive", nullptr), "global_symbol", nullptr);
}

namespace {

// Who uses each variable of a function's top level.
struct Uses {
  std::unordered_map<const Var*, const Binding*> binding_of;
  std::unordered_map<const Var*, std::vector<const Binding*>> users;
  std::unordered_set<const Var*> results;

  explicit Uses(const Function* func) {
    for (const BindingBlock* block : func->body->blocks) {
      for (const Binding* binding : block->bindings) {
        binding_of.emplace(binding->var, binding);
        for (const Var* var : VarsIn(binding->value, Types::kSkip)) users[var].push_back(binding);
      }
    }
    for (const Var* var : VarsIn(func->body->body, Types::kSkip)) results.insert(var);
  }

  // Whether the tuple, and every variable that is another name of it, is only ever taken apart.
  bool OnlyItemsAreUsed(const Var* tuple) const {
    std::vector<const Var*> pending{tuple};
    std::unordered_set<const Var*> names;
    bool any = false;
    while (!pending.empty()) {
      const Var* name = pending.back();
      pending.pop_back();
      if (!names.insert(name).second) continue;
      if (results.contains(name)) return false;
      auto own = binding_of.find(name);
      if (own != binding_of.end() && Is<Var>(own->second->value)) pending.push_back(As<Var>(own->second->value));
      auto found = users.find(name);
      for (const Binding* user : found == users.end() ? std::vector<const Binding*>() : found->second) {
        const auto* item = As<TupleGetItem>(user->value);
        any |= item != nullptr;
        if (user->value == name) {
          pending.push_back(user->var);
        } else if (item == nullptr || item->tuple != name) {
          return false;
        }
      }
    }
    return any;
  }
};

class Builder {
 public:
  Builder(Context& ctx, const Module& module, const Function* func)
      : ctx_(ctx), module_(module), func_(func), uses_(func) {}

  Partition Run() {
    for (const Var* param : func_->params) partition_.of[param] = NewGroup();
    for (const BindingBlock* block : func_->body->blocks) {
      for (const Binding* binding : block->bindings) {
        partition_.of[binding->var] =
            Is<MatchCast>(binding) ? Alone(binding->value) : GroupOf(binding->value, binding->var);
      }
    }
    return std::move(partition_);
  }

 private:
  FusionGroup* NewGroup() { return &partition_.groups.emplace_back(); }
  std::string_view CompilerOf(const Expr* callee) const {
    const auto* var = As<GlobalVar>(callee);
    const Expr* func = var == nullptr ? nullptr : module_.Find(var->name.text());
    return func == nullptr ? std::string_view() : CodegenName(StringAttr(AttrsOf(func), "Composite"));
  }
  static std::string_view CompilerOf(FusionGroup* group) { return StringAttr(group->Root()->attrs, "Codegen"); }

  // The group of an operand; what no binding defines has one of its own.
  // recursion: tuples nest as deep as the parser lets them
  FusionGroup* Operand(const Expr* e) {
    if (FusionGroup* known = partition_.Find(e)) return known;
    FusionGroup* group = Is<Tuple>(e) || Is<TupleGetItem>(e) ? GroupOf(e, nullptr) : NewGroup();
    partition_.of[e] = group;
    return group->Root();
  }
  FusionGroup* GroupOf(const Expr* value, const Var* var) {
    if (const auto* call = As<Call>(value)) return OfCall(call);
    if (const auto* tuple = As<Tuple>(value)) return OfTuple(tuple, var);
    if (const auto* item = As<TupleGetItem>(value)) return OfItem(item);
    return Is<If>(value) || Is<Function>(value) ? Alone(value) : Operand(value);
  }
  // What no other compiler takes: TVM's pass stops at it.
  FusionGroup* Alone(const Expr* value) {
    FusionGroup* group = NewGroup();
    std::vector<const Var*> vars = VarsIn(value, Types::kSkip);
    NoteNeeds(group, {vars.begin(), vars.end()});
    return group;
  }
  FusionGroup* OfCall(const Call* call) {
    std::vector<const Expr*> operands(call->args.begin(), call->args.end());
    std::erase_if(operands, [](const Expr* e) { return Is<GlobalVar>(e) || Is<ExternFunc>(e); });
    std::string_view compiler = CompilerOf(call->op);
    FusionGroup* group = nullptr;
    std::set<FusionGroup*> barred = NeededByOperands(operands);
    for (const Expr* operand : operands) {
      FusionGroup* other = Operand(operand);
      if (compiler.empty() || CompilerOf(other) != compiler || barred.contains(other)) continue;
      if (group == nullptr) {
        group = other;
        ++group->num_nodes;
      } else {
        Merge(other->Root(), group->Root());
      }
    }
    if (group == nullptr) {
      group = NewGroup();
      if (!compiler.empty()) group->attrs = MakeDict(ctx_, {{"Codegen", MakeAttrString(ctx_, compiler)}});
    }
    NoteNeeds(group->Root(), operands);
    return group->Root();
  }
  static bool IsFlat(const Expr* e) {
    const auto* type = As<TupleType>(e->type);
    return type != nullptr && !type->fields.empty() &&
           std::ranges::all_of(type->fields, [](const Type* field) { return Is<TensorType>(field); });
  }
  // A tuple of results of one group that is only taken apart belongs to the group.
  FusionGroup* OfTuple(const Tuple* tuple, const Var* var) {
    std::vector<const Expr*> fields(tuple->fields.begin(), tuple->fields.end());
    if (!IsFlat(tuple)) return NewGroup();
    FusionGroup* common = Operand(fields[0]);
    bool one = std::ranges::all_of(fields, [&](const Expr* field) { return Operand(field) == common; });
    if (one && var != nullptr && !CompilerOf(common).empty() && uses_.OnlyItemsAreUsed(var)) {
      ++common->num_nodes;
      return common;
    }
    FusionGroup* group = NewGroup();
    NoteNeeds(group, fields);
    return group;
  }
  FusionGroup* OfItem(const TupleGetItem* item) {
    if (!IsFlat(item->tuple)) return NewGroup();
    FusionGroup* group = Operand(item->tuple);
    const auto* var = As<Var>(item->tuple);
    if (var != nullptr && !CompilerOf(group).empty() && uses_.OnlyItemsAreUsed(var)) {
      ++group->num_nodes;
      return group;
    }
    FusionGroup* own = NewGroup();
    NoteNeeds(own, {item->tuple});
    return own;
  }

  std::set<FusionGroup*> NeededByOperands(const std::vector<const Expr*>& operands) {
    std::set<FusionGroup*> all;
    for (const Expr* operand : operands) all.merge(std::set(needs_[Operand(operand)]));
    return all;
  }
  void NoteNeeds(FusionGroup* group, const std::vector<const Expr*>& operands) {
    for (const Expr* operand : operands) {
      if (const auto* tuple = As<Tuple>(operand)) {
        NoteNeeds(group, {tuple->fields.begin(), tuple->fields.end()});
        continue;
      }
      FusionGroup* other = Operand(operand);
      if (other == group) continue;
      std::set<FusionGroup*> further = needs_[other];
      if (!CompilerOf(other).empty()) needs_[group].insert(other);
      needs_[group].merge(further);
    }
  }
  void Merge(FusionGroup* from, FusionGroup* into) {
    if (from == into) return;
    from->parent = into;
    into->num_nodes += from->num_nodes;
    std::set<FusionGroup*> needs = std::move(needs_[from]);
    needs_.erase(from);
    needs_[into].merge(needs);
    for (auto& [group, all] : needs_) {
      if (all.erase(from) != 0) all.insert(into);
    }
  }

  Context& ctx_;
  const Module& module_;
  const Function* func_;
  Uses uses_;
  Partition partition_;
  // All groups of a compiler that a group needs, also through others; roots alone. What no compiler takes bars nothing.
  std::unordered_map<FusionGroup*, std::set<FusionGroup*>> needs_;
};

}  // namespace

Partition CompositeGroups(Context& ctx, const Module& module, const Function* func) {
  return Builder(ctx, module, func).Run();
}

}  // namespace assay
