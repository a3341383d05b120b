#include "oracles/core/types_of_values.h"

#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/equal.h"
#include "ir/walk.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr int64_t kMaxSize = int64_t{1} << 31;

// Whether no value is of both types, whatever the shapes.
// recursion: types nest no deeper than the parser and the generators cap
bool Contradict(const Type* declared, const Type* given) {
  if (const auto *one = As<TensorType>(declared), *other = As<TensorType>(given); one != nullptr && other != nullptr) {
    bool ranks = one->rank != kUnknownRank && other->rank != kUnknownRank && one->rank != other->rank;
    bool dtypes = !one->dtype.IsVoid() && !other->dtype.IsVoid() && one->dtype != other->dtype;
    // A value that is nowhere in particular is not said to be there, either.
    bool devices = one->vdevice != nullptr && (other->vdevice == nullptr || !Equal(one->vdevice, other->vdevice));
    return ranks || dtypes || devices;
  }
  const auto *one = As<TupleType>(declared), *other = As<TupleType>(given);
  if (one == nullptr || other == nullptr) return false;
  bool found = one->fields.size() != other->fields.size();
  for (size_t i = 0; !found && i < one->fields.size(); ++i) found = Contradict(one->fields[i], other->fields[i]);
  return found;
}

class TypesOfValues : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

  const Function* VisitFunction(const Function* func) override {
    const Function* visited = RelaxMutator::VisitFunction(func);
    contradicts_result |= Contradict(func->ret_type, visited->body->type);
    return visited;
  }
  bool contradicts_result = false;

 protected:
  // A call, too, says no more than it was said to be. Operands that have become more may be such as it refuses.
  const Expr* VisitRawCall(const Call* call) override {
    std::vector<const Expr*> args;
    for (const Expr* arg : call->args) args.push_back(AsArgument(VisitExpr(arg)));
    std::vector<const Type*> types;
    for (const Type* type : call->ty_args) types.push_back(VisitType(type));
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->op = Is<Var>(call->op) ? AsArgument(VisitExpr(call->op)) : call->op;
    fresh->args = ctx.Copy(args);
    fresh->ty_args = ctx.Copy(types);
    fresh->type = VisitType(call->type);
    Result<const Call*> typed = WithNameableType(ctx, module_, fresh);
    return typed.ok() ? *typed : fresh;
  }
  // A size that a cast names is the number that the value's type gives it.
  void VisitMatchCast(const MatchCast* binding) override {
    TakeSizes(binding->target, VisitExpr(binding->value)->type);
    RelaxMutator::VisitMatchCast(binding);
  }
  void VisitVarBinding(const VarBinding* binding) override {
    const Expr* value = VisitExpr(binding->value);
    const Var* var = binding->var;
    if (value->type == nullptr || SameType(var->type, value->type)) return ReEmit(binding, value);
    const Var* typed = MakeVar(ctx, var->name.text(), value->type, var->flavor);
    Remap(var, typed);
    EmitBinding(MakeBinding(ctx, typed, value));
  }

 private:
  // recursion: types nest no deeper than the parser and the generators cap
  void TakeSizes(const Type* target, const Type* known) {
    if (target == nullptr || known == nullptr || target->kind != known->kind) return;
    if (const auto* tensor = As<TensorType>(target)) {
      const auto *said = As<ShapeExpr>(tensor->shape),
                 *is = As<ShapeExpr>(static_cast<const TensorType*>(known)->shape);
      if (said != nullptr && is != nullptr) TakeSizes(said->values, is->values);
    } else if (const auto* shape = As<ShapeType>(target)) {
      TakeSizes(shape->values, static_cast<const ShapeType*>(known)->values);
    } else if (const auto* tuple = As<TupleType>(target)) {
      Nodes<Type> fields = static_cast<const TupleType*>(known)->fields;
      for (size_t i = 0; i < tuple->fields.size() && i < fields.size(); ++i) TakeSizes(tuple->fields[i], fields[i]);
    }
  }
  void TakeSizes(Nodes<Expr> said, Nodes<Expr> known) {
    if (said.size() != known.size()) return;
    std::vector<const Var*> visible = VisibleSymbols();
    for (size_t i = 0; i < said.size(); ++i) {
      const auto* name = As<Var>(said[i]);
      bool defines = name != nullptr && std::ranges::find(visible, name) == visible.end() && !remap_.contains(name);
      if (defines && Is<IntImm>(known[i]) && DTypeOf(name) == DTypeOf(known[i])) Remap(name, known[i]);
    }
  }
};

}  // namespace

