// Cases that are worked on by themselves (worker.h): what is said of one is the same whatever came before it in this
// process, and however many processes there are.
#include <unistd.h>

#include "fuzzers/campaign/case_outcome.h"
#include "fuzzers/campaign/steady_words.h"
#include "fuzzers/campaign/worker.h"
#include "fuzzers/process/channel.h"
#include "oracles/core/hang_count.h"
#include "oracles/core/thread_seconds.h"

namespace assay {
namespace {

// What earlier cases wrote to standard error, a file in memory of this process (slot.cc), is not this one's.
void ForgetWhatWasSaid() {
  if (ftruncate(STDERR_FILENO, 0) == 0) lseek(STDERR_FILENO, 0, SEEK_SET);
}

}  // namespace

Finding Steady(Finding finding) {
  finding.detail = SteadyWords(finding.detail);
  finding.facts.said = SteadyWords(finding.facts.said);
  return finding;
}

int Worker::JudgeRuns(uint64_t first, uint64_t end) {
  ThreadClockStands() = true;
  for (uint64_t run = first; run < end && !control_.stop.load(); ++run) {
    ForgetWhatWasSaid();
    Context ctx;
    tally_ = {};
    coverage_ = {};
    Judged judged = MakeAndJudge(ctx, run);
    const Case& c = judged.made.c;
    coverage_.Add(c.module, tally_);
    ReportKnown(run, c, judged.report);
    CaseOutcome outcome{.run = run, .tally = std::move(tally_)};
    for (Finding& finding : judged.report.findings) outcome.findings.push_back(Steady(std::move(finding)));
    outcome.of_clock = of_clock_;
    Context beside_ctx;
    if (std::optional<JudgedBeside> beside = JudgeBeside(beside_ctx, run)) {
      ReportKnown(run, beside->c, beside->report);
      outcome.of_clock |= of_clock_;
      // What a clock had a part in is kept with the case's own module, which is not theirs.
      std::vector<Finding>& found = beside->report.findings;
      if (outcome.of_clock) found.clear();
      for (Finding& finding : found) outcome.findings.push_back(Steady(std::move(finding)));
    }
    if (options_.evolve && judged.module.size() <= Corpus::kMostBytes) {
      outcome.reached = FeaturesOf(c.module, judged.report);
      outcome.module = std::move(judged.module);
    }
    for (const MoveSpec* move : judged.made.moves) outcome.moves.emplace_back(move->name);
    SendMessage(fd_, OutcomeToJson(outcome));
    shared_.Enter(Phase::kIdle);
    shared_.finished.fetch_add(1);
  }
  return 0;
}

int Worker::ReduceFinding(uint64_t run, size_t which) {
  ThreadClockStands() = true;
  ForgetWhatWasSaid();
  uint64_t before = HangCount();
  ReportFound(run, which);
  if (of_clock_ || HangCount() > before) SendMessage(fd_, {{"kind", kClockMessage}});
  return 0;
}

void Worker::ReportFound(uint64_t run, size_t which) {
  Context ctx;
  const auto [made, module, report] = MakeAndJudge(ctx, run);
  // Another finding may stand at its place where the clock had a part.
  if (of_clock_) return;
  size_t own = report.findings.size();
  if (which < own) return Report(ctx, run, made.c, report.findings[which]);
  // Those of what is judged beside it come behind the case's own.
  Context beside_ctx;
  std::optional<JudgedBeside> beside = JudgeBeside(beside_ctx, run);
  if (beside && !of_clock_ && which - own < beside->report.findings.size())
    Report(beside_ctx, run, beside->c, beside->report.findings[which - own]);
}

}  // namespace assay
