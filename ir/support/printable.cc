#include "ir/support/printable.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace assay {
namespace {

// The bytes of the character at the front; 0 where they are none of UTF-8. Overlong forms are left to the reader.
size_t CharacterLength(std::string_view text) {
  auto first = static_cast<uint8_t>(text[0]);
  size_t length = first < 0x80 ? 1 : first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((static_cast<uint8_t>(text[i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

// What terminals take for commands.
bool IsControl(std::string_view character) {
  auto first = static_cast<uint8_t>(character[0]);
  return first < 0x20 || first == 0x7F || (first == 0xC2 && static_cast<uint8_t>(character[1]) < 0xA0);
}

}  // namespace

std::string Printable(std::string_view text, LineEnds line_ends) {
  std::string out;
  while (!text.empty()) {
    size_t length = CharacterLength(text);
    std::string_view character = text.substr(0, length);
    bool kept = text[0] == '\t' || (text[0] == '\n' && line_ends == LineEnds::kKept);
    if (length == 0 || (length == 1 && IsControl(character) && !kept)) {
      out += fmt::format("\\x{:02x}", static_cast<uint8_t>(text[0]));
      length = 1;
    } else if (length == 2 && IsControl(character)) {
      out += fmt::format("\\u00{:02x}", static_cast<uint8_t>(text[1]));
    } else {
      out += character;
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string WithoutLongWords(std::string_view text) {
  constexpr size_t kLongest = 500, kFirst = 200, kLast = 100;
  auto continues = [&](size_t at) { return (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80; };
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find_first_of(" \n\t", at), text.size() - 1) + 1;
    size_t first = at + kFirst, last = end - std::min(end, kLast);
    if (end - at > kLongest) {
      while (continues(first)) --first;
      while (continues(last)) ++last;
      out.append(text.substr(at, first - at)).append("…").append(text.substr(last, end - last));
    } else {
      out.append(text.substr(at, end - at));
    }
    at = end;
  }
  return out;
}

}  // namespace assay
