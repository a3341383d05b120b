// Conformance reports for readers: Markdown, and one self-contained HTML page with bars as inline SVG.
// Tested by conform_test.cc.
#pragma once

#include <string>

#include "oracles/conform/conform.h"

namespace assay {

// `subject` names what was judged.
std::string ConformMarkdown(const ConformResult& result, std::string_view subject);
std::string ConformHtml(const ConformResult& result, std::string_view subject);

}  // namespace assay
