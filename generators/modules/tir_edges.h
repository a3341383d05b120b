// EdgeStages: blocks whose loops go further than their axes, as padded ones do, or not through all of them: then the
// rest of the target stays what it is. Predicates and extents that depend on other loops say so. Tested by
// generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_stage.h"

namespace assay {

class EdgeStages : protected StageParts {
 public:
  explicit EdgeStages(StageScope& scope) : StageParts(scope) {}

  bool GoesBeyond(const Axis& axis, Loop& loop, const Expr*& predicate);
  const Stmt* PartStage(const Buffer* target);

 private:
  const Expr* LeaveOut(std::vector<Loop>& loops);
};

}  // namespace assay
