// What moves share that bring functions of another module in (crossover.cc, import_kernel.cc).
#pragma once

#include <vector>

#include "generators/moves/relax_places.h"

namespace assay {

// Whether there is another module, of no devices, and room for one more function.
bool TakesMoreFunctions(const MoveSite& site);
// The chosen entry of the donor and the kernels that it calls, under names that are free in the module, without
// symbols.
std::vector<ModuleEntry> RenamedFromDonor(MoveSite& site, const ModuleEntry& chosen);
// Something in scope of this type, or a constant; nullptr when a constant cannot have it.
const Expr* WiredTo(MoveSite& site, const Place& place, const Type* type);
// What the place's variable becomes when something new was emitted before it: a value that uses it where it fits, else
// the old one under another name, so that the module changes in any case.
const Expr* SplicedIn(BindingEditor& editor, const VarBinding& binding, const Expr* brought);

}  // namespace assay
