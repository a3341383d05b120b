// 64-bit hashing by xxHash, and the one way in which hashes are combined.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace assay {

uint64_t HashBytes(const void* data, size_t bytes, uint64_t seed = 0);
inline uint64_t HashText(std::string_view text, uint64_t seed = 0) { return HashBytes(text.data(), text.size(), seed); }

// Mixes `value` into `state`; order matters.
inline uint64_t HashCombine(uint64_t state, uint64_t value) {
  uint64_t mixed = (state ^ value) * 0x9E3779B97F4A7C15ull;
  mixed ^= mixed >> 32;
  mixed *= 0xD6E8FEB86659FD93ull;
  return mixed ^ (mixed >> 29);
}

}  // namespace assay
