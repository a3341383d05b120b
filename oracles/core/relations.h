// Relations: other forms of a case that must do what it does, for the oracles "metamorphic", "equals_rewritten" and
// "symbolic_equals_substituted", and for the scripts that show what these found. Tested by relations_test.cc.
#pragma once

#include "generators/moves/move.h"
#include "oracles/core/oracle.h"

namespace assay {

// The case under other names: functions are renamed so that their order by name is reversed ("main" no longer being
// called so), with their symbols and everything that refers to them; and each Relax function but the entry stands there
// once more, unused. Passes whose options may name functions keep the names.
Case RenamedVariant(Context& ctx, const Case& c, const PassCall* pass);

// The moves that keep results, in moves.def order.
std::vector<const MoveSpec*> KeepingMoves();
// The case's module after those of the moves that fit, one after the other, at the same places whenever it is asked;
// nothing when none fits.
std::optional<Module> Rewritten(Context& ctx, const Case& c, std::span<const MoveSpec* const> moves);

// The module whose entry has the sizes of these arguments in place of its symbolic variables; nothing when it has none.
// An error when sizes that are put in have no type, TVM's BindSymbolicVars.
std::optional<Result<Module>> Substituted(Context& ctx, const Case& c, std::span<const Value> args);

}  // namespace assay
