// What `assay gen --calls` writes: one operator call a module, with arguments, in the form of the run suite (without
// results, which an implementation fills in: oracles/subjects/tvm/operators.py). Tested by cli_test.cc.
#pragma once

#include <cstdint>
#include <string>

#include "generators/modules/generate.h"

namespace assay {

// `per_op` lines {"id", "test", "op", "module", "entry", "args"} for each operator that `options` allows and samplers
// make; fewer where samplers keep failing.
std::string CallsOf(GenOptions options, uint64_t per_op, uint64_t seed);

}  // namespace assay
