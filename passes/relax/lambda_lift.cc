// LambdaLift: nested functions become functions of the module. What they capture becomes further parameters, and their
// variable a closure made by make_closure; calls of closures become invoke_closure. A function that takes a callable is
// given the closure cast to one. Tested by testdata/lambda_lift.
#include <algorithm>
#include <utility>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/relax/lambda_names.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

using LambdaNames = std::unordered_map<const Function*, std::string>;

// Types nest as deep as the parser lets them.
// recursion: types nest no deeper than the reader lets them
bool HoldsCallables(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return Is<FuncType>(type) || (tuple != nullptr && std::ranges::any_of(tuple->fields, HoldsCallables));
}

// A function of a module has the symbol that is its name, if any: where another has that name, so has it the symbol.
const AttrDict* AttrsAs(Context& ctx, const Function* func, const std::string& name) {
  std::string_view symbol = StringAttr(func->attrs, "global_symbol");
  if (symbol.empty() || symbol == name) return func->attrs;
  return WithAttr(ctx, func->attrs, "global_symbol", MakeAttrString(ctx, name));
}

class LambdaLifter : public RelaxMutator {
 public:
  LambdaLifter(Context& context, const Module* module, const LambdaNames& names)
      : RelaxMutator(context, module), names_(names) {}

  // In order of lifting, inner ones first.
  std::vector<ModuleEntry> lifted;

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    const auto* func = As<Function>(binding->value);
    if (func == nullptr) {
      const auto* alias = As<Var>(binding->value);
      if (alias != nullptr && closures_.contains(alias)) closures_.insert(binding->var);
      return RelaxMutator::VisitVarBinding(binding);
    }
    const Expr* callable = Lift(binding->var, func);
    // A function that captures nothing is known by its name from here on.
    if (!Is<GlobalVar>(callable)) ReEmit(binding, callable);
  }
  const Expr* VisitVar(const Var* var) override {
    auto found = global_.find(var);
    return found == global_.end() ? RelaxMutator::VisitVar(var) : found->second;
  }
  const Expr* VisitRawCall(const Call* call) override;

 private:
  struct Recursion {
    const GlobalVar* callee = nullptr;
    std::vector<const Var*> captured;
  };
  std::vector<const Var*> Captured(const Var* self, const Function* func) const;
  const Expr* Lift(const Var* var, const Function* func);
  const SeqExpr* LiftBody(const Var* var, const Function* func, const Recursion& self);
  const Call* Closure(const Recursion& self);
  std::vector<const Expr*> VisitArgs(const Call* call) {
    std::vector<const Expr*> args;
    for (const Expr* arg : call->args) args.push_back(AsArgument(VisitExpr(arg)));
    return args;
  }
  const Expr* AsCallable(const Expr* now, const Type* declared);
  const Call* WithCallables(const Call* call);
  bool IsClosure(const Var* var) { return closures_.contains(var) || Is<ObjectType>(VisitVar(var)->type); }

  const LambdaNames& names_;
  // Variables of functions that capture nothing, and of closures.
  std::unordered_map<const Var*, const GlobalVar*> global_;
  std::unordered_set<const Var*> closures_;
  // The closure whose body is visited, which calls itself by its name.
  std::unordered_map<const Var*, Recursion> recursions_;
};

// Whether a function needs itself as a value: other than to call it, or within another function.
bool NeedsItself(const Var* self, const Function* func) {
  size_t mentions = 0;
  size_t calls = 0;
  bool within_another = false;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* call = As<Call>(node);
    mentions += node == self ? 1 : 0;
    calls += call != nullptr && call->op == self ? 1 : 0;
    if (!Is<Function>(node)) return !IsTypeKind(node->kind);
    std::vector<const Var*> free = FreeVarsIn(node, Types::kSkip);
    within_another |= std::ranges::find(free, self) != free.end();
    return false;
  });
  return within_another || mentions > calls;
}

