// Wrong results of a build of another compiler, whose steps cannot be left out one by one (attribution.h): the first
// step behind which the module gives other results in assay's own interpreter is to blame. Tested by
// blamed_step_test.cc.
#pragma once

#include <string>

#include "oracles/core/oracle.h"

namespace assay {

// The name of that step; empty where the finding has a pass already or is not of results, where every step keeps them
// (code generation or the run time is wrong), and where that cannot be told.
std::string BlamedStep(Context& ctx, Subject& subject, const Case& reduced, const Finding& finding);

}  // namespace assay
