// What of a function follows from its weights alone. Tested by testdata/expand_matmul_of_sum and adjust_matmul_order.
#pragma once

#include <unordered_set>

#include "ir/module.h"

namespace assay {

// Parameters after num_input, and what follows from them by bindings without choice (TVM's ComputableAtCompileTime).
std::unordered_set<const Var*> ComputableFromWeights(const Function* func);

}  // namespace assay
