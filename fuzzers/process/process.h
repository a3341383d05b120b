// Child processes with limits: what workers and the reduction of crashes run in. Tested by process_test.cc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

#include "ir/support/clock.h"
#include "oracles/core/finding_class.h"

namespace assay {

// How a child ended.
struct Ending {
  // "exit", "signal" or "timeout".
  std::string how;
  // Exit code or signal number.
  int code = 0;
  // What it wrote to standard error, its last few kilobytes.
  std::string said;

  bool clean() const { return how == "exit" && code == 0; }
  // As a finding has it.
  FindingClass Class() const;
  // Its name: "hang", "out_of_memory", "SIGSEGV", "exit_3".
  std::string Word() const { return Class().name(); }
  // Which promise of its own assay broke, where it ended by that: "broken promise at FILE:N: CONDITION", without the
  // message, which may name what is of the module. Empty where it broke none.
  std::string BrokenPromise() const;
};

// Exit code of a child that ran out of its memory limit.
inline constexpr int kOutOfMemoryExit = 86;

struct ChildLimits {
  // 0: none. Not applied under sanitizers, which reserve terabytes.
  uint64_t memory_bytes = 0;
  double seconds = 0;
};

// For use in a fresh child: memory limit, no core files, SIGINT, SIGTERM and SIGHUP left to the parent, death with the
// parent.
void ApplyLimits(const ChildLimits& limits);
// A file in memory that holds what a child says on standard error.
int MakeStderrFile();
std::string TailOf(int fd);
// The ending of a waited-for child.
Ending EndingOf(int status, bool killed_for_time, int stderr_fd);

// Runs `work` in a forked child and waits for it. The child exits with the value that `work` returns.
Ending RunInChild(const ChildLimits& limits, const std::function<int()>& work);

// Ends a process and all that it has started, the deepest first, at once.
void KillTree(pid_t process);

// Processor seconds of a child that runs, and of all that have been waited for; 0 where the machine does not say.
double CpuSecondsOf(pid_t child);
double CpuSecondsOfReaped();
// This process's own, and of those that it has waited for.
double CpuSecondsHere();

}  // namespace assay
