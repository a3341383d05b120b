#include "fuzzers/campaign/steady_words.h"

#include <algorithm>

namespace assay {
namespace {

constexpr std::string_view kDigits = "0123456789", kHexDigits = "0123456789abcdefABCDEF";

// How long the word of these letters is behind the first two of `text`; 0 for none.
size_t BehindTwo(std::string_view text, std::string_view letters) {
  size_t end = std::min(text.find_first_not_of(letters, 2), text.size());
  return end > 2 ? end : 0;
}

// "09:22:18": its length, or 0.
size_t TimeIn(std::string_view text) {
  constexpr std::string_view kTime = "00:00:00";
  if (text.size() < kTime.size()) return 0;
  for (size_t i = 0; i < kTime.size(); ++i) {
    bool digit = kDigits.find(text[i]) != std::string_view::npos;
    if (kTime[i] == ':' ? text[i] != ':' : !digit) return 0;
  }
  bool longer = text.size() > kTime.size() && kDigits.find(text[kTime.size()]) != std::string_view::npos;
  return longer ? 0 : kTime.size();
}

}  // namespace

std::string SteadyWords(std::string_view said) {
  std::string words;
  for (size_t at = 0; at < said.size();) {
    std::string_view rest = said.substr(at);
    bool in_number = at > 0 && kDigits.find(said[at - 1]) != std::string_view::npos;
    if (size_t address = rest.starts_with("0x") ? BehindTwo(rest, kHexDigits) : 0; address > 0) {
      words += "0x…";
      at += address;
    } else if (size_t process = rest.starts_with("==") ? BehindTwo(rest, kDigits) : 0; process > 0) {
      words += "==…";
      at += process;
    } else if (size_t time = in_number ? 0 : TimeIn(rest); time > 0) {
      words += "…";
      at += time;
    } else {
      words += said[at++];
    }
  }
  return words;
}

}  // namespace assay
