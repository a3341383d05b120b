#include "cli/refused.h"

#include <fmt/format.h>

#include "cli/say.h"

namespace assay {

void SayRefused(const std::vector<std::string>& refused) {
  constexpr size_t kMostLines = 20;
  for (size_t i = 0; i < refused.size() && i < kMostLines; ++i) SayError("refused: " + refused[i]);
  if (refused.size() > kMostLines) SayError(fmt::format("refused: {} more", ShowCount(refused.size() - kMostLines)));
}

}  // namespace assay
