// What a call of a PrimFunc by another one may look like (kernel_calls.h).
#include "vm/kernel_calls.h"

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "ir/support/plural.h"
#include "ir/type.h"
#include "vm/scalar_ops.h"

namespace assay {

bool TakesPointers(const PrimFunc& func) {
  for (size_t i = 0; i < func.params.size(); ++i) {
    if (func.buffers[i] == nullptr && IsPointer(func.params[i])) return true;
  }
  return false;
}

DType ReturnedBy(const PrimFunc& func) {
  const auto* type = As<PrimType>(func.ret_type);
  return type == nullptr ? DType::Void() : type->dtype;
}

namespace {

std::string WhyNot(const PrimFunc& func, const Call& call) {
  if (call.args.size() != func.params.size()) {
    return fmt::format("with {} for {}", Counted(call.args.size(), "argument"),
                       Counted(func.params.size(), "parameter"));
  }
  for (size_t i = 0; i < call.args.size(); ++i) {
    // TVM's own code generation stops at these, too.
    if (func.buffers[i] != nullptr)
      return fmt::format("which takes a buffer ({}), and no pointer", func.params[i]->name.text());
    bool pointer = IsPointer(func.params[i]);
    bool same = pointer ? IsPointer(call.args[i]) : DTypeOf(call.args[i]) == DTypeOf(func.params[i]);
    if (!same || (!pointer && DTypeOf(func.params[i]).lanes != 1)) {
      return fmt::format("whose parameter {} has another type than the argument", func.params[i]->name.text());
    }
  }
  return DTypeOf(&call) == ReturnedBy(func) ? "" : "which returns another type than the call has";
}

}  // namespace

KernelCallee CalleeOf(const Module& module, const Call& call, const GlobalVar& global) {
  const auto* func = As<PrimFunc>(module.Find(global.name.text()));
  std::string why = func == nullptr ? "which is no PrimFunc of the module" : WhyNot(*func, call);
  return {func, why.empty() ? "" : fmt::format("a call of {}, {}", global.name.text(), why)};
}

PointerParts PartsOfPointer(const Expr* e) {
  const auto* call = As<Call>(e);
  if (call == nullptr) return {};
  if (IsCallOf(call, IntrinsicId::address_of) && call->args.size() == 1)
    return {.element = As<BufferLoad>(call->args[0])};
  if (!IsCallOf(call, IntrinsicId::tvm_access_ptr) || call->args.size() < 3) return {};
  DType element = DTypeOf(call->args[0]);
  int64_t width = int64_t{element.ElementBytes()} * element.lanes;
  if (width <= 0 || !DTypeOf(call->args[2]).IsInteger()) return {};
  return {.element = nullptr, .from = call->args[1], .offset = call->args[2], .width = width};
}

}  // namespace assay
