#include "passes/rewrite/op_rewriter.h"

#include <algorithm>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/ops/purity.h"
#include "ir/support/fault.h"
#include "passes/relax/canonicalize.h"
#include "passes/relax/function_passes.h"

namespace assay {

// Another name of a call's result stands for the call.
void OpRewriter::See(const VarBinding* binding) {
  if (!MayBeInDataflow(module_, binding->value)) return Forget();
  const Expr* value = Is<Var>(binding->value) ? Seen(binding->value) : binding->value;
  if (value != nullptr) seen_.back().emplace(binding->var, value);
}

void OpRewriter::VisitVarBinding(const VarBinding* binding) {
  bool outer = std::exchange(replaced_, false);
  const Var* bound = std::exchange(bound_, binding->var);
  RelaxMutator::VisitVarBinding(binding);
  if (!replaced_) See(binding);
  replaced_ = outer;
  bound_ = bound;
}

const Expr* OpRewriter::Seen(const Expr* e) const {
  if (seen_.empty()) return nullptr;
  auto found = seen_.back().find(As<Var>(e));
  return found == seen_.back().end() ? nullptr : found->second;
}

const Call* OpRewriter::BoundCall(const Expr* e, std::string_view op) const {
  const auto* call = As<Call>(Seen(e));
  return IsCallOf(call, op) ? call : nullptr;
}

bool OpRewriter::JoinsKilled(const Call* original, const Expr* replacement) const {
  if (killed_.empty() || !Is<Var>(replacement)) return false;
  auto killed = [&](const Expr* e) { return killed_.contains(As<Var>(e)); };
  return killed(bound_) || killed(replacement) || std::ranges::any_of(original->args, killed);
}

const Expr* OpRewriter::VisitCall(const Call* call, const Call* original) {
  const Expr* replacement = failed() ? nullptr : Replace(original);
  if (replacement == nullptr || JoinsKilled(original, replacement)) return call;
  // What takes the call's place has to be as good as the call for all that use it.
  bool fits = call->type == nullptr || IsSubtype(ctx, call->type, replacement->type) == SubtypeAnswer::kAlways;
  if (!fits && !FaultOn(Fault::rebuilt_matmul_loses_out_dtype)) return call;
  changed_ = true;
  replaced_ = true;
  return replacement;
}

const Attr* OpRewriter::OutDtypeOf(const Call* matmul) const {
  const Attr* attr = matmul->attrs->Find("out_dtype");
  const auto* wanted = As<AttrDType>(attr);
  bool same = wanted == nullptr || std::ranges::all_of(matmul->args, [&](const Expr* factor) {
                const auto* tensor = As<TensorType>(factor->type);
                return tensor != nullptr && tensor->dtype == wanted->value;
              });
  return same || FaultOn(Fault::rebuilt_matmul_loses_out_dtype) ? MakeNull(ctx) : attr;
}

const Call* OpRewriter::Op(std::string_view op, const std::vector<const Expr*>& args, const AttrItems& attrs) {
  for (const Expr* arg : args) {
    if (arg == nullptr) return nullptr;
  }
  const OpSpec* row = FindOp(op);
  if (row == nullptr) return nullptr;
  auto typed = WithNameableType(ctx, module_, MakeOpCall(ctx, *row, args, attrs));
  return typed.ok() ? *typed : nullptr;
}

int RankOf(const Expr* e) {
  const auto* type = As<TensorType>(e->type);
  return type == nullptr ? kUnknownRank : type->rank;
}

bool HasPlainBindings(const Function* func) {
  return std::ranges::any_of(func->body->blocks,
                             [](const BindingBlock* block) { return !block->is_dataflow && !block->bindings.empty(); });
}

Result<const Function*> TidyRewritten(PassContext& pass_ctx, const Module& module, const Function* func) {
  Context& ctx = pass_ctx.ctx;
  while (true) {
    const Function* before = func;
    ASSAY_TRY(func, CanonicalizeFunction(ctx, module, func));
    ASSAY_TRY(func, EliminateCommonSubexpr(ctx, module, func, /*call_only=*/false));
    ASSAY_TRY(func, RemoveUnusedBindings(pass_ctx, module, func));
    if (func == before || Equal(func, before)) return before;
  }
}

}  // namespace assay
