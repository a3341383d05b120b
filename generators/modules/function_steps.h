// FunctionSteps: steps of a function under construction (function_scope.h): each makes one binding or a few. Operators
// come from their rows' samplers; the rest is structure. Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"

namespace assay {

class FunctionSteps : protected FunctionFamily {
 public:
  explicit FunctionSteps(FunctionScope& scope) : FunctionFamily(scope) {}

  void Step();
  bool StructureStep();
  // `finds`: of a tensor with dimensions, which get names where they may.
  bool MatchCastStep(bool finds = false);
  // An operator that takes a shape and no tensor, of one that is known by its rank alone.
  bool OpenShapeStep();
  const Expr* PackedView(const Expr* value);
  bool EffectStep();

 private:
  const Expr* FoundSize();
  bool OperatorStep();
  bool TupleStep();
  bool RebuildTuple();
  void CallAgainOtherwise(const OpSpec& row, const Call* before);
  bool GetItemStep();
  bool IfStep();
  const Type* BranchType();
  // A match_cast of a tensor of known rank and dtype, to the sizes that it has, to others, or to fresh ones.
  bool Cast(const Expr* value, bool finds = false);
  bool CastByShape(const Expr* value);
  const Type* CastOf(const Type* whole, bool finds, bool constant);
  const Expr* ConstantLike(const Entry& entry);
  bool CallStep();
  bool ScalarStep();
  bool AliasStep();
};

}  // namespace assay
