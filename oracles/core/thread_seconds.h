// Seconds of this thread's processor, so that other processes do not count.
#pragma once

#include <ctime>

namespace assay {

// Where it stands still, nothing takes any time: what a process then says of a case is the same on every machine.
inline bool& ThreadClockStands() {
  static bool stands = false;
  return stands;
}

inline double ThreadCpuSeconds() {
  if (ThreadClockStands()) return 0;
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace assay
