#include "passes/op_names.h"

#include <algorithm>
#include <iterator>

namespace assay {
namespace {

// Sorted, for the look-ups below.
constexpr std::string_view kForCodegen[] = {
    "relax.call_builtin_with_ctx", "relax.null_value",      "relax.vm.alloc_storage",
    "relax.vm.alloc_tensor",       "relax.vm.call_tir_dyn", "relax.vm.kill_object",
};
constexpr std::string_view kRuntimeBuiltins[] = {
    "relax.call_py_func",
    "relax.inspect.tensor_byte_offset",
    "relax.inspect.tensor_dtype_bits",
    "relax.inspect.tensor_dtype_code",
    "relax.inspect.tensor_dtype_lanes",
    "relax.inspect.tensor_elem_offset",
    "relax.inspect.tensor_ndim",
    "relax.inspect.tensor_shape_i",
    "relax.inspect.tensor_stride_i",
    "relax.invoke_closure",
    "relax.make_closure",
    "relax.memory.alloc_storage",
    "relax.memory.alloc_tensor",
    "relax.memory.ensure_zero_offset",
    "relax.memory.kill_storage",
    "relax.memory.kill_tensor",
    "relax.memory.view",
    "relax.reshape",
    "relax.shape_of",
    "relax.tensor_to_shape",
    "relax.to_vdevice",
};

struct LaterPass {
  std::string_view op;
  std::string_view pass;
};
constexpr LaterPass kLater[] = {
    {"relax.builtin.alloc_tensor", "LowerAllocTensor"},    {"relax.builtin.stop_lift_params", "LiftTransformParams"},
    {"relax.call_inplace_packed", "RemovePurityChecking"}, {"relax.call_pure_packed", "RemovePurityChecking"},
    {"relax.call_tir_with_grad", "LegalizeOps"},           {"relax.hint_on_device", "RealizeVDevice"},
    {"relax.invoke_pure_closure", "RemovePurityChecking"},
};

}  // namespace

bool IsDestinationPassing(std::string_view op) {
  return op == "relax.call_tir" || op == "relax.call_tir_inplace" || op == "relax.call_tir_with_grad" ||
         op == "relax.call_dps_packed";
}
const Var* KilledBy(const Expr* e) {
  std::string_view op = OpNameOf(e);
  bool kill = op == "relax.memory.kill_tensor" || op == "relax.memory.kill_storage" || op == "relax.vm.kill_object";
  const auto* call = kill ? static_cast<const Call*>(e) : nullptr;
  return call == nullptr || call->args.empty() ? nullptr : As<Var>(call->args[0]);
}

bool IsRuntimeBuiltin(std::string_view op) {
  return std::binary_search(std::begin(kRuntimeBuiltins), std::end(kRuntimeBuiltins), op);
}
bool IsForCodegen(std::string_view op) {
  return std::binary_search(std::begin(kForCodegen), std::end(kForCodegen), op);
}
std::string_view LaterPassOf(std::string_view op) {
  if (IsDestinationPassing(op)) return "CallTIRRewrite";
  if (IsRuntimeBuiltin(op)) return "LowerRuntimeBuiltin";
  for (const LaterPass& later : kLater) {
    if (later.op == op) return later.pass;
  }
  return {};
}

}  // namespace assay
