// LaneStmts: loops whose iterations have no order (tir_free_scope.h): lanes of vectors, or parallel. Each iteration has
// elements of its own, in one memory or several, which it may read, too; beside stores stand names, inner loops, and
// branches that all iterations take alike. Tested by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class LaneStmts : protected FreeFamily {
 public:
  explicit LaneStmts(FreeScope& scope) : FreeFamily(scope) {}

  const Stmt* Lanes();

 private:
  // The places of the elements of a memory along an axis, one or more for each iteration.
  struct Strip {
    int64_t begin, step, last;
    bool mirrored;
    // Another axis in front; 0: none.
    int64_t rows = 0;
    // Where from its own one an iteration also reads an element, which another one may write.
    int64_t beside = 0;
  };
  Strip Places(int64_t extent);
  const Expr* PlaceOf(const Strip& places, const Expr* iteration);
  const Stmt* IntoOwn(const Buffer* buffer, const std::vector<const Expr*>& at, int64_t beside);
  const Stmt* OfIteration(const Buffer* buffer, const std::vector<const Expr*>& at, const std::vector<Ranged>& even,
                          int64_t beside, bool nested);
};

}  // namespace assay
