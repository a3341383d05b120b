// What a lowered call assumes is checked when the program runs, as the reference checks it. Tested by
// vm/llvm/assumed_test.cc.
#pragma once

#include "ir/ops/op_spec.h"

namespace assay {

// Emits a shape whose type is another one, if the call assumes of extents that they are equal: a match_cast, at which
// the program traps where they are not. `call` is one of an operator that inference takes.
void EmitAssumed(LowerSite& site, const Module* module, const Call& call);

}  // namespace assay
