// Types in step: after a move that shrinks changed what calls are made of, their types follow, where they do not hold
// what the call gives. Tested by fuzzers/reduce/sound_test.cc.
#pragma once

#include <utility>
#include <vector>

#include "ir/module.h"

namespace assay {

// A Relax function whose calls, and all that follows from them, have types that hold what inference gives. Where that
// does not work out, an ill-formed one. Any other function as it is.
const Expr* WithTypesInStep(Context& ctx, const Module& module, const Expr* func);

// Functions of a module that become others, by the index of their entries.
using FunctionChanges = std::vector<std::pair<size_t, const Expr*>>;
// The module with these functions replaced. Where a signature changes, every mention of the function carries its type,
// and every call of it gives what it gives then.
Module WithFunctions(Context& ctx, const Module& module, const FunctionChanges& changes);
// The same where types within the functions may have changed, too.
Module WithFunctionsInStep(Context& ctx, const Module& module, const FunctionChanges& changes);

// The module whose Relax functions, and branches in them, say of their results what their bodies know, as a reader of
// its text has it.
Module WithResultsKnown(Context& ctx, const Module& module);

}  // namespace assay
