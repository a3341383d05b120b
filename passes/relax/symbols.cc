#include "passes/relax/symbols.h"

#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/relax_mutator.h"

namespace assay {
namespace {

// Calls f(dim) for each dimension in `type`; function types keep theirs to themselves. Types nest as deep as the parser
// lets them.
template <class F>
void ForEachDim(const Type* type, F&& f) {
  if (const auto* tensor = As<TensorType>(type)) {
    const auto* shape = As<ShapeExpr>(tensor->shape);
    if (shape == nullptr) return;
    for (const Expr* dim : shape->values) f(dim);
  } else if (const auto* shape_type = As<ShapeType>(type)) {
    for (const Expr* dim : shape_type->values) f(dim);
  } else if (const auto* tuple = As<TupleType>(type)) {
    for (const Type* field : tuple->fields) ForEachDim(field, f);
  }
}

// What a function or expression defines: parameters, bindings, and what types define that stand at definitions.
class Definitions {
 public:
  explicit Definitions(const Node* root) {
    WalkBeforeChildren(root, [&](const Node* node) {
      if (const auto* func = As<Function>(node)) {
        for (const Var* param : func->params) Add(param);
        for (const Var* param : func->params) AddSymbols(param->type);
      } else if (const auto* cast = As<MatchCast>(node)) {
        Use(cast->value);
        AddSymbols(cast->target);
        UseComposites(cast->target);
        Add(cast->var);
      } else if (const auto* binding = As<VarBinding>(node)) {
        Use(binding->value);
        Add(binding->var);
      } else if (const auto* map = As<IndexMap>(node)) {
        for (const Var* index : map->initial_indices) Add(index);
      }
      return !IsTypeKind(node->kind);
    });
  }
  bool Has(const Var* var) const { return known_.contains(var); }
  const std::vector<const Var*>& all() const { return order_; }

 private:
  void Add(const Var* var) {
    if (known_.insert(var).second) order_.push_back(var);
  }
  void AddSymbols(const Type* type) {
    ForEachDim(type, [&](const Expr* dim) {
      const auto* var = As<Var>(dim);
      if (var != nullptr && !used_.contains(var)) Add(var);
    });
  }
  // What stands within a larger dimension must be known by then.
  void UseComposites(const Type* type) {
    ForEachDim(type, [&](const Expr* dim) {
      if (Is<Var>(dim)) return;
      for (const Var* var : VarsIn(dim)) {
        if (!Has(var)) used_.insert(var);
      }
    });
  }
  // A symbol that is used before a match_cast names it is no definition of that match_cast.
  void Use(const Expr* value) {
    if (Is<Function>(value) || Is<If>(value)) return;
    auto use = [&](const Node* node) {
      const auto* var = As<Var>(node);
      if (var != nullptr && Is<PrimType>(var->type) && !Has(var)) used_.insert(var);
      return true;
    };
    WalkBeforeChildren(value, use, Types::kInclude, &seen_);
  }

  std::unordered_set<const Var*> known_;
  std::unordered_set<const Var*> used_;
  // What was looked at by Use: what is known by then stays known.
  NodeSet seen_;
  std::vector<const Var*> order_;
};

class VarBinder : public RelaxMutator {
 public:
  // What comes in place of a variable is known wherever the function is, with its dimensions.
  VarBinder(Context& context, const Module* module, const VarMap& map) : RelaxMutator(context, module), map_(map) {
    for (const auto& [_, value] : map) {
      SeeSymbolsOf(Is<PrimType>(value->type) ? MakeShapeType(ctx, {value}) : value->type);
    }
  }

