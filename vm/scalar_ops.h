// The scalar meaning of IR nodes: which function of tensor/scalar.h or tensor/math.h a node kind or intrinsic is, and
// evaluation of whole scalar expressions (dimensions, primitive values). Tested by scalar_ops_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <variant>

#include "ir/ops/value.h"
#include "ir/prim/node.h"

namespace assay {

using BinaryFn = Scalar (*)(Scalar, Scalar);
// The function of one of the seventeen binary kinds.
BinaryFn BinaryFunction(NodeKind kind);
// True for Div, Mod, FloorDiv and FloorMod, which trap on an integer zero.
bool IsDivision(NodeKind kind);

// An intrinsic whose arguments are all evaluated: up to three operands of the arity stated; `result` is the call's dtype.
struct ScalarIntrinsic {
  std::string_view name;
  int arity;
  Scalar (*apply)(const Scalar* args, DType result);
};
// By TIR name without "tirx." (or "tir."), also the functions of tensor/math.h; nullptr when there is none.
const ScalarIntrinsic* FindScalarIntrinsic(std::string_view name);
// Calls the intrinsic; math functions are looked up by the same name.
Scalar ApplyIntrinsic(const ScalarIntrinsic& intrinsic, const Scalar* args, DType result);
// "exp" of "tirx.exp"; empty when the callee is no TIR intrinsic.
std::string_view IntrinsicName(const Call& call);

using VarLookup = std::function<std::optional<Scalar>(const Var*)>;
using ScalarOutcome = std::variant<Scalar, Trap, Refused>;
// Evaluates a scalar expression; variables by `lookup`. Refused for what is no scalar arithmetic.
ScalarOutcome EvalScalar(const Expr* expr, const VarLookup& lookup);

}  // namespace assay
