#include "oracles/core/module_difference.h"

namespace assay {

std::vector<std::string> MembersOf(std::string_view path) {
  std::vector<std::string> members{""};
  int depth = 0;
  for (char letter : path) {
    depth += letter == '[' ? 1 : letter == ']' ? -1 : 0;
    if (depth > 0 || letter == ']') continue;
    if (letter == '.') {
      members.emplace_back();
    } else {
      members.back() += letter;
    }
  }
  return members;
}

}  // namespace assay
