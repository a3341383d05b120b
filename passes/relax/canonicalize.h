// The two halves of CanonicalizeBindings on one function; KillAfterLastUse runs them too.
#pragma once

#include "ir/module.h"
#include "ir/support/result.h"
#include "passes/frame.h"

namespace assay {

// Symbolic variables that match_cast proves to be known expressions are replaced in shapes and types.
Result<const Function*> CanonicalizeSymbols(Context& ctx, const Module& module, const Function* func);
// Trivial bindings (var = var), accesses of known tuples and constants are folded away.
Result<const Function*> CanonicalizeRelaxBindings(Context& ctx, const Module& module, const Function* func);
// Both, in this order.
Result<const Function*> CanonicalizeFunction(Context& ctx, const Module& module, const Function* func);
// What passes that end in canonicalization change of a frame: a variable becomes its dataflow block's own where a name
// of it outside is folded away, and is let out of the block where an item of a tuple is found to be that variable.
inline constexpr FrameContract kCanonicalizes = Adds({Facet::kVariableKinds}) | Drops({Facet::kVariableKinds});
// Whether no variable is bound to a node of this kind, or by a cast: what such names hide shows behind canonicalization
// only.
bool BindsNo(const Module& module, NodeKind kind);

// Without casts, items of tuples, branches, local functions and names of constants (which may need no name outside of
// their block any more), and unless dataflow blocks become one, there are only names of names to fold, and one run of
// CanonicalizeBindings does it.
bool HasNamesAlone(const Module& module);

}  // namespace assay
