// What is to be known of one loop. Tested by iterations_test.cc.
#pragma once

#include <vector>

#include "ir/mentions.h"
#include "passes/rewrite/copies.h"

namespace assay {

// Its variable, and all that its body defines.
inline VarSet DefinedInLoop(const For& loop) {
  std::vector<const Var*> defined = DefinedIn(&loop);
  return {defined.begin(), defined.end()};
}
// Whether it is known to have no second iteration.
inline bool HasOneIteration(const For& loop) {
  const IntImm* extent = AsInt(loop.extent);
  return extent != nullptr && extent->value <= 1;
}

}  // namespace assay
