// FunctionBait: lays a bait (bait.h) into a function under construction (function_scope.h). Tested by generate_test.cc.
#pragma once

#include <vector>

#include "generators/modules/function_scope.h"

namespace assay {

class FunctionBait : protected FunctionFamily {
 public:
  explicit FunctionBait(FunctionScope& scope) : FunctionFamily(scope) {}

  bool BaitStep();
};

}  // namespace assay
