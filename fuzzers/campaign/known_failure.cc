#include "fuzzers/campaign/known_failure.h"

#include <algorithm>

#include "fuzzers/reduce/without_operators.h"
#include "generators/modules/generate.h"
#include "ir/entries.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

std::vector<const OracleSpec*> OraclesOfRuns() {
  std::vector<const OracleSpec*> oracles;
  std::ranges::copy_if(AllOracles(), std::back_inserter(oracles),
                       [](const OracleSpec* oracle) { return LooksAtRuns(oracle->name); });
  return oracles;
}

// The pass to blame, with the case's options where it is the case's.
std::vector<PassCall> PassesOf(const KnownBug& bug, const Case& c) {
  auto tried = std::ranges::find_if(c.passes, [&](const PassCall& call) { return call.pass->name == bug.pass; });
  if (tried != c.passes.end()) return {*tried};
  const PassSpec* pass = bug.pass.empty() ? nullptr : FindPass(bug.pass);
  return pass == nullptr ? std::vector<PassCall>{} : std::vector<PassCall>{{pass, {}}};
}

// Without operators a module has other parameters.
Case CaseWithout(const Case& c, const Module& without) {
  std::string entry = without.Find(c.entry) == nullptr ? EntryOf(without) : c.entry;
  return {without, entry, {MakeInputs(without, entry, 1)}, {}, c.config};
}

// Whether results of that case are wrong after the bug's pass, or those of the build.
bool GivesWrongResults(Context& ctx, Subject& subject, Case one, std::vector<PassCall> passes, const KnownBug& bug,
                       const Budget& budget) {
  one.passes = std::move(passes);
  if (one.inputs.empty()) one.inputs = {MakeInputs(one.module, one.entry, 1)};
  OracleContext oc(ctx, subject);
  oc.budget = budget;
  std::vector<const OracleSpec*> oracles = OraclesOfRuns();
  CaseReport report = JudgeCase(one, oracles, oc);
  return std::ranges::any_of(report.findings, [&](const Finding& finding) {
    return LooksAtRuns(finding.oracle) && finding.pass == bug.pass && finding.cause.empty();
  });
}

}  // namespace

const KnownBug* KnownFailure(Context& ctx, Subject& subject, const KnownBugs& known, const Case& c,
                             const Finding& finding, const Budget& budget) {
  if (const KnownBug* bug = known.Find(Signature(finding, c.module))) return bug;
  if (!finding.cause.empty() || !LooksAtRuns(finding.oracle)) return nullptr;
  for (const KnownBug* bug : finding.pass.empty() ? known.OfResults() : known.OfResultsAfter(finding.pass)) {
    std::optional<Module> without = WithoutOperators(ctx, c.module, c.entry, bug->operators);
    if (!without) continue;
    std::vector<PassCall> passes = PassesOf(*bug, c);
    bool shows = GivesWrongResults(ctx, subject, c, passes, *bug, budget);
    if (shows && !GivesWrongResults(ctx, subject, CaseWithout(c, *without), passes, *bug, budget)) return bug;
  }
  return nullptr;
}

}  // namespace assay
