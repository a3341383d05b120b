// What TVM fills in when a target is told by a few keys: T.target({"kind": "cuda"}) is read, and written, with all of
// its attributes. Tested by text/targets_test.cc.
#pragma once

#include "ir/builder.h"

namespace assay {

// The target with the keys, the tag and the defaults of its kind, and those of its host, as TVM 0.26 completes them on a
// machine without any device. A kind that stands in no table here, and an llvm target for another machine (whose
// features only LLVM knows), stays as it is.
const AttrDict* CompleteTarget(Context& ctx, const AttrDict* config);

}  // namespace assay
