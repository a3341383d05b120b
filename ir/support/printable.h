// Text from elsewhere as a terminal may show it. Tested by printable_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

enum class LineEnds : bool { kEscaped, kKept };

// Control characters and bytes that are no UTF-8 as `\x1b`, control characters beyond ASCII as `\u009b`; tabs stay, and
// line ends where they are kept.
std::string Printable(std::string_view text, LineEnds line_ends = LineEnds::kEscaped);

// Names may be as long as a file: of words of more than 500 letters the first 200 and the last 100 bytes, with "…" in
// the middle. Of printable text.
std::string WithoutLongWords(std::string_view text);

}  // namespace assay
