// What the oracles that compare results share.
#pragma once

#include "oracles/pass_oracles.h"

namespace assay {

// Builds `module` for `engine` and runs it on each set of inputs against the reference of the case's own module.
// Skip when the reference has no value to compare with, or the subject refuses.
Verdict CompareRunsWithReference(const OracleSpec& oracle, const PassCall* pass, const Case& c, const ModuleRef& module,
                                 const std::string& engine, OracleContext& oc);

}  // namespace assay
