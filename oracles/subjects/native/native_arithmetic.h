// What assay's own arithmetic (ir/arith) makes of an integer expression and says of it, as claims that can be held
// against all values. Tested by arithmetic_test.cc.
#pragma once

#include <vector>

#include "oracles/core/arithmetic.h"

namespace assay {

std::vector<ArithmeticClaim> NativeClaimsOf(Context& ctx, const ArithmeticExpr& one);

}  // namespace assay
