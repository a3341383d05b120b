// FreeStmts: statements of every kind inside of each other, over memory that is filled already: loops from any start in
// steps, whiles, branches, claims, and the families of statements beside this file (tir_free_scope.h). Conditions are
// asked again, also about memory that was written meanwhile. All is in bounds, ends, and overflows nowhere. Tested by
// tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"
#include "generators/modules/topics.h"

namespace assay {

// nullptr where the target has no elements. Arguments as of FreeScope.
const Stmt* MakeFreeStmts(ModuleGen& module, std::vector<const Buffer*> readable, const Buffer* target, DType index,
                          bool blocks);

class FreeStmts : protected FreeFamily {
 public:
  explicit FreeStmts(FreeScope& scope) : FreeFamily(scope) {}

  // nullptr where the target has no elements.
  const Stmt* Make();
  const Stmt* Any(int depth);
  const Stmt* Sequence(int depth);
  // As long as the condition holds as well, where there is one.
  const Stmt* Counted(int depth, const Expr* also = nullptr);

 private:
  const Stmt* About(Topic topic);
  const Stmt* AboutOneOf(Topics topics);
  // Memory of its own in one of the ways below.
  const Stmt* OwnMemoryAlone(int depth);
  const Stmt* Loop(int depth);
  const Stmt* WithExit(const Stmt* body);
  const Stmt* Branch(int depth);
  const Stmt* Claim();
  const Stmt* Look();
};

}  // namespace assay
