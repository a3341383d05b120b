// Sizes that a module is given, and does not compute. Tested by fuzzers/reduce/shrinks_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.h"

namespace assay {

// The extents above 1, each once, of parameters, shapes, constants, casts and buffers, in order; not those of types
// that operators and bodies have of themselves.
std::vector<int64_t> GivenExtents(const Module& module);

}  // namespace assay
