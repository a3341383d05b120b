// Whether a Relax call may have side effects, judged as TVM's IsImpureCall does. Of kernels, passes/analysis/effects.h
// tells more. Tested by purity_test.cc.
#pragma once

#include "ir/module.h"

namespace assay {

// Operators by their row (unknown ones count as impure), functions by their is_pure, closures by their type's purity,
// packed functions as impure, PrimFuncs as pure when they write nothing. `module` resolves GlobalVars; what it does not
// know counts as impure.
bool IsImpureCall(const Module* module, const Call& call);
// Whether a bound value may stand in a dataflow block, whose bindings may change places: it neither branches nor is an
// impure call.
bool MayBeInDataflow(const Module* module, const Expr* value);
// The first impure call in the bindings below `root`, not looking into nested functions; nullptr when there is none.
const Call* FindImpureCall(const Module* module, const Expr* root);

}  // namespace assay
