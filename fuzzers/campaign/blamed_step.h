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

// The step whose result makes a later one of the build fail, which goes on from what `other` makes of the module so
// far: FuseTIR may refuse what LegalizeOps has lost. A finding without a pass is of code generation. Empty where the
// pass is no step of the build, where the step itself is at fault, and where that cannot be told: the other fails as
// well, or a text does not say what the failure needs.
std::string StepThatParts(Subject& subject, Subject& other, const Case& reduced, const Finding& finding);

// What is on file without a step keeps its name: a finding that `on_file` knows as it is stays so, and another one gets
// the step, where one is to blame. Whether it did.
bool BlameStep(Context& ctx, Subject& subject, const Case& reduced, Finding& finding,
               FunctionRef<bool(const Finding&)> on_file);

}  // namespace assay
