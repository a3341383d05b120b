// The gate before code generation: names every operator that code generation cannot emit, with place and cause, split
// into what a later pass deals with and what is missing for good. Tested by gate_test.cc.
#pragma once

#include <vector>

#include "passes/pass.h"

namespace assay {

// Done when every Relax call left is one that code generation knows. Otherwise a Diag kCannotLower at the first
// operator left, with one label for each of them. `notes` are what passes said about operators, before any dead-code
// removal: an operator that was noted as missing (kNow) refuses the module even when a later pass removed its use.
Status CheckCodegenReady(Context& ctx, const Module& module, const std::vector<PassNote>& notes);

// What it says of one that is left.
Diag CannotBeCompiled(const Call* call);

// The operators that are left in the module now, as notes in order of place.
std::vector<PassNote> OperatorsLeft(const Module& module);
// The same, where what a pass said (`notes`) beats what can be seen now, and what passes noted as missing is added.
std::vector<PassNote> MissingOperators(const Module& module, const std::vector<PassNote>& notes);

}  // namespace assay
