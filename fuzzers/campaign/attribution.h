// Naming: one fault bears one name, whichever oracle saw it first and whatever pass happened to be tried. Which oracles
// a run asks is drawn, and a pass that is innocent is tried on a module that the build itself gets wrong; so the
// reduced case is put to all oracles once more, and to the build without its steps. For the native subject. Tested by
// attribution_test.cc.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "oracles/core/oracle.h"

namespace assay {

struct AttributedFinding {
  Finding finding;
  // The pass to blame, as it is to be tried; empty: none.
  std::vector<PassCall> passes;
  // What it shows on, where that is not the case's own module but what a pass made of it.
  std::optional<Module> module = {};
};

// `seen` on a case that is yet to be reduced, as the first pass shows it of which the oracle says the same: after
// reduction that one might have nothing left to go wrong on. As it was seen where none does.
AttributedFinding SimplestRepro(Context& ctx, const Case& whole, const Finding& seen);

// `seen` on `reduced`, under the name of the first of the oracles that fires: for the build alone, with the step whose
// absence makes it right again, or else for the pass that was tried; of passes that do another one's work on their way,
// for the other one. As it was seen when none fires.
AttributedFinding AttributeFinding(Context& ctx, const Case& reduced, const Finding& seen,
                                   std::span<const OracleSpec* const> oracles);

}  // namespace assay
