// libFuzzer's hooks for targets whose input is TVMScript: a target that includes this header has its texts moved, and
// crossed, as modules every other time, and as bytes otherwise. Included by targets alone; tested by
// text_mutator_test.cc.
#pragma once

#include <algorithm>
#include <cstring>

#include "generators/moves/text_mutator.h"

// libFuzzer's own; other engines have none.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) __attribute__((weak));

namespace assay {

inline std::string_view TextOf(const uint8_t* data, size_t size) { return {reinterpret_cast<const char*>(data), size}; }
inline size_t PutText(const std::string& text, uint8_t* out) {
  std::memcpy(out, text.data(), text.size());
  return text.size();
}

}  // namespace assay

extern "C" __attribute__((used)) inline size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                                                       unsigned seed) {
  auto moved = seed % 2 == 0 ? assay::MutatedText(assay::TextOf(data, size), seed, max_size) : std::nullopt;
  if (moved) return assay::PutText(*moved, data);
  return LLVMFuzzerMutate == nullptr ? size : LLVMFuzzerMutate(data, size, max_size);
}

// 0 means nothing came of it.
extern "C" __attribute__((used)) inline size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t a_size,
                                                                         const uint8_t* b, size_t b_size, uint8_t* out,
                                                                         size_t max_out, unsigned seed) {
  auto crossed = assay::CrossedText(assay::TextOf(a, a_size), assay::TextOf(b, b_size), seed, max_out);
  return crossed ? assay::PutText(*crossed, out) : 0;
}
