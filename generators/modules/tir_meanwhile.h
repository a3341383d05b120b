// MeanwhileStmts: statements about memory that is written between two looks at it (tir_free_scope.h): a condition that
// is asked again, a name that holds the element of before, a condition that only the loop around it changes. Whoever
// remembers what the first look saw, moves the second one in front of the store, or makes one of both, is wrong. Tested
// by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class MeanwhileStmts : protected FreeFamily {
 public:
  explicit MeanwhileStmts(FreeScope& scope) : FreeFamily(scope) {}

  const Stmt* WrittenMeanwhile(int depth);

 private:
  const Stmt* AskedMeanwhile(int depth);
  const Stmt* NamedMeanwhile();
  const Stmt* LoopedMeanwhile();
};

}  // namespace assay
