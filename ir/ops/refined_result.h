// The type of a function's result by what is written and what its body gives. Tested by
// ir/check/local_function_test.cc.
#pragma once

#include <vector>

#include "ir/relax/node.h"

namespace assay {

// `body` where that says as much as `written` without the variables that the function does not bind itself (`bound`),
// or else `written`, as TVM's Function has it: a local function's result may be said by sizes of the functions around
// it.
const Type* RefinedResult(Context& ctx, const Type* written, const Type* body, const std::vector<const Var*>& bound);

}  // namespace assay
