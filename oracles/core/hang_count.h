// How often a subject gave no answer in time, whoever asked: what came of a task in which one did not depends on a
// clock.
#pragma once

#include <cstdint>

namespace assay {

// Of this process.
inline uint64_t& HangCount() {
  static uint64_t count = 0;
  return count;
}

}  // namespace assay
