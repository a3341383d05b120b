// PassContext's config: every entry that some pass reads (pass.h, ConfigKey), on the command line and as campaigns draw
// it. Tested by config_test.cc.
#pragma once

#include <span>
#include <string>

#include "passes/pass.h"

namespace assay {

// Of all passes' entries; nullptr when no pass reads one of that name.
const ConfigKey* FindConfigKey(std::string_view name);
// "relax.backend.use_cuda_graph=true" each. Diag kUnknownName with the nearest name, kBadArgument for a value of
// another kind.
Result<PassOptions> ParseConfig(Context& ctx, std::span<const std::string> settings);
// What the pass reads is set as often as its row says, and no more than once.
void DrawConfig(Context& ctx, ByteSource& bytes, const PassSpec& pass, PassOptions& config);

}  // namespace assay
