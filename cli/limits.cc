#include "cli/limits.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include "cli/say.h"
#include "ir/support/interrupt.h"
#include "ir/support/plural.h"
#include "oracles/core/tolerance.h"
#include "passes/analysis/evaluate.h"

namespace assay {
namespace {

std::string LimitText(const OutOfBudget& spent, const Budget& budget) {
  if (spent.limit == Limit::kBytes) {
    return fmt::format("more memory is needed than {}; --memory raises the limit",
                       ShowSize(static_cast<uint64_t>(budget.bytes)));
  }
  if (spent.limit == Limit::kSeconds) return "the time of another process is up";
  if (budget.steps == 1) return "the one step is taken; --steps raises the limit";
  return fmt::format("all {} steps are taken; --steps raises the limit",
                     ShowAmount(static_cast<uint64_t>(budget.steps)));
}

}  // namespace

void AddBudgetFlags(Command sub, LimitFlags& flags, const std::string& steps, const std::string& memory) {
  AddAmount(
      sub, "--steps", flags.steps,
      fmt::format("Loop iterations, instructions and bindings that a run may take, also as 5M or 200G [default: {}]",
                  steps));
  AddSize(sub, "--memory", flags.bytes,
          fmt::format("What a run may allocate: bytes, or with KiB, MiB, GiB, TiB, in short K, M, G, T [default: {}]",
                      memory));
}

void AddPassBudgetFlags(Command sub, LimitFlags& flags) {
  auto steps = [](const Budget& budget) { return ShowAmount(static_cast<uint64_t>(budget.steps)); };
  auto bytes = [](const Budget& budget) { return ShowSize(static_cast<uint64_t>(budget.bytes)); };
  AddAmount(sub, "--steps", flags.steps,
            fmt::format("Elements that passes may look at to fold constants, also as 5M or 200G; a call that alone "
                        "looks at over {} is left for the run [default: {}]",
                        steps(kOneCallBudget), steps(kPassBudget)));
  AddSize(sub, "--memory", flags.bytes,
          fmt::format("What folded constants may take: bytes, or with KiB, MiB, GiB, TiB, in short K, M, G, T; one "
                      "over {} is left for the run "
                      "[default: {}]",
                      bytes(kOneCallBudget), bytes(kPassBudget)));
}

void AddTimeFlag(Command sub, LimitFlags& flags, const std::string& doc) {
  AddDuration(sub, "--time", flags.seconds, doc);
}

std::string ExplainLimit(const OutOfBudget& spent, const Budget& budget) {
  return fmt::format("out of budget: {}", LimitText(spent, budget));
}

Diag WithLimit(Diag diag, const OutOfBudget& spent, const Budget& budget) {
  if (diag.kind == DiagKind::kOutOfBudget) diag.message += ": " + LimitText(spent, budget);
  return diag;
}

std::string ExplainTime(double seconds) {
  return fmt::format("out of budget: {} {} over; --time raises the limit", ShowDuration(seconds),
                     seconds == 1 ? "is" : "are");
}

void LimitAnswers(Subject& subject, const LimitFlags& flags) {
  constexpr uint64_t kLeast = uint64_t{16} << 30;
  subject.LimitAnswers(flags.seconds > 0 ? flags.seconds : 3600,
                       std::max(kLeast, 2 * static_cast<uint64_t>(flags.bytes)));
}

std::string Explain(const Outcome& outcome, const Budget& budget) {
  const auto* spent = std::get_if<OutOfBudget>(&outcome);
  return spent == nullptr ? Describe(outcome) : ExplainLimit(*spent, budget);
}

int EndedEarly(int code, uint64_t skipped, const LimitFlags& limits) {
  std::string cases = Counted(skipped, "case") + " not judged";
  if (Interrupted()) {
    SayNote("interrupted: " + cases);
    return code;
  }
  SayError(fmt::format("{} ({})", ExplainTime(limits.seconds), cases));
  return code == kClean ? int{kBadInput} : code;
}

Deadline::Deadline(double seconds, std::function<int()> late) {
  if (seconds > 0) watch_ = std::thread([this, seconds, late = std::move(late)] { Wait(seconds, late); });
}

Deadline::~Deadline() {
  if (!watch_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  watch_.join();
}

void Deadline::Wait(double seconds, const std::function<int()>& late) {
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return over_; })) return;
  int code = late();
  std::fflush(stdout);
  // What the other thread is at cannot be ended otherwise.
  _exit(code);
}

}  // namespace assay
