#include "fuzzers/campaign/known_failure.h"

#include <algorithm>

#include "fuzzers/reduce/without_operators.h"
#include "generators/modules/generate.h"
#include "ir/entries.h"
#include "oracles/conform/argument_check.h"
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

// Without operators a module has more parameters: the arguments of the others stay.
Case CaseWithout(const Case& c, const Module& without) {
  std::string entry = without.Find(c.entry) == nullptr ? EntryOf(without) : c.entry;
  Case one{without, entry, {}, {}, c.config};
  size_t sets = std::max<size_t>(c.inputs.size(), 1);
  for (size_t i = 0; i < sets; ++i) {
    std::vector<Value> inputs = MakeInputs(without, entry, i + 1);
    if (i < c.inputs.size() && entry == c.entry && inputs.size() >= c.inputs[i].size()) {
      std::vector<Value> kept = inputs;
      std::ranges::copy(c.inputs[i], kept.begin());
      // Sizes of the new ones may depend on those of the others.
      if (CheckArguments(ParamsOf(without.Find(entry)), kept).ok()) inputs = std::move(kept);
    }
    one.inputs.push_back(std::move(inputs));
  }
  return one;
}

// Whether results of that case are wrong after the bug's pass, or those of the build.
bool GivesWrongResults(Context& ctx, Subject& subject, Case one, std::vector<PassCall> passes, const KnownBug& bug,
                       const Budget& budget) {
  one.passes = std::move(passes);
  if (one.inputs.empty()) one.inputs = {MakeInputs(one.module, one.entry, 1)};
  OracleContext oc(ctx, subject);
  oc.budget = budget;
  bool wrong = false;
  // Of all that they say: a report puts findings of one case together.
  oc.is_known = [&](const Finding& finding) {
    wrong |= LooksAtRuns(finding.oracle) && finding.pass == bug.pass && finding.cause.empty();
    return false;
  };
  (void)JudgeCase(one, OraclesOfRuns(), oc);
  return wrong;
}

}  // namespace

const KnownBug* KnownByResults(Context& ctx, std::span<const KnownBug* const> bugs, Case& c,
                               const ShowsResults& shows) {
  for (const KnownBug* bug : bugs) {
    std::optional<Module> without = WithoutOperators(ctx, c.module, c.entry, bug->operators);
    if (!without || !shows(c, c.module, *bug)) continue;
    if (!shows(c, *without, *bug)) return bug;
    c = CaseWithout(c, *without);
  }
  return nullptr;
}

const KnownBug* KnownFailure(Context& ctx, Subject& subject, const KnownBugs& known, const Case& c,
                             const Finding& finding, const Budget& budget) {
  if (const KnownBug* bug = known.Find(Signature(finding, c.module))) return bug;
  if (!finding.cause.empty() || !LooksAtRuns(finding.oracle)) return nullptr;
  Case whole = c;
  // Who sees wrong results of a build alone knows no pass to blame.
  auto bugs = finding.pass.empty() ? known.OfResults() : known.OfResultsAfter(finding.pass);
  return KnownByResults(ctx, bugs, whole, [&](const Case& of, const Module& module, const KnownBug& bug) {
    Case one = &module == &of.module ? of : CaseWithout(of, module);
    return GivesWrongResults(ctx, subject, one, PassesOf(bug, c), bug, budget);
  });
}

}  // namespace assay
