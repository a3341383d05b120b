// Seconds on a clock that only goes forward, for limits and for what is told of how long something took. Nothing that
// is made or judged may depend on it. Tested by clock_test.cc.
#pragma once

#include <chrono>

namespace assay {

inline double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace assay
