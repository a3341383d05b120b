// Dimensions multiplied. Tested through reshapes by ops_table_test.cc.
#pragma once

#include <span>

#include "ir/arith/analyzer.h"
#include "ir/builder.h"

namespace assay {

inline const Expr* ProductOf(Context& ctx, std::span<const Expr* const> dims) {
  const Expr* product = MakeInt(ctx, 1);
  for (const Expr* dim : dims) product = MulDims(ctx, product, dim);
  return product;
}

}  // namespace assay
