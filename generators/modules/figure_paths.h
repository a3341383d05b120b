// FigurePaths: the figures of figures.def that are made of more than two operators, or of sizes (figure_parts.h).
// Tested by neighbourhood_test.cc.
#pragma once

#include "generators/modules/figure_parts.h"

namespace assay {

class FigurePaths : public FigureParts {
 public:
  explicit FigurePaths(FigureScope& scope) : FigureParts(scope) {}

  bool Row();
  bool MeetAgain();
  bool Held();
  bool OfSizes();
  bool Alike();

 private:
  const Expr* Meanwhile(const Expr* made);
};

}  // namespace assay
