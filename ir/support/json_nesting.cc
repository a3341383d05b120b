#include "ir/support/json_nesting.h"

#include <fmt/format.h>

namespace assay {

std::string TooDeepJson(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  size_t line = 1, line_start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n') {
      ++line;
      line_start = i + 1;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonNesting)
        return fmt::format("nested deeper than {} (line {}, column {})", kMaxJsonNesting, line, i - line_start + 1);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return "";
}

}  // namespace assay
