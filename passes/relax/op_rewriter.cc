#include "passes/relax/op_rewriter.h"

#include <algorithm>

#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/relax/canonicalize.h"

namespace assay {

OpRewriter::OpRewriter(Context& context, const Module* module, const Function* func) : RelaxMutator(context, module) {
  WalkBeforeChildren(func->body, [&](const Node* node) {
    if (const auto* block = As<BindingBlock>(node)) {
      for (const Binding* binding : block->bindings) {
        if (binding->var->flavor == VarFlavor::kDataflow) home_.emplace(binding->var, block);
        if (Is<VarBinding>(binding)) Record(binding);
      }
    }
    return !IsTypeKind(node->kind);
  });
}

// Another name of a call's result stands for the call, as for TVM's matcher of patterns.
void OpRewriter::Record(const Binding* binding) {
  auto named = calls_.find(As<Var>(binding->value));
  const Call* call = named == calls_.end() ? As<Call>(binding->value) : named->second;
  if (call != nullptr) calls_.emplace(binding->var, call);
}

bool OpRewriter::KeepsDataflow(const BindingBlock* block) {
  blocks_.back() = block;
  return block->is_dataflow;
}

bool OpRewriter::IsVisible(const Expr* e) const {
  const auto* var = As<Var>(e);
  if (var == nullptr || var->flavor != VarFlavor::kDataflow) return !Is<Tuple>(e);
  auto home = home_.find(var);
  return home != home_.end() && !blocks_.empty() && blocks_.back() == home->second;
}

const Call* OpRewriter::BoundCall(const Expr* e, std::string_view op) const {
  auto found = calls_.find(As<Var>(e));
  if (found == calls_.end() || !IsCallOf(found->second, op)) return nullptr;
  for (const Expr* arg : found->second->args) {
    if (const auto* tuple = As<Tuple>(arg)) {
      for (const Expr* field : tuple->fields) {
        if (!IsVisible(field)) return nullptr;
      }
    } else if (!IsVisible(arg)) {
      return nullptr;
    }
  }
  return found->second;
}

const Expr* OpRewriter::VisitCall(const Call* call, const Call* original) {
  const Expr* replacement = failed() ? nullptr : Replace(original);
  if (replacement == nullptr) return call;
  // What takes the call's place has to be as good as the call for all that use it.
  bool fits = call->type == nullptr || IsSubtype(ctx, call->type, replacement->type) == SubtypeAnswer::kAlways;
  if (!fits && !FaultOn(Fault::rebuilt_matmul_loses_out_dtype)) return call;
  changed_ = true;
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

int OpRewriter::RankOf(const Expr* e) {
  const auto* type = As<TensorType>(e->type);
  return type == nullptr ? kUnknownRank : type->rank;
}

const ShapeExpr* OpRewriter::ShapeOf(const Expr* e) {
  const auto* type = As<TensorType>(e->type);
  return type == nullptr ? nullptr : As<ShapeExpr>(type->shape);
}

bool HasPlainBindings(const Function* func) {
  return std::ranges::any_of(func->body->blocks,
                             [](const BindingBlock* block) { return !block->is_dataflow && !block->bindings.empty(); });
}

Result<const Function*> TidyRewritten(Context& ctx, const Module& module, const Function* func) {
  while (true) {
    const Function* before = func;
    ASSAY_TRY(func, CanonicalizeFunction(ctx, module, func));
    ASSAY_TRY(func, EliminateCommonSubexpr(ctx, module, func, /*call_only=*/false));
    ASSAY_TRY(func, RemoveUnusedBindings(ctx, module, func));
    if (func == before || Equal(func, before)) return before;
  }
}

}  // namespace assay
