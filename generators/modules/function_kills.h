// FunctionKills: where lifetimes end by hand in a function under construction (function_scope.h): a value is killed
// under one of its names, and lives on in what holds it by then, a tuple, a view, another function. Tested by
// generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"

namespace assay {

class FunctionKills : protected FunctionFamily {
 public:
  explicit FunctionKills(FunctionScope& scope) : FunctionFamily(scope) {}

  // What only names of this run of bindings hold is killed under one of them, and comes up no more.
  bool KillStep();

 private:
  // The variable's other names here, and itself; empty where something else may hold or name it.
  std::vector<const Var*> NamesOf(const Var* var) const;
};

}  // namespace assay
