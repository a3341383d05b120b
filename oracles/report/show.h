// How reports show text and numbers, and what all their pages share. Tested by report_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// Text for HTML, between tags or in a quoted attribute.
std::string HtmlEscaped(std::string_view text);
// 12345 as 12,345.
std::string ShowCount(uint64_t count);

// The beginning of a page, up to its title: light and dark, narrow and wide, nothing from elsewhere.
// `style` is what one page has beside that.
std::string PageHead(std::string_view title, std::string_view style = "");
inline constexpr std::string_view kPageEnd = "</main></body></html>\n";
// A number with what it counts; "good" or "bad" colours it.
std::string Figure(std::string_view value, std::string_view what, std::string_view klass = "");

}  // namespace assay
