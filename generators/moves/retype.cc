#include "generators/moves/retype.h"

#include <unordered_map>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// The call itself where its type holds what it gives.
const Call* InStep(Context& ctx, const Module& module, const Call* call) {
  const auto* op = As<Op>(call->op);
  if (call->type == nullptr || (op != nullptr && op->spec == nullptr)) return call;
  Call untyped = *call;
  untyped.type = nullptr;
  Result<const Type*> inferred = InferType(ctx, &module, &untyped);
  if (!inferred.ok() || *inferred == nullptr) return call;
  if (IsSubtype(ctx, call->type, *inferred) == SubtypeAnswer::kAlways) return call;
  Call* typed = ctx.arena.New<Call>(*call);
  typed->type = *inferred;
  return typed;
}

class Retyper : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override { return InStep(ctx, *module_, call); }
};

const Function* ResultKnown(Context& ctx, const Function* func) {
  const Type* body = func->body->body->type;
  if (body == nullptr || func->ret_type == nullptr) return func;
  std::vector<const Var*> bound;
  for (const Var* param : func->params) {
    for (const Var* var : VarsIn(param->type)) bound.push_back(var);
    if (Is<PrimType>(param->type)) bound.push_back(param);
  }
  const Type* known = EraseVars(ctx, body, bound);
  bool finer = IsSubtype(ctx, func->ret_type, known) == SubtypeAnswer::kAlways &&
               IsSubtype(ctx, known, func->ret_type) != SubtypeAnswer::kAlways;
  if (!finer) return func;
  SeqExpr* seq = ctx.arena.New<SeqExpr>(*func->body);
  seq->type = known;
  return MakeFunction(ctx, {func->params.begin(), func->params.end()}, seq, known, func->is_pure, func->attrs);
}

}  // namespace

Module WithResultsKnown(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr) entry.func = ResultKnown(ctx, func);
    changed |= entry.func != func && func != nullptr;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

const Expr* WithTypesInStep(Context& ctx, const Module& module, const Expr* func) {
  const auto* relax = As<Function>(func);
  if (relax == nullptr) return func;
  Retyper retyper(ctx, &module);
  const Function* typed = retyper.VisitFunction(relax);
  if (retyper.status().ok()) return typed;
  // Something does not take what it is given now: the variables keep their types, and the checker sees that these are
  // wrong.
  return static_cast<const Expr*>(Rewrite(ctx, func, [&](const Node* node, const Node*) -> const Node* {
    const auto* call = As<Call>(node);
    return call == nullptr ? node : InStep(ctx, module, call);
  }));
}

Module WithFunctions(Context& ctx, const Module& module, const FunctionChanges& changes) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  std::unordered_map<Name, const GlobalVar*> fresh;
  for (auto [index, func] : changes) {
    ModuleEntry& entry = entries[index];
    entry.func = func;
    if (func->type == entry.var->type || Equal(func->type, entry.var->type)) continue;
    GlobalVar* var = ctx.arena.New<GlobalVar>(*entry.var);
    var->type = func->type;
    entry.var = fresh[var->name] = var;
  }
  if (fresh.empty()) return WithEntries(ctx, module, entries);
  for (ModuleEntry& entry : entries) {
    entry.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, [&](const Node* node, const Node*) -> const Node* {
      const auto* var = As<GlobalVar>(node);
      auto found = var == nullptr ? fresh.end() : fresh.find(var->name);
      return found == fresh.end() ? node : found->second;
    }));
  }
  Module changed = WithEntries(ctx, module, entries);
  for (ModuleEntry& entry : entries) entry.func = WithTypesInStep(ctx, changed, entry.func);
  return WithEntries(ctx, module, entries);
}

Module WithFunctionsInStep(Context& ctx, const Module& module, const FunctionChanges& changes) {
  Module changed = WithFunctions(ctx, module, changes);
  FunctionChanges typed;
  for (const auto& change : changes) {
    const Expr* func = changed.entries[change.first].func;
    const Expr* in_step = WithTypesInStep(ctx, changed, func);
    if (in_step != func) typed.push_back({change.first, in_step});
  }
  return typed.empty() ? changed : WithFunctions(ctx, changed, typed);
}

}  // namespace assay
