// Widening: a random scalar expression over a variable becomes a vector, one lane for each of some values in a row,
// with predicated loads where not all lanes are on. Tested by generate_test.cc.
#pragma once

#include "ir/builder.h"

namespace assay {

// The variable's values base, base + 1, …; the first lane is always on.
struct WideVar {
  const Var* var = nullptr;
  const Expr* base = nullptr;
  int lanes = 1;
  // A bool for each lane; null: all are on.
  const Expr* mask = nullptr;
};

// In lanes that are off it may have any value. What TVM has no vectors for is computed for the first lane alone.
const Expr* Widened(Context& ctx, const WideVar& over, const Expr* scalar);

const Expr* MakeRamp(Context& ctx, const Expr* base, int lanes);
// `e` itself when it has lanes.
const Expr* Spread(Context& ctx, const Expr* e, int lanes);

}  // namespace assay
