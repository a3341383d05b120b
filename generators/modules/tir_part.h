// PartStmts: memory of which statements use a part (tir_free_scope.h): it begins behind the buffer's start and ends
// before its end, is gone through from either side, iteration by iteration in windows, or is filled in the first
// iteration of a loop for the others. Whoever allocates less, elsewhere, or over other memory has to know all of that.
// Tested by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class PartStmts : protected FreeFamily {
 public:
  explicit PartStmts(FreeScope& scope) : FreeFamily(scope) {}

  const Stmt* PartlyUsed(int depth);
  const Stmt* Windows(int depth);
  const Stmt* KeptOverIterations(int depth);
  const Stmt* OfVectors(int depth);

 private:
  // The elements of an axis that are used.
  struct PartAxis {
    int64_t begin, count;
    // Its first element is the last one of those that are used.
    bool mirrored;
  };
  struct Part {
    const Buffer* buffer = nullptr;
    std::vector<PartAxis> axes;
  };
  Part PartOf(const std::vector<int64_t>& counts);
  std::vector<const Expr*> At(const Part& part, const std::vector<const Expr*>& numbers);
  const Expr* OneOf(const Part& part);
  const Stmt* FilledPart(const Part& part);
  const Stmt* ShownElement(const Expr* element, int depth);
};

}  // namespace assay
