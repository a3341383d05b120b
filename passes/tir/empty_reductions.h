// Reductions over nothing get a meaning: TVM runs a block's init in the first step of its reduction, so that without
// steps the result is never written; here the result is then what init gives (docs/semantics.md). Every engine loads
// the rewritten form of its module. Tested by vm/llvm/empty_reductions_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// The module with `if a reduced extent is 0: init everywhere` before each nest of loops around one block with init
// whose reduced extents are not all positive constants. Names may be given between the loops. Left as they are: nests whose spatial indices depend on
// reduction loops, nests that are a part of a reduction whose other loops stand further out or that
// goes on with what another nest began, and blocks with own buffers.
Module DefineEmptyReductions(Context& ctx, const Module& module);
// Whether some such nest has a condition on its block that leaves out the step in which the reduction begins, whatever
// the arguments are: that it is a reduction of nothing is said by the form of the nest alone.
bool LeavesOutFirstStep(Context& ctx, const Module& module);

}  // namespace assay