Result<TypedByValues> WithTypesOfValues(Context& ctx, const Module& module) {
  bool contradicts = false;
  ASSAY_TRY(Module typed, MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
              TypesOfValues types(ctx, &module);
              const Function* visited = types.VisitFunction(func);
              ASSAY_RETURN_IF_ERROR(types.status());
              contradicts |= types.contradicts_result;
              return visited;
            }));
  return TypedByValues{typed, contradicts};
}

namespace {

bool DifferFromOneOn(Context& ctx, const Expr* declared, const Expr* given) {
  if (DTypeOf(declared) != DTypeOf(given)) return false;
  const Expr* difference = Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, declared, given));
  ConstBounds sizes;
  for (const Var* var : VarsIn(difference)) sizes.Bind(var, {1, kMaxSize});
  Interval apart = sizes.Of(difference);
  return apart.low > 0 || apart.high < 0;
}

// recursion: types nest no deeper than the parser and the generators cap
bool DifferFromOneOn(Context& ctx, const Type* declared, const Type* given) {
  if (const auto *one = As<TensorType>(declared), *other = As<TensorType>(given); one != nullptr && other != nullptr) {
    const auto *said = As<ShapeExpr>(one->shape), *is = As<ShapeExpr>(other->shape);
    if (said == nullptr || is == nullptr || said->values.size() != is->values.size()) return false;
    for (size_t i = 0; i < said->values.size(); ++i) {
      if (DifferFromOneOn(ctx, said->values[i], is->values[i])) return true;
    }
    return false;
  }
  const auto *one = As<TupleType>(declared), *other = As<TupleType>(given);
  if (one == nullptr || other == nullptr || one->fields.size() != other->fields.size()) return false;
  for (size_t i = 0; i < one->fields.size(); ++i) {
    if (DifferFromOneOn(ctx, one->fields[i], other->fields[i])) return true;
  }
  return false;
}

// Whether a function says so of its result.
bool DeclaresResultOfNoValue(Context& ctx, const Module& module, const Module& known) {
  return std::ranges::any_of(module.entries, [&](const ModuleEntry& entry) {
    const auto* func = As<Function>(entry.func);
    const auto* typed = func == nullptr ? nullptr : As<Function>(known.Find(entry.var->name.text()));
    return typed != nullptr && DifferFromOneOn(ctx, func->ret_type, typed->body->body->type);
  });
}
// Or of a variable, for what a call in this module gives.
bool DeclaresVariableOfNoValue(Context& ctx, const Module& module, const Module& known) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* binding = As<VarBinding>(node);
      if (binding == nullptr || binding->var->type == nullptr) return;
      // A call is said to be what its variable is.
      const Expr* value = binding->value;
      if (const auto* call = As<Call>(value)) {
        Result<const Call*> typed = WithNameableType(ctx, &known, call);
        if (typed.ok()) value = *typed;
      }
      found |= DifferFromOneOn(ctx, binding->var->type, value->type);
    });
  }
  return found;
}

}  // namespace

bool DeclaresExtentsOfNoValue(Context& ctx, const Module& module) {
  if (DeclaresVariableOfNoValue(ctx, module, module)) return true;
  // Once it is known what casts find out.
  Result<TypedByValues> typed = WithTypesOfValues(ctx, module);
  return typed.ok() &&
         (DeclaresResultOfNoValue(ctx, module, typed->module) || DeclaresVariableOfNoValue(ctx, module, typed->module));
}

}  // namespace assay
