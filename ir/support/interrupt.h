// Ctrl-C, SIGTERM, and SIGHUP of a terminal that goes, while long work goes on: the work ends in order, with what it
// has so far. A second signal ends the process. Tested by interrupt_test.cc.
#pragma once

#include <signal.h>

#include <array>

namespace assay {

inline constexpr std::array kInterruptSignals{SIGINT, SIGTERM, SIGHUP};

// While one lives, SIGINT, SIGTERM and SIGHUP are only noted, but for a SIGHUP that was ignored before (nohup); what
// was set before comes back afterwards. Guards may nest: the outermost one counts. Children that are forked meanwhile
// see what is noted, also where they leave signals to their parent.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  bool outermost_ = false;
  std::array<struct sigaction, kInterruptSignals.size()> old_{};
};

// The signal that came since the outermost guard was made, also when that guard is gone; 0 for none.
int InterruptSignal();
inline bool Interrupted() { return InterruptSignal() != 0; }

}  // namespace assay
