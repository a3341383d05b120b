// What options tell a pass, looked for in what it made by other walks than its own: what they leave out stays as it is,
// and what they ask for is there. The oracle promised_form asks. Which pass is told what is in told.def. Tested by
// told_test.cc.
#pragma once

#include <string>

#include "passes/pass.h"

namespace assay {

// Whether some option of the pass tells what can be looked for.
bool CanBeTold(const PassSpec& pass);
// The first thing that is not as the call's options say; empty where all is.
std::string NotAsTold(Context& ctx, const PassCall& call, const Module& before, const Module& made);

}  // namespace assay
