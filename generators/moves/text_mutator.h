// Mutators of fuzzer inputs that are TVMScript: a text that is a well-formed module becomes that of a moved one; other
// texts are left to the fuzzer's own mutations of bytes. custom_mutator.h hands them to libFuzzer. Tested by
// text_mutator_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// The text of the module after one to four moves, drawn by the seed, no longer than `most` bytes; nothing when the text
// is no well-formed module, or no move fits.
std::optional<std::string> MutatedText(std::string_view text, uint64_t seed, size_t most);
// The same with one move that brings something of the other text's module in.
std::optional<std::string> CrossedText(std::string_view text, std::string_view other, uint64_t seed, size_t most);

}  // namespace assay
