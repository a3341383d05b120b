#include "passes/rewrite/bind_vars.h"

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/ops/infer.h"
#include "ir/walk.h"
#include "passes/analysis/symbols.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

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

bool MentionsVars(const Type* type) {
  return MentionsAny(type, [](const Var*) { return true; }, Types::kSkip);
}

}  // namespace

const Function* WithFreshVars(Context& ctx, const Function* func, VarMap* renamed) {
  std::vector<const Var*> defined = VarsDefinedIn(func);
  VarMap map;
  // Scalars first: the types of the others mention them.
  for (bool scalars : {true, false}) {
    for (const Var* var : defined) {
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
// recursion: types nest as deep as the parser lets them
const Node* SubstituteDims(Context& ctx, const Node* root, const VarMap& map) {
  if (!MentionsAny(root, [&](const Var* var) { return map.contains(var); })) return root;
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

Result<const Function*> BindVars(Context& ctx, const Module& module, const Function* func, const VarMap& map) {
  if (map.empty()) return func;
  VarBinder binder(ctx, &module, map);
  const Function* bound = binder.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(binder.status());
  return bound;
}

}  // namespace assay
