// ExtraStages: beside what computes: attributes, claims that hold, views, loops that are left early, vectors over what
// is there already. A plain stage gets one of them behind it, or around it. Tested by generate_test.cc.
#pragma once

#include "generators/modules/tir_stage.h"

namespace assay {

class ExtraStages : protected StageParts {
 public:
  explicit ExtraStages(StageScope& scope) : StageParts(scope) {}

  const Stmt* WithExtra(const Buffer* target, const Stmt* stage);

 private:
  const Buffer* WithData(const Buffer* buffer, const Var* data);
  const Stmt* Attributed(const Buffer* target, const Stmt* stage);
  const Stmt* Left(const Buffer* target);
  const Stmt* VectorsAgain(const Buffer* target);
  const Expr* Turned(const Expr* value, int lanes);
};

}  // namespace assay
