// What may end the process is computed elsewhere. Tested by process_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/support/function_ref.h"

namespace assay {

// compute(i) for each i below `count`, in a child process; where a child ends at i, or takes too long over it,
// otherwise(i) here, and another child goes on behind it.
std::vector<uint64_t> ComputedInChildren(size_t count, FunctionRef<uint64_t(size_t)> compute,
                                         FunctionRef<uint64_t(size_t)> otherwise);

}  // namespace assay
