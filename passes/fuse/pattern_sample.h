// Options of FuseOpsByPattern that fit a module, for campaigns: registered patterns, and patterns read off the module's
// own bindings. Tested by pattern_sample_test.cc.
#pragma once

#include "passes/pass.h"

namespace assay {

bool SamplePatterns(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options);

}  // namespace assay
