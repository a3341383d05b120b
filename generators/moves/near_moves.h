// What moves on kernels share that make near misses: a pass finds what it looks for, but for one thing. Tested by
// near_moves_test.cc.
#pragma once

#include <vector>

#include "generators/moves/kernel_surroundings.h"
#include "generators/moves/move.h"

namespace assay {

// A condition about one of these, which are not none.
const Expr* AlwaysTrue(MoveSite& site, const std::vector<Counter>& counters);

}  // namespace assay
