// SplitStmts: loops that conditions on their variables take apart (tir_free_scope.h). Tested by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class SplitStmts : protected FreeFamily {
 public:
  explicit SplitStmts(FreeScope& scope) : FreeFamily(scope) {}

  const Expr* Count(int64_t most, std::vector<const Stmt*>& before);
  const Stmt* Split(int depth);

 private:
  const Expr* Reached(const Ranged& axis);
};

}  // namespace assay
