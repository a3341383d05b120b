#include "ir/ops/purity.h"

#include <unordered_set>

#include "ir/ops/op_spec.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/fault.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"

namespace assay {
namespace {

bool HasEffects(const Call& call) {
  const auto* op = As<Op>(call.op);
  if (op == nullptr) return true;
  return op->intrinsic != nullptr && op->intrinsic->HasSideEffect();
}

// As TVM's purity of a PrimFunc: it stores only into buffers that it allocates, and calls nothing for its effects.
bool IsPureKernel(const PrimFunc& func) {
  bool pure = true;
  std::unordered_set<const Buffer*> own;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    if (const auto* alloc = As<AllocBuffer>(node)) own.insert(alloc->buffer);
    std::optional<ElementAccess> access = ElementAccessOf(node);
    pure &= !access || !access->writes || own.contains(access->buffer);
    if (const auto* call = As<Call>(node)) pure &= !HasEffects(*call);
    return pure;
  });
  return pure;
}

}  // namespace

bool IsImpureCall(const Module* module, const Call& call) {
  if (const auto* op = As<Op>(call.op)) {
    // Scalar intrinsics inside Relax (shape arithmetic) have no effects.
    if (IsIntrinsicName(op->name.text())) return false;
    if (FaultOn(Fault::impure_builtin_marked_pure) && op->name == "relax.vm.call_tir_dyn") return false;
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
  const auto* packed = As<ExternFunc>(call.op);
  // TVM's text does not say that LowerRuntimeBuiltin calls this one as pure: it makes a view.
  if (packed != nullptr && packed->global_symbol == "runtime.TVMTensorCreateView") return false;
  return type == nullptr || !type->purity;
}

bool MayBeInDataflow(const Module* module, const Expr* value) {
  const auto* call = As<Call>(value);
  return !Is<If>(value) && (call == nullptr || !IsImpureCall(module, *call));
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
