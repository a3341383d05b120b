// What a worker does with findings of bugs on file, and of those that another subject shows, too (worker.h).
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "fuzzers/campaign/blamed_step.h"
#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/known_failure.h"
#include "fuzzers/campaign/worker.h"
#include "fuzzers/process/channel.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

// Whether the subject refuses the case in the words of the finding, whatever its oracle makes of that refusal: whether
// a module ought to be taken may be judged by passes, in which the two subjects differ.
bool RefusesAlike(Context& ctx, Subject& subject, const Case& c, const Finding& finding) {
  if (finding.klass != FindingClass::kRejectsValid || finding.facts.said.empty()) return false;
  OracleContext oc(ctx, subject, c);
  auto words = [&](const std::string& said) {
    std::string normalized = subject.NormalizedMessage(said);
    return normalized.empty() ? said : normalized;
  };
  auto says_it = [&](const auto& answer) {
    return !answer.ok() && words(answer.refusal().message) == words(finding.facts.said);
  };
  if (!finding.pass.empty()) {
    return std::ranges::any_of(c.passes, [&](const PassCall& pass) { return says_it(oc.OutputOf(pass)); });
  }
  if (says_it(oc.LoweredOf())) return true;
  Answer<ModuleRef> original = oc.Original();
  return original.ok() && says_it(subject.Build(*original, {.engine = std::string(subject.Traits().compiled)}));
}

}  // namespace

// Asked about the one pass by the one oracle, the other subject does the same wrong.
bool Worker::ShowsElsewhere(Context& ctx, uint64_t run, const Case& c, const Finding& finding) {
  auto oracle = std::ranges::find(oracles_, finding.oracle, &OracleSpec::name);
  if (!options_.make_against || oracle == oracles_.end()) return false;
  Case one = c;
  std::erase_if(one.passes,
                [&](const PassCall& call) { return !finding.pass.empty() && call.pass->name != finding.pass; });
  std::unique_ptr<Subject> subject = options_.make_against(ctx);
  OracleSettings settings = DrawnFor(run);
  bool shown = false;
  // Of all that it says: a report puts findings of one case together.
  settings.is_known = [&](const Finding& other) {
    shown |= SameFinding(other, finding);
    return false;
  };
  for (int tries = (*oracle)->tries; tries > 0 && !shown; --tries)
    (void)JudgeCase(ctx, *subject, one, {&*oracle, 1}, settings);
  return shown || RefusesAlike(ctx, *subject, one, finding);
}

void Worker::ReportKnown(uint64_t run, const Case& c, const CaseReport& report) {
  for (const Finding& finding : report.known) {
    const KnownBug* bug = known_.OfUnreduced(finding, c.module);
    if (bug != nullptr) ReportKnown(run, c, finding, *bug);
    if (bug == nullptr)
      ++tally_.skips[{.oracle = finding.oracle, .skip = {SkipKind::kShownElsewhere, options_.against}}];
  }
}

// Which bug it is says its signature; a worker sends one case of each, and counts the others.
void Worker::ReportKnown(uint64_t run, const Case& c, const Finding& finding, const KnownBug& bug) {
  if (options_.by_steps || known_sent_.insert(bug.signature).second)
    return SendFinding(run, c, c, finding, nullptr, &bug);
  FindingMessage again;
  again.run = run;
  again.finding = finding;
  again.signature = bug.signature;
  again.final = true;
  SendMessage(fd_, MessageToJson(again));
}

const KnownBug* Worker::KnownByResults(Context& ctx, uint64_t run, Case& c, const Finding& finding) {
  if (!finding.cause.empty() || !LooksAtRuns(finding.oracle)) return nullptr;
  std::vector<PassCall> passes = c.passes;
  return assay::KnownByResults(ctx, known_.OfResultsAfter(finding.pass), c,
                               [&](const Case& of, const Module& module, const KnownBug&) {
                                 // Seen already on the module as it is.
                                 return &module == &of.module || StillFires(of, module, passes, finding, run);
                               });
}

void Worker::BlameStep(Context& ctx, const Case& reduced, Finding& shown) {
  if (traits_.names_faults) return;
  // With time of its own.
  shared_.Enter(Phase::kReduce);
  auto on_file = [&](const Finding& one) { return known_.Find(Signature(one, reduced.module)) != nullptr; };
  std::unique_ptr<Subject> subject = MakeSubject(ctx);
  if (assay::BlameStep(ctx, *subject, reduced, shown, on_file) || !options_.make_against) return;
  std::unique_ptr<Subject> other = options_.make_against(ctx);
  std::string step = StepThatParts(*subject, *other, reduced, shown);
  if (step.empty() || on_file(shown)) return;
  shown.detail += fmt::format("\n{} goes on from what {} makes of the module in {}.",
                              shown.pass.empty() ? "code generation" : shown.pass, options_.against, step);
  shown.pass = step;
}

// A name that is on file hides what only other oracles see: these name it, where there are any.
AttributedFinding Worker::Named(Context& ctx, uint64_t run, const Case& reduced, const Finding& shown) {
  AttributedFinding named = AttributeFinding(ctx, reduced, shown, oracles_);
  if (known_.Find(Signature(named.finding, named.module ? *named.module : reduced.module)) == nullptr) return named;
  CaseReport report = Judge(ctx, run, reduced, oracles_);
  std::set<std::string, std::less<>> taken;
  for (const Finding& known : report.known) {
    taken.insert(known.oracle);
    taken.insert(known.also.begin(), known.also.end());
  }
  std::vector<const OracleSpec*> others;
  std::ranges::copy_if(oracles_, std::back_inserter(others),
                       [&](const OracleSpec* oracle) { return !taken.contains(oracle->name); });
  return report.findings.empty() || others.empty() ? named : AttributeFinding(ctx, reduced, shown, others);
}

}  // namespace assay
