// Numbers that are written out. Part of what scalar_build_test.cc and ops_table_test.cc test.
#pragma once

#include "ir/builder.h"
#include "ir/prim/node.h"
#include "ir/tensor/scalar.h"

namespace assay {

inline bool IsLiteral(const Expr* e) { return Is<IntImm>(e) || Is<FloatImm>(e); }
inline bool IsVarOrLiteral(const Expr* e) { return Is<Var>(e) || IsLiteral(e); }
// The integer of that value, of any dtype.
inline bool IsLiteralInt(const Expr* e, int64_t value) {
  const auto* imm = As<IntImm>(e);
  return imm != nullptr && imm->value == value;
}

inline const Expr* MakeLiteral(Context& ctx, Scalar value) {
  if (value.dtype.IsFloating()) return MakeFloat(ctx, value.f, value.dtype);
  return MakeInt(ctx, value.i, value.dtype);
}

}  // namespace assay
