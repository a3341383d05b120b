// A module of swept calls: `main` takes all that they take, makes each, and gives all that they give. Tested by
// sweep_test.cc.
#pragma once

#include "generators/sweep/sweep.h"

namespace assay {

// `readable`: constants have a text that TVM 0.26 reads. `draw` decides what does not matter: whether the calls stand
// in a dataflow block.
SweptModule ModuleOf(Context& ctx, const std::vector<SweptCall>& calls, bool readable, uint64_t draw);

}  // namespace assay
