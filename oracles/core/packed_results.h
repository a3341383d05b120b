// Packed functions give what they like, whatever their calls declare: nothing holds to the declaration but kernels and
// operators that come to be built behind it. Tested by packed_results_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module with a match_cast to what is declared behind each call of a packed function; the module itself where there
// is none.
Module WithPackedResultsCast(Context& ctx, const Module& module);

}  // namespace assay
