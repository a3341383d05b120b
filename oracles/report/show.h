// How reports show text and numbers. Tested by report_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// Text for HTML, between tags or in a quoted attribute.
std::string HtmlEscaped(std::string_view text);
// 12345 as 12,345.
std::string ShowCount(uint64_t count);

}  // namespace assay
