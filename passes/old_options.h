// Names that options of passes had before, which go on working for one release. Tested by old_options_test.cc.
#pragma once

#include "passes/pass.h"

namespace assay {

// The same options by their names of today. What has both keeps both, of which one is unknown.
PassOptions ByTodaysNames(const PassSpec& pass, PassOptions options);

}  // namespace assay
