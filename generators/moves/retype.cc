#include "generators/moves/retype.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

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

// Whether the second type says all that the first does, and more.
bool IsFiner(Context& ctx, const Type* said, const Type* known) {
  return said != nullptr && known != nullptr && IsSubtype(ctx, said, known) == SubtypeAnswer::kAlways &&
         IsSubtype(ctx, known, said) != SubtypeAnswer::kAlways;
}

// A branch whose type is what its result has, without the sizes that only the branch knows.
const SeqExpr* BranchKnown(Context& ctx, const SeqExpr* branch) {
  const Type* result = branch->body->type;
  if (!IsFiner(ctx, branch->type, result)) return branch;
  std::unordered_set<const Var*> matched;
  WalkOnce(branch, [&](const Node* node) {
    if (const auto* cast = As<MatchCast>(node))
      std::ranges::copy(VarsIn(cast->target), std::inserter(matched, matched.end()));
  });
  std::vector<const Var*> outside = VarsIn(result);
  std::erase_if(outside, [&](const Var* var) { return matched.contains(var); });
  const Type* known = EraseVars(ctx, result, outside);
  if (!IsFiner(ctx, branch->type, known)) return branch;
  SeqExpr* finer = ctx.arena.New<SeqExpr>(*branch);
  finer->type = known;
  return finer;
}

const Node* ChoiceKnown(Context& ctx, const Node* node) {
  const auto* choice = As<If>(node);
  if (choice == nullptr) return node;
  const SeqExpr* then = BranchKnown(ctx, choice->true_branch);
  const SeqExpr* otherwise = BranchKnown(ctx, choice->false_branch);
  const Type* joined =
      then->type == nullptr || otherwise->type == nullptr ? nullptr : JoinTypes(ctx, then->type, otherwise->type);
  bool finer = IsFiner(ctx, choice->type, joined);
  if (then == choice->true_branch && otherwise == choice->false_branch && !finer) return node;
  If* known = ctx.arena.New<If>(*choice);
  known->true_branch = then;
  known->false_branch = otherwise;
  if (finer) known->type = joined;
  return known;
}

// A field of a tuple that is written out; null where the node is none.
const Expr* FieldInPlace(const Node* node) {
  const auto* field = As<TupleGetItem>(node);
  const auto* tuple = field == nullptr ? nullptr : As<Tuple>(field->tuple);
  bool there = tuple != nullptr && field->index >= 0 && static_cast<size_t>(field->index) < tuple->fields.size();
  return there ? tuple->fields[static_cast<size_t>(field->index)] : nullptr;
}

// A tuple that is written out says of its fields what these say of themselves; null where it does, or there is none.
const Tuple* TupleKnown(Context& ctx, const Node* node) {
  const auto* tuple = As<Tuple>(node);
  if (tuple == nullptr || tuple->type == nullptr) return nullptr;
  std::vector<const Type*> fields;
  for (const Expr* field : tuple->fields) {
    if (field->type == nullptr) return nullptr;
    fields.push_back(field->type);
  }
  const Type* known = MakeTupleType(ctx, fields);
  if (!IsFiner(ctx, tuple->type, known)) return nullptr;
  Tuple* finer = ctx.arena.New<Tuple>(*tuple);
  finer->type = known;
  return finer;
}

// What readers make of branches, of fields and of tuples.
const Function* WithinKnown(Context& ctx, const Function* func) {
  bool to_do = false;
  WalkOnce(func->body, [&](const Node* node) {
    to_do |= Is<If>(node) || FieldInPlace(node) != nullptr || TupleKnown(ctx, node) != nullptr;
  });
  if (!to_do) return func;
  return static_cast<const Function*>(Rewrite(ctx, func, [&](const Node* node, const Node*) -> const Node* {
    if (const Expr* field = FieldInPlace(node)) return field;
    const Tuple* tuple = TupleKnown(ctx, node);
    return tuple != nullptr ? tuple : ChoiceKnown(ctx, node);
  }));
}

const Function* ResultKnown(Context& ctx, const Function* func) {
  const Type* body = func->body->body->type;
  if (body == nullptr || func->ret_type == nullptr) return func;
  std::vector<const Var*> bound;
  for (const Var* param : func->params) {
    for (const Var* var : VarsIn(param->type)) bound.push_back(var);
    if (Is<PrimType>(param->type)) bound.push_back(param);
  }
  const Type* known = EraseVars(ctx, body, bound);
  bool finer = IsFiner(ctx, func->ret_type, known);
  if (!finer && !IsFiner(ctx, func->body->type, known)) return func;
  SeqExpr* seq = ctx.arena.New<SeqExpr>(*func->body);
  seq->type = known;
  const Type* result = finer ? known : func->ret_type;
  return MakeFunction(ctx, {func->params.begin(), func->params.end()}, seq, result, func->is_pure, func->attrs);
}

}  // namespace

Module WithResultsKnown(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    const auto* func = As<Function>(entry.func);
    if (func != nullptr) entry.func = ResultKnown(ctx, WithinKnown(ctx, func));
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
