// What the oracles that compare results share.
#pragma once

#include "oracles/pass_oracles.h"

namespace assay {

// A program that reads, or gives back, what nothing wrote has no result to compare; the tree walker sees that, machine
// code does not.
bool IsUndefined(const Outcome& outcome);

// Builds `module` as `how` says and runs it on each set of inputs against the reference of the case's own module.
// Skip when the reference has no value to compare with, or the subject refuses. `entry` is what the case's entry function is
// called in `module`, when not the same.
Verdict CompareRunsWithReference(const OracleSpec& oracle, const PassCall* pass, const Case& c, const ModuleRef& module,
                                 const BuildOptions& how, OracleContext& oc, std::string_view entry = {});

}  // namespace assay