// Scalars that no type of a parameter says come first, since types of the others may mention them.
std::vector<const Var*> LambdaLifter::Captured(const Var* self, const Function* func) const {
  std::vector<const Var*> captured;
  std::vector<const Type*> types;
  for (const Var* param : func->params) types.push_back(param->type);
  for (const Var* var : FreeVarsIn(func, Types::kSkip)) {
    if (var == self || Is<PrimType>(var->type) || global_.contains(var)) continue;
    captured.push_back(var);
    types.push_back(var->type);
  }
  std::vector<const Var*> mentioned = FreeVarsIn(func);
  for (const Var* var : captured) {
    for (const Var* symbol : VarsIn(var->type)) mentioned.push_back(symbol);
  }
  std::vector<const Var*> settled = DefinableSymbols(types);
  std::vector<const Var*> scalars;
  for (const Var* var : mentioned) {
    if (!Is<PrimType>(var->type) || std::ranges::find(settled, var) != settled.end()) continue;
    settled.push_back(var);
    scalars.push_back(var);
  }
  captured.insert(captured.begin(), scalars.begin(), scalars.end());
  return captured;
}

const Expr* LambdaLifter::Lift(const Var* var, const Function* func) {
  std::vector<const Var*> captured = Captured(var, func);
  GlobalVar* name = ctx.arena.New<GlobalVar>(*MakeGlobalVar(ctx, names_.at(func)));
  name->type = func->type;
  if (captured.empty()) {
    global_[var] = name;
  } else {
    closures_.insert(var);
  }
  // The copy's own variables are fresh; captured ones become parameters.
  std::vector<const Var*> params(func->params.begin(), func->params.end());
  params.insert(params.end(), captured.begin(), captured.end());
  const Recursion self{name, captured};
  const SeqExpr* body = LiftBody(var, func, self);
  const Type* ret_type = body->type == nullptr || SameType(body->type, func->ret_type) ? func->ret_type : body->type;
  // In terms of what stands for the variables by now.
  for (const Var*& param : params) {
    if (const auto* now = As<Var>(VisitVar(param)); now != nullptr) param = now;
  }
  const Function* wide = MakeFunction(ctx, params, body, ret_type, func->is_pure, AttrsAs(ctx, func, names_.at(func)));
  // A parameter is neither local to a block nor marked as a size.
  VarMap renamed;
  for (const Var* param : params) {
    if (param->flavor != VarFlavor::kPlain) renamed[param] = MakeVar(ctx, param->name.text(), param->type);
  }
  wide = WithFreshVars(ctx, SubstituteIn(ctx, wide, renamed));
  name->type = wide->type;
  lifted.push_back({name, wide});
  if (captured.empty()) return name;
  return Closure(self);
}

// What the function captures is there in its own body alone: functions around it capture themselves for the inner ones,
// as closures that are made where their bodies begin.
const SeqExpr* LambdaLifter::LiftBody(const Var* var, const Function* func, const Recursion& self) {
  auto outer = std::exchange(recursions_, {});
  if (!self.captured.empty()) recursions_[var] = self;
  BeginBlock(false);
  bool needs_itself = !self.captured.empty() && NeedsItself(var, func);
  if (needs_itself) Remap(var, Emit(Closure(self), var->name.text()));
  const BindingBlock* start = EndBlock();
  const SeqExpr* body = VisitBody({func->params.begin(), func->params.end()}, func->body);
  if (needs_itself) remap_.erase(var);
  recursions_ = std::move(outer);
  if (start == nullptr) return body;
  std::vector<const BindingBlock*> blocks{start};
  blocks.insert(blocks.end(), body->blocks.begin(), body->blocks.end());
  SeqExpr* fresh = ctx.arena.New<SeqExpr>(*body);
  fresh->blocks = ctx.Copy(MergeBlocks(ctx, blocks));
  return fresh;
}

const Call* LambdaLifter::Closure(const Recursion& self) {
  std::vector<const Expr*> values;
  for (const Var* value : self.captured) values.push_back(AsArgument(VisitExpr(value)));
  return Typed(MakeCall(ctx, OpNode(ctx, "relax.make_closure"), {self.callee, MakeTuple(ctx, values)}));
}

