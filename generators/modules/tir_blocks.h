// BlockStages: stages as blocks: iteration variables bound to loops, which may be split (with a predicate where it does
// not divide), parallel, vectorized or unrolled. Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_stage.h"

namespace assay {

class BlockStages : protected StageParts {
 public:
  explicit BlockStages(StageScope& scope) : StageParts(scope) {}

  const Stmt* BlockStage(const Buffer* target, bool reduce);
  const SBlock* MakeBlock(const Buffer* target, const std::vector<Axis>& axes, bool reduce);
  const SBlockRealize* FromElsewhere(const SBlockRealize& realize);
  const Stmt* PairStage(const Buffer* target);
  ForKind PickKind(const Axis& axis, bool outermost, bool innermost);
  const Stmt* Nest(const std::vector<Loop>& loops, const Stmt* body);
  void BindThreads(std::vector<Loop>& loops);
  void AvoidLoneSerialLoops(std::vector<Loop>& loops) const;
  const Stmt* WithRoot(const Stmt* body, const std::vector<const Buffer*>& allocated);

 private:
  const Expr* Iterate(const Axis& axis, std::vector<Loop>& loops, const Expr*& predicate, bool innermost);
  const Expr* Counted(const Axis& axis, Loop& loop, const Expr* value);
  bool Fused(const Axis& first, const Axis& second, std::vector<Loop>& loops, std::vector<const Expr*>& values);
  void Match(SBlock& block);
  void ReadToo(SBlock& block, const Buffer* buffer);
};

}  // namespace assay
