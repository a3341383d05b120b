// Wrong results of a build of another compiler, whose steps cannot be left out one by one (attribution.h): the first
// step behind which the module gives other results in assay's own interpreter is to blame. Tested by
// blamed_step_test.cc.
#pragma once

#include <string>

#include "ir/support/function_ref.h"
#include "oracles/core/oracle.h"

namespace assay {

// The name of that step; empty where the finding has a pass already or is not of results, where every step keeps them
// (code generation or the run time is wrong), and where that cannot be told.
std::string BlamedStep(Context& ctx, Subject& subject, const Case& reduced, const Finding& finding);

// What is on file without a step keeps its name: a finding that `on_file` knows as it is stays so, and another one gets
// the step, where one is to blame. Whether it did.
bool BlameStep(Context& ctx, Subject& subject, const Case& reduced, Finding& finding,
               FunctionRef<bool(const Finding&)> on_file);

}  // namespace assay
