#include "passes/analysis/symbols.h"

#include <algorithm>

#include "ir/own_scope.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Calls f(dim) for each dimension in `type`; function types keep theirs to themselves. Types nest as deep as the parser
// lets them.
// recursion: types nest no deeper than the reader lets them
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
      } else {
        for (const Var* own : OwnVarsOf(node)) Add(own);
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
    for (const Var* own : OwnVarsOf(node)) others.insert(own);
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
    // A function's own signature has variables of its own, and so has what a device says of itself.
    return !Is<GlobalVar>(node) && !Is<VDevice>(node);
  };
  WalkBeforeChildren(root, visit, types, &seen);
  return free;
}

std::vector<const Var*> VarsDefinedIn(const Node* root) { return Definitions(root).all(); }

}  // namespace assay
