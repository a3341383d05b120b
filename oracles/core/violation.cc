#include "oracles/core/violation.h"

namespace assay {

std::string InWords(std::span<const Violation> violations) {
  std::string words;
  for (const Violation& violation : violations) {
    if (!words.empty()) words += "; ";
    words += violation.message;
  }
  return words;
}

}  // namespace assay
