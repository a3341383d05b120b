#include "fuzzers/campaign/known_failure.h"

#include <algorithm>

#include "fuzzers/reduce/without_operators.h"
#include "generators/modules/generate.h"
#include "ir/entries.h"
#include "oracles/conform/argument_check.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// The one that saw it first.
std::vector<const OracleSpec*> OraclesOfRuns(std::string_view first) {
  std::vector<const OracleSpec*> oracles;
  std::ranges::copy_if(AllOracles(), std::back_inserter(oracles),
                       [](const OracleSpec* oracle) { return LooksAtRuns(oracle->name); });
  auto own = std::ranges::find(oracles, first, &OracleSpec::name);
  if (own != oracles.end()) std::rotate(oracles.begin(), own, own + 1);
  return oracles;
}

// The pass to blame, with the case's options where it is the case's.
std::vector<PassCall> PassesOf(const KnownBug& bug, const Case& c) {
  if (bug.of_build) return {};
  auto tried = std::ranges::find_if(c.passes, [&](const PassCall& call) { return call.pass->name == bug.pass; });
  if (tried != c.passes.end()) return {*tried};
  const PassSpec* pass = bug.pass.empty() ? nullptr : FindPass(bug.pass);
  return pass == nullptr ? std::vector<PassCall>{} : std::vector<PassCall>{{pass, {}}};
}

// Without operators a module has more parameters: the arguments of the others stay. Nothing where no arguments are made
// for it, as for tensors of more elements than campaigns have.
std::optional<Case> CaseWithout(const Case& c, const Module& without) {
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
    if (!CheckArguments(ParamsOf(without.Find(entry)), inputs).ok()) return std::nullopt;
    one.inputs.push_back(std::move(inputs));
  }
  return one;
}

// Whether that oracle sees wrong results of the case after the bug's pass, or of the build.
bool SeesWrongResults(const OracleSpec* oracle, Context& ctx, Subject& subject, const Case& one, const KnownBug& bug,
                      const Budget& budget) {
  OracleSettings settings;
  settings.budget = budget;
  bool wrong = false;
  // Of all that it says: a report puts findings of one case together.
  settings.is_known = [&](const Finding& finding) {
    wrong |= LooksAtRuns(finding.oracle) && finding.pass == (bug.of_build ? "" : bug.pass) && finding.cause.empty();
    return false;
  };
  (void)JudgeCase(ctx, subject, one, {&oracle, 1}, settings);
  return wrong;
}

}  // namespace

const KnownBug* KnownByResults(Context& ctx, std::span<const KnownBug* const> bugs, Case& c,
                               const ShowsResults& shows) {
  for (const KnownBug* bug : bugs) {
    std::optional<Module> without = WithoutOperators(ctx, c.module, c.entry, bug->operators);
    if (!without || !shows(c, c.module, *bug)) continue;
    if (!shows(c, *without, *bug)) return bug;
    std::optional<Case> left = CaseWithout(c, *without);
    if (!left) return nullptr;
    c = *std::move(left);
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
  // As in campaigns, who sees them with the bug's operators is asked without.
  std::vector<const OracleSpec*> oracles = OraclesOfRuns(finding.oracle);
  const OracleSpec* seen_by = nullptr;
  return KnownByResults(ctx, bugs, whole, [&](const Case& of, const Module& module, const KnownBug& bug) {
    bool as_it_is = &module == &of.module;
    std::optional<Case> one = as_it_is ? std::optional<Case>(of) : CaseWithout(of, module);
    // What cannot be asked is taken for a failure of its own.
    if (!one) return true;
    one->passes = PassesOf(bug, c);
    if (one->inputs.empty()) one->inputs = {MakeInputs(one->module, one->entry, 1)};
    auto sees = [&](const OracleSpec* oracle) { return SeesWrongResults(oracle, ctx, subject, *one, bug, budget); };
    if (!as_it_is) return sees(seen_by);
    auto first = std::ranges::find_if(oracles, sees);
    seen_by = first == oracles.end() ? nullptr : *first;
    return seen_by != nullptr;
  });
}

}  // namespace assay
