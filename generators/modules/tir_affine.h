// FreeForms: affine forms among free statements (tir_free_scope.h), for indices, bounds and conditions: sums and
// differences of multiples, quotients and remainders of both kinds, choices, other widths, elements of memory; each
// with its range. Tested by tir_free_test.cc.
#pragma once

#include <optional>
#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class FreeForms : protected FreeFamily {
 public:
  explicit FreeForms(FreeScope& scope) : FreeFamily(scope) {}

  Ranged Affine(int depth);
  Ranged Term();
  Ranged Scaled(Ranged a);
  Ranged Divided(Ranged a);
  Ranged DividedBy(Ranged a, NodeKind kind, int64_t divisor);
  Ranged Joined(Ranged a, Ranged b);
  Ranged Indirect();
  const Expr* Index(const Expr* extent);
  std::vector<const Expr*> Indices(const Buffer* buffer);
  const Expr* Condition();
  const Expr* Crossed();
  // About an element of memory that may be written; nullptr where there is none to compare.
  const Expr* OfMemory();

 private:
  Ranged Composed(int depth);
  std::optional<Ranged> MadeBefore();
  void Remember(const Ranged& form);
  Ranged Multiplied(Ranged a, Ranged b);
  Ranged BothDivided(Ranged a, Ranged b);
  Ranged SplitBy(Ranged a);
  Ranged Chosen(Ranged a, Ranged b);
  // Through another width, near whose ends it may come.
  Ranged Elsewhere(Ranged a);
  // Near an end of the index dtype, by way of what cannot overflow there.
  Ranged AtAnEnd(Ranged a);
  // One that was asked before, now and then the other way round; nullptr where none was.
  const Expr* AskedAgain();
};

}  // namespace assay
