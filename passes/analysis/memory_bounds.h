// Upper bounds of shapes by what a function's attributes say of its symbolic variables. Tested by
// testdata/static_plan_block_memory.
#pragma once

#include "ir/arith/bounds.h"
#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// The bounds that "tir_var_upper_bound" and "tir_var_lower_bound" (dictionaries from names to integers) give to the
// variables of a signature. Without an upper bound a variable is unbounded.
class MemoryBounds {
 public:
  // Diag kPassOrder when an attribute is no dictionary of integers.
  static Result<MemoryBounds> Of(Context& ctx, const Function* func);

  // The dimensions with upper bounds in their place, where there are any.
  std::vector<const Expr*> UpperBound(Context& ctx, Nodes<Expr> dims) const;

 private:
  ConstBounds constant_;
  ExprDomains domains_;
};

// Bytes of so many elements, constant dimensions gathered in front as TVM writes them: 4 * (m * n).
const Expr* TokenBytes(Context& ctx, DType dtype, const std::vector<const Expr*>& dims);

}  // namespace assay
