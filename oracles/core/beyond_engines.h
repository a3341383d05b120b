// Kernels of a device that no engine here runs as the device will. Without a barrier, engines run the threads of a
// launch one after the other, each to its end; what one thread leaves in memory that threads share another one reads
// there only once they all have come to a barrier, which TVM places last of all. As a schedule leaves them, kernels are
// loops around loops of threads, each of which ends before the next begins, and can be run; and so can those that have
// their barriers. Tested by beyond_engines_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace assay {

// Why, in a few words that reports count; empty for a module whose kernels can be run.
std::string WhyBeyondEngines(const Module& module);
// The same of a text that the reader does not take, which knows nothing of what threads do together.
std::string WhyBeyondEngines(std::string_view text);

}  // namespace assay
