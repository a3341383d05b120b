// `a and b` whose b reads memory evaluates b only where a is true, and `a or b` only where a is false, as in TVM's C
// back ends: topi's kernels guard their reads so (docs/semantics.md). Tested by llvm/short_circuit_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module with such operations as T.if_then_else. Those on vectors stay.
Module ShortCircuitGuards(Context& ctx, const Module& module);

}  // namespace assay
