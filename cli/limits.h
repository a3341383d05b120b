// What a run may use: steps, memory, time; the options that say so, and what is said when it is used up. Tested by
// limits_test.cc.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "cli/command.h"
#include "cli/options.h"
#include "ir/support/diag.h"
#include "oracles/core/subject.h"
#include "vm/engine.h"

namespace assay {

struct LimitFlags {
  // 0: what is usual.
  int64_t steps = 0;
  int64_t bytes = 0;
  double seconds = 0;

  Budget Of(const Budget& usual) const { return {steps > 0 ? steps : usual.steps, bytes > 0 ? bytes : usual.bytes}; }
};

// --steps and --memory; `steps` and `memory` say what is usual.
void AddBudgetFlags(Command sub, LimitFlags& flags, const std::string& steps, const std::string& memory);
// The same of what passes compute themselves.
void AddPassBudgetFlags(Command sub, LimitFlags& flags);
// --time.
void AddTimeFlag(Command sub, LimitFlags& flags, const std::string& doc);

// "out of budget: all 200G steps are taken; --steps raises the limit".
std::string ExplainLimit(const OutOfBudget& spent, const Budget& budget);
// A Diag kOutOfBudget of a pass, with the limit's value and option.
Diag WithLimit(Diag diag, const OutOfBudget& spent, const Budget& budget);
// The same of --time.
std::string ExplainTime(double seconds);
// For commands that ask a subject about one module, which may be a whole network: as long as the flags allow, or an
// hour, and the address space that goes with --memory, 16 GiB at least.
void LimitAnswers(Subject& subject, const LimitFlags& flags);
// What Describe says of an outcome (oracles/core/tolerance.h), with a limit's value and option.
std::string Explain(const Outcome& outcome, const Budget& budget);

// Work of several cases that --time or a signal has ended: says how many were not judged. The exit code, where it would
// have been `code`: bad news stay, and good ones are not known yet.
int EndedEarly(int code, uint64_t skipped, const LimitFlags& limits);

// Ends the process when the time is up, whatever it is at: `late` says so to the user, and gives the exit code. 0
// seconds: never.
class Deadline {
 public:
  Deadline(double seconds, std::function<int()> late);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 private:
  void Wait(double seconds, const std::function<int()>& late);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread watch_;
};

}  // namespace assay
