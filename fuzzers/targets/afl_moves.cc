// afl_moves: moves and crosses modules for afl_mutator.cc, from standard input to standard output, until that ends. A
// process of its own: the fuzzer is not built as this is, and goes on when a move goes wrong.
#include <unistd.h>

#include "fuzzers/targets/afl_frame.h"
#include "generators/moves/text_mutator.h"

namespace {

using assay::afl::Frame;

// Every third text is crossed with the other one, where that works.
std::optional<std::string> Made(const Frame& frame, std::string_view text, std::string_view other) {
  std::optional<std::string> made;
  if (frame.seed % 3 == 0 && !other.empty()) made = assay::CrossedText(text, other, frame.seed, frame.most);
  return made ? made : assay::MutatedText(text, frame.seed, frame.most);
}

}  // namespace

int main() {
  Frame frame;
  std::string both;
  while (assay::afl::ReadAll(STDIN_FILENO, &frame, sizeof(frame))) {
    if (frame.size > assay::afl::kMost || frame.other > assay::afl::kMost) return 1;
    both.resize(size_t{frame.size} + frame.other);
    if (!assay::afl::ReadAll(STDIN_FILENO, both.data(), both.size())) return 1;
    std::string made =
        Made(frame, std::string_view(both).substr(0, frame.size), std::string_view(both).substr(frame.size))
            .value_or("");
    auto size = static_cast<uint32_t>(made.size());
    bool sent = assay::afl::WriteAll(STDOUT_FILENO, &size, sizeof(size)) &&
                assay::afl::WriteAll(STDOUT_FILENO, made.data(), size);
    if (!sent) return 1;
  }
  return 0;
}
