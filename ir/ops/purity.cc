#include "ir/ops/purity.h"

#include "ir/ops/op_spec.h"
#include "ir/walk.h"

namespace assay {
namespace {

// As TVM's purity of a PrimFunc: it stores into no buffer and calls nothing for its effects.
bool IsPureKernel(const PrimFunc& func) {
  bool pure = true;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    pure &= node->kind != NodeKind::kBufferStore && node->kind != NodeKind::kEvaluate;
    return pure;
  });
  return pure;
}

}  // namespace

bool IsImpureCall(const Module* module, const Call& call) {
  if (const auto* op = As<Op>(call.op)) {
    // Scalar intrinsics inside Relax (shape arithmetic) have no effects.
    if (op->name.text().starts_with("tirx.")) return false;
    // All of TVM's operators with effects have rows.
    return op->spec != nullptr && op->spec->purity == Purity::kImpure;
  }
  if (const auto* global = As<GlobalVar>(call.op)) {
    const Expr* callee = module == nullptr ? nullptr : module->Find(global->name.text());
    if (const auto* kernel = As<PrimFunc>(callee)) return !IsPureKernel(*kernel);
    const auto* function = As<Function>(callee);
    return function == nullptr || !function->is_pure;
  }
  const auto* type = As<FuncType>(call.op->type);
  return type == nullptr || !type->purity;
}

const Call* FindImpureCall(const Module* module, const Expr* root) {
  const Call* found = nullptr;
  WalkBeforeChildren(root, [&](const Node* node) {
    if (found != nullptr || node->kind == NodeKind::kFunction) return false;
    const auto* call = As<Call>(node);
    if (call != nullptr && IsImpureCall(module, *call)) found = call;
    return true;
  });
  return found;
}

}  // namespace assay
