// Pure bindings whose results nothing needs, and match_casts that cannot fail: passes may drop them, and the checks
// that are written out in the kernels that they call go with them. Tested by unneeded_calls_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module without them; the module itself where there are none.
Module WithoutUnneededCalls(Context& ctx, const Module& module);

}  // namespace assay
