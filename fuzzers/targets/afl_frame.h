// What afl_mutator.cc and afl_moves.cc say to each other: a frame and two texts, and back a size and a text, empty when
// nothing came of it. Tested by afl_mutator_test.cc.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace assay::afl {

struct Frame {
  uint32_t seed = 0;
  // Bytes of the text, of the other text, and at most of the result.
  uint32_t size = 0;
  uint32_t other = 0;
  uint32_t most = 0;
};

// No text is larger.
inline constexpr uint32_t kMost = 1 << 20;

inline bool ReadAll(int fd, void* to, size_t size) {
  for (auto* at = static_cast<char*>(to); size > 0;) {
    ssize_t got = read(fd, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

inline bool WriteAll(int fd, const void* from, size_t size) {
  for (auto* at = static_cast<const char*>(from); size > 0;) {
    ssize_t put = write(fd, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    size -= static_cast<size_t>(put);
  }
  return true;
}

}  // namespace assay::afl
