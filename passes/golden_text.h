// Golden texts of passes: a `# RUN: PassName{options}` line, maybe a `# CONFIG: name` line for a setting of the
// PassContext that is true, a module, a `# ---` line and the whole expected module (or `# error: …`). Tested by
// golden_test.cc, which runs all of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "passes/pass.h"

namespace assay {

struct GoldenText {
  // The pass list, the setting or nothing, all in front of the `# ---` line, and all behind it.
  std::string run, setting, input, expected;
};

inline constexpr std::string_view kGoldenRun = "# RUN: ";
inline constexpr std::string_view kGoldenConfig = "# CONFIG: ";
inline constexpr std::string_view kGoldenSeparator = "# ---\n";

// Diag kSyntax when the first line says no passes.
Result<GoldenText> SplitGoldenText(std::string_view text);
// The paths of all texts below a folder, in order; none when it cannot be read.
std::vector<std::string> GoldenTextsIn(const std::string& folder);
// The passes of `run`, through Sequential; notes and the setting are in `pass_ctx`. Diag of the list or of a pass.
Result<Module> RunGoldenText(PassContext& pass_ctx, const GoldenText& golden, const Module& module);
// What stands behind the separator when this came of it.
std::string GoldenOutcome(const PassContext& pass_ctx, const Result<Module>& after);

}  // namespace assay
