// FunctionDims: dimensions for a function under construction (function_scope.h): small ones, those of a symbol, and
// those that are computed. Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"
#include "ir/rewrite.h"

namespace assay {

class FunctionDims : protected FunctionFamily {
 public:
  explicit FunctionDims(FunctionScope& scope) : FunctionFamily(scope) {}

  const Expr* SmallDim();
  // The same, and never 0.
  const Expr* PositiveDim();
  // An expression of a symbol, or of all of them.
  const Expr* ComputedOf(const Expr* dim);
  std::vector<const Expr*> MappedDims(const std::vector<const Expr*>& dims, const VarMap& symbols);
  const Expr* KnownDim(const Expr* dim);

 private:
  const Expr* WideDim(const Expr* dim);
};

}  // namespace assay
