// HeldStmts: the last look at memory (tir_free_scope.h): a buffer is filled, then another one like it, and only then is
// the first one read for the last time, at one of the places where statements read memory. Whoever does not look there
// takes the one's memory for the other. Memory that is filled anew in each iteration of a loop stands here as well.
// Tested by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class HeldStmts : protected FreeFamily {
 public:
  explicit HeldStmts(FreeScope& scope) : FreeFamily(scope) {}

  const Stmt* Held(int depth);
  // Memory that each iteration of a loop fills anew, which is said to be a double buffer.
  const Stmt* Staged(int depth);
  // Memory of which it is assumed what its last elements hold, and choices that this decides, or nearly so.
  const Stmt* Padded();
  const Stmt* LastLook(const Expr* condition, int depth);

 private:
  const Stmt* HeadBy(const Expr* condition, int depth);
  const Stmt* Melted(const Buffer* held, const Buffer* next, int depth);
};

}  // namespace assay
