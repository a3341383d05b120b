#include "ir/support/plural.h"

namespace assay {

std::string Plural(uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1 || one.empty()) return std::string(one);
  if (!many.empty()) return std::string(many);
  constexpr std::string_view kVowels = "aeiou";
  bool consonant = one.size() > 1 && kVowels.find(one[one.size() - 2]) == std::string_view::npos;
  if (one.ends_with('y') && consonant) return std::string(one.substr(0, one.size() - 1)) + "ies";
  bool hisses = one.ends_with('s') || one.ends_with('x') || one.ends_with("ch") || one.ends_with("sh");
  return std::string(one) + (hisses ? "es" : "s");
}

std::string Counted(uint64_t count, std::string_view one, std::string_view many) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits + " " + Plural(count, one, many);
}

}  // namespace assay
