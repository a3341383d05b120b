// Rule relax.wf17: what call_tir and its kin pass and take against the signature of their PrimFunc. Tested by
// well_formed_test.cc.
#pragma once

#include <optional>
#include <string>

#include "ir/module.h"

namespace assay {

// What contradicts the callee's signature in a typed call of call_tir, call_tir_inplace or call_tir_with_grad; nothing
// when all fits, or when the callee is no PrimFunc of the module. Outputs are the callee's parameters after the inputs;
// its symbolic dimensions take the inputs' values (as TVM's ValidateCallTIR).
std::optional<std::string> CallTIRMismatch(Context& ctx, const Module& module, const Call& call);

}  // namespace assay
