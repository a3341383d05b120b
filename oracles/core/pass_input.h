// What a pass is tried on: the case's module, or what the build pipeline hands to it, or the module without what it
// mends. Tested by oracles_test.cc.
#pragma once

#include "oracles/core/subject.h"

namespace assay {

// Whether the module has all of these properties.
bool HasProps(Context& ctx, const Module& module, Props props);

// Whether a subject that does not say itself what a pass needs is given, in place of the module, what its build
// pipeline hands to that pass.
bool IsHandedOver(Context& ctx, const Module& module, const PassSpec& pass);

// The passes that bring kernels into the form in which another compiler's build gives them to one of its TIR passes, or
// of those that schedule for a device, which need not take, nor say of, any other; those that the subject has. Empty
// for passes over graphs.
std::vector<PassCall> FormBefore(Subject& subject, const PassSpec& pass);

}  // namespace assay
