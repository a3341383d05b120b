// Shapes that lowering says to be another: the program traps where they are not. What LowerSite::Emit makes of them.
// Tested by vm/llvm/assumed_test.cc.
#pragma once

#include <algorithm>

#include "ir/builder.h"

namespace assay {

// A match_cast of `value` to the type that it bears, where that is a shape of other dimensions than those that are
// written; else null.
inline const MatchCast* AsCheckedShape(Context& ctx, const Expr* value, bool in_dataflow) {
  const auto* shape = As<ShapeExpr>(value);
  const auto* type = As<ShapeType>(value->type);
  bool same =
      shape == nullptr || type == nullptr || !type->has_values || std::ranges::equal(shape->values, type->values);
  if (same) return nullptr;
  const Var* var = MakeVar(ctx, "shape", type, in_dataflow ? VarFlavor::kDataflow : VarFlavor::kPlain);
  return MakeMatchCast(ctx, var, MakeShape(ctx, {shape->values.begin(), shape->values.end()}), type);
}

}  // namespace assay
