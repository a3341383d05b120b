// Weights: parameters behind those that `num_input` counts, and what is computed of them. Tested by
// testdata/expand_matmul_of_sum and testdata/adjust_matmul_order.
#pragma once

#include <unordered_set>

#include "ir/mentions.h"
#include "ir/module.h"

namespace assay {

// The function's variables that depend on weights and constants alone (TVM's ComputableAtCompileTime). None of the
// parameters is a weight where `num_input` is not said.
VarSet WeightsOf(const Function* func);

}  // namespace assay