// A closure is an object by its type: where a callable stood, and one is asked for, a cast says that it is one.
const Expr* LambdaLifter::AsCallable(const Expr* now, const Type* declared) {
  if (declared == nullptr || now->type == nullptr || SameType(declared, now->type)) return now;
  const Type* type = VisitType(declared);
  if (IsSubtype(ctx, type, now->type) != SubtypeAnswer::kNeedsCast) return now;
  const Var* cast = MakeVar(ctx, "callable", type, InDataflow() ? VarFlavor::kDataflow : VarFlavor::kPlain);
  EmitBinding(MakeMatchCast(ctx, cast, now, type));
  return cast;
}

// The call of a function with casts in place of the arguments that have become closures.
const Call* LambdaLifter::WithCallables(const Call* call) {
  if (!Is<GlobalVar>(call->op) && !Is<Var>(call->op)) return call;
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  bool changed = false;
  for (const Expr*& arg : args) {
    const Expr* now = AsArgument(VisitExpr(arg));
    const Expr* callable = AsCallable(now, arg->type);
    if (callable == now) continue;
    arg = callable;
    changed = true;
  }
  if (!changed) return call;
  Call* fresh = ctx.arena.New<Call>(*call);
  fresh->args = ctx.Copy(args);
  return fresh;
}

const Expr* LambdaLifter::VisitRawCall(const Call* call) {
  const auto* callee = As<Var>(call->op);
  if (callee == nullptr) return RelaxMutator::VisitRawCall(WithCallables(call));
  auto global = global_.find(callee);
  auto recursion = recursions_.find(callee);
  bool named = global != global_.end() || recursion != recursions_.end();
  if (!named && !IsClosure(callee)) return RelaxMutator::VisitRawCall(WithCallables(call));
  std::vector<const Expr*> args = VisitArgs(named ? WithCallables(call) : call);
  Call* fresh = ctx.arena.New<Call>(*call);
  fresh->type = VisitType(call->type);
  if (global != global_.end()) {
    fresh->op = global->second;
  } else if (recursion != recursions_.end()) {
    fresh->op = recursion->second.callee;
    for (const Var* value : recursion->second.captured) args.push_back(AsArgument(VisitExpr(value)));
  } else {
    const auto* type = As<FuncType>(callee->type);
    bool pure = type == nullptr || type->purity;
    fresh->op = OpNode(ctx, pure ? "relax.invoke_pure_closure" : "relax.invoke_closure");
    args = {VisitVar(callee), MakeTuple(ctx, args)};
    fresh->ty_args = ctx.Copy(std::vector<const Type*>{fresh->type});
    fresh->attrs = nullptr;
  }
  fresh->args = ctx.Copy(args);
  // What gave a callable may give a closure now, which is an object.
  return global != global_.end() && HoldsCallables(call->type) ? Typed(fresh) : fresh;
}

Result<Module> RunLambdaLift(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  LambdaNames names = NameLambdas(module);
  if (names.empty()) return module;
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  std::unordered_set<Name> added;
  size_t count = entries.size();
  for (size_t i = 0; i < count; ++i) {
    const auto* func = As<Function>(entries[i].func);
    if (func == nullptr) continue;
    LambdaLifter lifter(ctx, &module, names);
    entries[i].func = lifter.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(lifter.status());
    for (const ModuleEntry& entry : lifter.lifted) {
      if (added.insert(entry.var->name).second) entries.push_back(entry);
    }
  }
  return WithEntries(ctx, module, entries);
}

}  // namespace

const PassSpec kLambdaLift = {
    .name = "LambdaLift",
    .doc = "makes nested functions functions of the module",
    .opt_level = 1,
    .changes = Adds({Facet::kPublicFunctions, Facet::kPrivateFunctions}) | Drops({Facet::kPurity, Facet::kMemory}) |
               Alters({Facet::kGraphs}),
    .run = RunLambdaLift,
};

}  // namespace assay
