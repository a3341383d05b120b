// Types in step: after a reduction changed what calls are made of, their types follow, where they do not hold what the call
// gives. Tested by sound_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// A Relax function whose calls, and all that follows from them, have types that hold what inference gives. Where that does not
// work out, an ill-formed one. Any other function as it is.
const Expr* WithTypesInStep(Context& ctx, const Module& module, const Expr* func);

// The module whose Relax functions say of their results what their bodies know, as a reader of its text has it.
Module WithResultsKnown(Context& ctx, const Module& module);

}  // namespace assay
