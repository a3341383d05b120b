// Evaluation of whole scalar expressions (dimensions, primitive values). Tested by scalar_ops_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <variant>

#include "ir/ops/value.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"
#include "ir/prim/node.h"

namespace assay {

using VarLookup = std::function<std::optional<Scalar>(const Var*)>;
using ScalarOutcome = std::variant<Scalar, Trap, Refused>;
// Evaluates a scalar expression; variables by `lookup`. Refused for what is no scalar arithmetic.
ScalarOutcome EvalScalar(const Expr* expr, const VarLookup& lookup);

}  // namespace assay
