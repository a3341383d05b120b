// Figures: lays neighbourhoods (neighbourhood.h) into a function under construction: the figures of figures.def, each
// for any two operators. Tested by neighbourhood_test.cc.
#pragma once

#include "generators/modules/figure_parts.h"

namespace assay {

class Figures : public FigureParts {
 public:
  explicit Figures(FigureScope& scope) : FigureParts(scope) {}

  // Lays it with the first of `seconds` that can stand there, which it says; null when none can.
  const OpSpec* Lay(const Neighbourhood& wanted);
  // What the function is to give back.
  const Expr* Output();

 private:
  bool Whole(Figure figure);
  bool Figured(Figure figure);
  // One branch of two: the operator takes the value where it can, and it is the result where `ends` says so.
  const SeqExpr* BranchOf(const OpSpec& row, const Expr* given, bool ends);
  bool Chain();
  bool FanOut();
  bool FanIn();
  bool ReadAgain();
  bool InTuple();
  bool ThroughField();
  bool ReadsInLocal();
  bool WholeTuple();
  bool InHelper();
  bool InHelperTwice();
  bool AsArgument();
  bool InLocal();
  bool InBranch();
  bool InBothBranches();
  const Expr* InEveryBranch();
  bool AsCondition();
  bool AfterIf();
  bool AcrossBlocks();
  bool Returned();
  bool Unused();
  const Expr* Chosen(int depth);
  void Claim();
  bool OfConstant();
  bool Twins();
  bool OfSameOperand();
  bool Repeated();
  bool Symbolic();
  bool ThroughCast();
  bool Renamed();
  bool WithEffect();
};

}  // namespace assay
