// Weights: parameters behind those that `num_input` counts. Tested by testdata/expand_matmul_of_sum and
// testdata/adjust_matmul_order.
#pragma once

#include <unordered_set>

#include "ir/module.h"

namespace assay {

// The function's weights, and other names of them; empty where `num_input` is not said. What is computed from weights
// alone is none of them: to TVM's rewriting passes it is a call like any other.
std::unordered_set<const Var*> WeightsOf(const Function* func);

}  // namespace assay
