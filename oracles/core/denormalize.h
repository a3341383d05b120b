// Modules without what a pass is there to bring about, as someone may hand them to it: calls within calls for
// Normalize, functions that are not called what their symbols say for NormalizeGlobalVar, loops that share their
// variable, or are one statement, for ConvertSSA. What the module computes stays the same. Tested by
// denormalize_test.cc.
#pragma once

#include "passes/pass.h"

namespace assay {

// The module without the property, wherever that can be taken away; the module itself for properties other than
// kNormal, kNamedBySymbol and kDefinedOnce.
Module Denormalized(Context& ctx, const Module& module, Props without);

}  // namespace assay
