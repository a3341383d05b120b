// FigureNames: other names of a value in a figure (figure_parts.h). Tested by neighbourhood_test.cc.
#pragma once

#include "generators/modules/figure_parts.h"

namespace assay {

class FigureNames : public FigureParts {
 public:
  explicit FigureNames(FigureScope& scope) : FigureParts(scope) {}

  // The value under another name, of which no kernel is made: a second name, a cast, a field, or another shape.
  const Expr* OtherName(const Expr* value);
  // A cast that gives names to some of the tensor's sizes, where it may.
  const Expr* Named(const Expr* value);

 private:
  const Expr* Cast(const Expr* value, const TensorType* type);
};

}  // namespace assay
