// The value that BindParams gives a parameter, for oracles that call what is left with what it was bound to.
#pragma once

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// A constant of the parameter's dtype out of a number, a nested list, or an object with dtype, shape and data in
// row-major order. Diag kBadArgument names the parameter.
Result<const Constant*> BoundConstant(Context& ctx, const Var* param, const Attr* value);

}  // namespace assay
