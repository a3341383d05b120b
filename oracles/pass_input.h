// What a pass is tried on: the case's module, or what the build pipeline hands to it, or the module without what it mends.
// Tested by oracles_test.cc.
#pragma once

#include "oracles/subject.h"

namespace assay {

// Whether a subject that does not say itself what a pass needs is given, in place of the module, what its build pipeline hands
// to that pass.
bool IsHandedOver(Context& ctx, const Module& module, const PassSpec& pass);

}  // namespace assay
