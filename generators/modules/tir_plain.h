// PlainStages: stages as plain loops and stores: lets, ifs, bounded whiles, vectors, no blocks. Tested by
// generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_stage.h"

namespace assay {

class PlainStages : protected StageParts {
 public:
  explicit PlainStages(StageScope& scope) : StageParts(scope) {}

  const Stmt* PlainStage(const Buffer* target, bool reduce);
  const Stmt* Claim(const Expr* condition);

 private:
  const Stmt* PlainStore(const Buffer* target, const std::vector<Axis>& axes);
  const Stmt* VectorStore(const Buffer* target, const std::vector<Axis>& axes);
  const Stmt* PlainReduction(const Buffer* target, const std::vector<Axis>& axes);
  const Stmt* PlainSplit(const Axis& axis, std::vector<Loop>& loops, const Stmt* body);
  const Stmt* Repeat(const Stmt* body);
};

}  // namespace assay