  const Function* VisitFunction(const Function* func) override {
    std::vector<const Var*> kept;
    for (const Var* param : func->params) {
      if (!map_.contains(param)) kept.push_back(param);
    }
    if (kept.size() == func->params.size()) return RelaxMutator::VisitFunction(func);
    Function* fresh = ctx.arena.New<Function>(*func);
    fresh->params = ctx.Copy(kept);
    const Function* visited = RelaxMutator::VisitFunction(fresh);
    return visited != fresh ? visited : MakeRefinedFunction(ctx, *fresh, kept, fresh->body, fresh->ret_type);
  }

 protected:
  const Expr* VisitVar(const Var* var) override {
    auto found = map_.find(var);
    return found == map_.end() ? RelaxMutator::VisitVar(var) : found->second;
  }
  const Type* VisitType(const Type* type) override {
    return SubstituteDimsIn(ctx, RelaxMutator::VisitType(type), map_);
  }
  const Expr* VisitScalarOrShape(const Expr* e) override {
    return SubstituteDimsIn(ctx, RelaxMutator::VisitScalarOrShape(e), map_);
  }
  // A result type that no operand's type led to; and what a call says to an operand that is no variable any more.
  const Expr* VisitCall(const Call* call, const Call* original) override {
    for (size_t i = 0; i < call->args.size(); ++i) {
      if (Is<Var>(original->args[i]) && !Is<Var>(call->args[i])) return Typed(call);
    }
    const Type* type = VisitType(call->type);
    if (type == call->type) return call;
    // What the call says of itself counts more than an annotation that contradicts it now.
    Result<const Type*> own = InferType(ctx, module_, call);
    bool contradicts = own.ok() && *own != nullptr && IsSubtype(ctx, type, *own) == SubtypeAnswer::kNever;
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->type = contradicts ? *own : type;
    return fresh;
  }

