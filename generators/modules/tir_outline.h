// OutlinedStages: a stage as a function of its own, which the kernel calls with pointers to the buffers and with its
// symbolic dimensions. Tested by generate_test.cc.
#pragma once

#include "generators/modules/tir_stage.h"

namespace assay {

class OutlinedStages : protected StageParts {
 public:
  explicit OutlinedStages(StageScope& scope) : StageParts(scope) {}

  const Stmt* Outlined(const Stmt* stage);
};

}  // namespace assay
