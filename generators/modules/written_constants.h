// Constants in the form that TVM 0.26 has a text for: finite scalars of some dtypes. All others are made from such
// scalars, by operators. Tested by generate_test.cc and sweep_test.cc.
#pragma once

#include <functional>

#include "ir/builder.h"
#include "ir/tensor/scalar.h"

namespace assay {

// Binds a typed call to a variable, and gives that.
using BindCall = std::function<const Expr*(const Call*)>;

// The nearest value that has a text: finite, and within int64; its dtype may be another one.
Scalar WrittenValue(Scalar value);
bool HasText(const TensorView& value);
// The constant itself when it has a text.
const Expr* WrittenConstant(Context& ctx, const Constant* constant, const BindCall& bind);
// One value everywhere.
const Expr* FilledTensor(Context& ctx, Scalar value, const std::vector<const Expr*>& dims, const BindCall& bind);
// A call whose constants among the arguments (of a tuple too) are what `write` makes of them; untyped where that
// changes anything.
const Call* WithConstants(Context& ctx, const Call* call, const std::function<const Expr*(const Constant*)>& write);

}  // namespace assay
