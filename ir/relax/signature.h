// What others see of a Relax function's type. Tested by passes/scalar_sizes_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The type by which a function with these parameters stands under a name. Scalars that are parameters, and no
// dimension of another one, have no name in it: its result does not speak of them.
const FuncType* MakeSignature(Context& ctx, Nodes<Var> params, const Type* result, bool purity);

}  // namespace assay