 private:
  const VarMap& map_;
};

}  // namespace

std::vector<const Var*> DefinableSymbols(const std::vector<const Type*>& types) {
  std::vector<const Var*> symbols;
  std::unordered_set<const Var*> seen;
  for (const Type* type : types) {
    ForEachDim(type, [&](const Expr* dim) {
      const auto* var = As<Var>(dim);
      if (var != nullptr && seen.insert(var).second) symbols.push_back(var);
    });
  }
  return symbols;
}

std::vector<const Var*> SymbolsThatParamsDefine(Nodes<Var> params) {
  std::vector<const Type*> types;
  for (const Var* param : params) types.push_back(param->type);
  std::vector<const Var*> symbols = DefinableSymbols(types);
  std::ranges::copy_if(params, std::back_inserter(symbols), [](const Var* param) { return Is<PrimType>(param->type); });
  return symbols;
}

std::vector<const Var*> SymbolsInParams(const std::vector<const Var*>& params) {
  std::vector<const Var*> symbols;
  for (const Var* param : params) {
    if (Is<PrimType>(param->type)) symbols.push_back(param);
    for (const Var* var : VarsIn(param->type)) symbols.push_back(var);
  }
  return symbols;
}

std::vector<const Var*> DefinedSymbols(const Function* func) {
  Definitions definitions(func);
  std::unordered_set<const Var*> others;
  WalkOnce(func->body, [&](const Node* node) {
    if (const auto* binding = As<VarBinding>(node)) others.insert(binding->var);
    if (const auto* map = As<IndexMap>(node)) others.insert(map->initial_indices.begin(), map->initial_indices.end());
  });
  std::vector<const Var*> symbols;
  for (const Var* var : definitions.all()) {
    if (Is<PrimType>(var->type) && !others.contains(var)) symbols.push_back(var);
  }
  return symbols;
}

std::vector<const Var*> ShapesNamedByTypes(const Function* func) {
  std::unordered_set<const Var*> named;
  auto note = [&](const Node* node) {
    const auto* type = As<TensorType>(node);
    if (type != nullptr && Is<Var>(type->shape)) named.insert(As<Var>(type->shape));
  };
  WalkOnce(func, note, Types::kInclude);
  std::vector<const Var*> shapes(func->params.begin(), func->params.end());
  std::erase_if(shapes, [&](const Var* param) { return !named.contains(param); });
  return shapes;
}

std::vector<const Var*> FreeVarsIn(const Node* root, Types types) {
  Definitions definitions(root);
  std::vector<const Var*> free;
  NodeSet seen;
  auto visit = [&](const Node* node) {
    const auto* var = As<Var>(node);
    if (var != nullptr && !definitions.Has(var)) free.push_back(var);
    // A function's own signature has variables of its own.
    return !Is<GlobalVar>(node);
  };
  WalkBeforeChildren(root, visit, types, &seen);
  return free;
}

namespace {

bool MentionsVars(const Type* type) {
  bool found = false;
  WalkBeforeChildren(type, [&](const Node* node) {
    found |= Is<Var>(node);
    return !found;
  });
  return found;
}

}  // namespace

const Function* WithFreshVars(Context& ctx, const Function* func, VarMap* renamed) {
  Definitions definitions(func);
  VarMap map;
  // Scalars first: the types of the others mention them.
  for (bool scalars : {true, false}) {
    for (const Var* var : definitions.all()) {
      if (Is<PrimType>(var->type) != scalars) continue;
      const Type* type = scalars || !MentionsVars(var->type) ? var->type : SubstituteIn(ctx, var->type, map);
      map[var] = MakeVar(ctx, var->name.text(), type, var->flavor);
    }
  }
  const Function* fresh = SubstituteIn(ctx, func, map);
  if (renamed != nullptr) *renamed = std::move(map);
  return fresh;
}

VarMap SymbolsOfCall(Context& ctx, const std::vector<const Var*>& params, const std::vector<const Expr*>& args) {
  VarMap symbols;
  for (size_t i = 0; i < params.size() && i < args.size(); ++i) {
    if (Is<PrimType>(params[i]->type)) symbols.emplace(params[i], args[i]);
    MatchParam(ctx, params[i]->type, args[i]->type, symbols);
  }
  return symbols;
}

// Types nest as deep as the parser lets them; scalars are not entered.
const Node* SubstituteDims(Context& ctx, const Node* root, const VarMap& map) {
  bool mentions = false;
  for (const Var* var : VarsIn(root)) mentions |= map.contains(var);
  if (!mentions) return root;
  if (const auto* shape = As<ShapeExpr>(root)) {
    std::vector<const Expr*> dims;
    for (const Expr* dim : shape->values) dims.push_back(static_cast<const Expr*>(SubstituteDims(ctx, dim, map)));
    return MakeShape(ctx, dims);
  }
  if (IsTypeKind(root->kind)) {
    return MapChildren(ctx, root, Types::kSkip, [&](const Node* child) { return SubstituteDims(ctx, child, map); });
  }
  const auto* e = AsExpr(root);
  const auto* replaced = static_cast<const Expr*>(Substitute(ctx, root, map));
  return e != nullptr && Is<PrimType>(e->type) ? Simplify(ctx, replaced) : replaced;
}

std::unordered_set<std::string_view> MentionedFunctions(const Module& module) {
  std::unordered_set<std::string_view> names;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      if (const auto* var = As<GlobalVar>(node)) names.insert(var->name.text());
    });
  }
  return names;
}

Status CheckCallersFit(const ModuleEntry& entry, const Expr* changed,
                       const std::unordered_set<std::string_view>& mentioned) {
  if (changed == entry.func || !mentioned.contains(entry.var->name.text())) return Done{};
  std::string message = "'" + entry.var->name.str() + "' is used in the module, where its new signature would not fit";
  return Diag{DiagKind::kPassOrder, entry.func->span, std::move(message), "", {}};
}

Result<const Function*> BindVars(Context& ctx, const Module& module, const Function* func, const VarMap& map) {
  if (map.empty()) return func;
  VarBinder binder(ctx, &module, map);
  const Function* bound = binder.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(binder.status());
  return bound;
}

}  // namespace assay
