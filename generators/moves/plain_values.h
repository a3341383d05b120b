// Values that say nothing: what stands for a result that does not matter. Tested by shrinks_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// Zeros of that type; null where its sizes are not known, or are too many to be read.
const Expr* ZerosOf(Context& ctx, const Type* type);

}  // namespace assay
