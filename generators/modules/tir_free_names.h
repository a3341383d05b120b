// FreeNames: numbers that get names for the statements behind them (tir_free_scope.h), one or a chain of them. Tested
// by tir_free_test.cc.
#pragma once

#include <vector>

#include "generators/modules/tir_free_scope.h"

namespace assay {

class FreeNames : protected FreeFamily {
 public:
  explicit FreeNames(FreeScope& scope) : FreeFamily(scope) {}

  // These add to what the statements behind them see.
  const Stmt* Named();

 private:
  // Many of them, each made of those before it.
  Ranged Varying(Ranged a);
  const Stmt* NamedChain();
};

}  // namespace assay
