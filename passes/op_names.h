// Which operators belong to which stage of lowering, by TVM's names with "relax."; what properties and the code
// generation gate are decided by. Tested by props_test.cc.
#pragma once

#include <string_view>

#include "ir/module.h"

namespace assay {

// "relax.add" for a call of an operator; empty for any other expression.
inline std::string_view OpNameOf(const Expr* e) {
  const auto* call = As<Call>(e);
  const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
  return op == nullptr ? std::string_view() : op->name.text();
}
inline bool IsCallOf(const Expr* e, std::string_view name) { return OpNameOf(e) == name; }

// relax.call_tir, relax.call_tir_inplace, relax.call_dps_packed.
bool IsDestinationPassing(std::string_view op);
// The variable that a relax.memory.kill_tensor, relax.memory.kill_storage or relax.vm.kill_object kills; null for any
// other expression.
const Var* KilledBy(const Expr* e);
// What LowerRuntimeBuiltin turns into VM builtins.
bool IsRuntimeBuiltin(std::string_view op);
// What code generation itself understands.
bool IsForCodegen(std::string_view op);
// The pass that deals with an operator that LegalizeOps leaves; empty when there is none.
std::string_view LaterPassOf(std::string_view op);

}  // namespace assay
