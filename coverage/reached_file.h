// Which blocks of a library's code were reached, as a file keeps it. Tested by reach_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "coverage/code_map.h"
#include "ir/support/result.h"

namespace assay {

// The probe (coverage/probe) as a library that another process loads: its bytes. Made by cmake/embed.cmake.
extern const std::string_view kProbeLibrary;

// By block of the code.
using ReachedBlocks = std::vector<bool>;

std::string ReachedText(const CodeMap& code, const ReachedBlocks& blocks);
// Diag kCorrupt, also for other code than this.
Result<ReachedBlocks> ReachedFromText(const CodeMap& code, std::string_view text);
// The same of a map that a probe wrote.
Result<ReachedBlocks> ReachedFromMap(const CodeMap& code, std::string_view map);

}  // namespace assay
