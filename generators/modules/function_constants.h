// FunctionConstants: constants of a function under construction (function_scope.h), and shapes that are computed of
// them or go by names. Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"

namespace assay {

class FunctionConstants : protected FunctionFamily {
 public:
  explicit FunctionConstants(FunctionScope& scope) : FunctionFamily(scope) {}

  const Expr* Written(const Constant* constant);
  const Call* WithWrittenConstants(const Call* call);
  // A call whose shapes of known numbers are computed from a constant; the call itself when it has none.
  const Call* WithComputedShapes(const OpSpec& row, const Call* typed);
  // A call that takes its shapes by the names that they have in scope; the call itself where they have none.
  const Call* WithNamedShapes(const OpSpec& row, const Call* typed);
  const Expr* FreshConstant(const std::vector<const Expr*>& dims, DType dtype);
  // A scalar, which is no tensor: a number that text has.
  const Expr* FreshScalar(DType dtype);

 private:
  const Expr* Filled(Scalar value, const std::vector<const Expr*>& dims);
  const Expr* ComputedShape(const ShapeExpr& shape);
};

}  // namespace assay
