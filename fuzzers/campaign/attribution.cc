#include "fuzzers/campaign/attribution.h"

#include <algorithm>
#include <limits>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzzers/process/process.h"
#include "generators/modules/generate.h"
#include "generators/moves/move.h"
#include "ir/equal.h"
#include "oracles/core/cause.h"
#include "oracles/core/relations.h"
#include "oracles/core/thread_seconds.h"
#include "oracles/subjects/native/native_subject.h"
#include "passes/pass_names.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Of the processor, for the search of the step of the build that is to blame.
constexpr double kGuiltySeconds = 10;

CaseReport Ask(Context& ctx, Subject& subject, Case c, std::vector<PassCall> passes,
               std::span<const OracleSpec* const> oracles) {
  c.passes = std::move(passes);
  return JudgeCase(ctx, subject, c, oracles);
}

const Finding* FindingOf(const CaseReport& report, std::string_view pass) {
  auto found = std::ranges::find(report.findings, pass, &Finding::pass);
  return found == report.findings.end() ? nullptr : &*found;
}

// The case with inputs that go other ways than those on which it was seen.
Case OnMoreInputs(Case c) {
  constexpr uint64_t kMore = 4;
  for (uint64_t seed = 1; seed <= kMore; ++seed) c.inputs.push_back(MakeInputs(c.module, c.entry, seed));
  return c;
}

// The oracle, and with one that runs programs all others that do.
std::vector<const OracleSpec*> WithOthersOfItsKind(const OracleSpec& oracle,
                                                   std::span<const OracleSpec* const> oracles) {
  std::vector<const OracleSpec*> kind = {&oracle};
  for (const OracleSpec* other : oracles) {
    if (other != &oracle && LooksAtRuns(oracle.name) && LooksAtRuns(other->name)) kind.push_back(other);
  }
  return kind;
}

// Whether the oracle agrees with what such a build makes, and the others find nothing in it.
bool PassesAs(const NativeVariant& variant, Context& ctx, const Case& reduced, const OracleSpec& oracle,
              std::span<const OracleSpec* const> oracles) {
  CaseReport report = Ask(ctx, *MakeNativeVariant(ctx, variant), reduced, {}, oracles);
  return report.findings.empty() && report.tallies[std::string(oracle.name)].agree > 0;
}

// Many passes end with what DeadCodeElimination does: whether the build is right where nothing does that.
bool CuredUntidied(Context& ctx, const Case& reduced, const OracleSpec& oracle,
                   std::span<const OracleSpec* const> oracles) {
  return PassesAs({.without = kDeadCodeElimination.name, .leaves_unused = true}, ctx, reduced, oracle, oracles);
}

// The last step that the build is right without: earlier ones may only hand it what it goes wrong on. None where it
// takes too long to find out.
std::vector<PassCall> ResponsibleStep(Context& ctx, const Case& reduced, const Finding& finding,
                                      const std::vector<PassCall>& build, std::span<const OracleSpec* const> oracles) {
  if (!finding.pass.empty()) {
    auto step = std::ranges::find(build, finding.pass, [](const PassCall& call) { return call.pass->name; });
    return step == build.end() ? std::vector<PassCall>() : std::vector<PassCall>{*step};
  }
  const OracleSpec* oracle = FindOracle(finding.oracle);
  if (oracle == nullptr) return {};
  const Case more = OnMoreInputs(reduced);
  const std::vector<const OracleSpec*> asked = WithOthersOfItsKind(*oracle, oracles);
  // Where no clock counts, the steps of the build are limit enough.
  double until = ThreadClockStands() ? std::numeric_limits<double>::infinity() : CpuSecondsHere() + kGuiltySeconds;
  for (const PassCall& step : std::views::reverse(build)) {
    if (CpuSecondsHere() > until) return {};
    if (PassesAs({.without = step.pass->name}, ctx, more, *oracle, asked)) return {step};
  }
  if (CuredUntidied(ctx, more, *oracle, asked)) return {{&kDeadCodeElimination, {}}};
  return {};
}

// Passes do the work of others on their way, such as eliminating what is there twice: the first of all that the oracle
// calls wrong in the same way, or the one to blame so far.
AttributedFinding Plainest(Context& ctx, Subject& subject, const Case& c, std::vector<PassCall> passes,
                           const Finding& seen) {
  const OracleSpec* oracle = FindOracle(seen.oracle);
  // What a pass refuses is its own affair.
  bool of_pass = oracle != nullptr && oracle->scope != OracleScope::kModule && !passes.empty() &&
                 seen.klass != FindingClass::kRejectsValid;
  if (!of_pass) return {seen, std::move(passes)};
  for (const PassSpec* pass : IsTirPass(*passes[0].pass) ? TirPasses() : AllPasses()) {
    if (pass == passes[0].pass) break;
    // Those that cannot do without options refuse.
    CaseReport report = Ask(ctx, subject, c, {{pass, {}}}, {&oracle, 1});
    const Finding* own = FindingOf(report, pass->name);
    if (own != nullptr && own->klass == seen.klass) return {*own, {{pass, {}}}};
  }
  return {seen, std::move(passes)};
}

// What the pass to blame took away from the module that it was given, and what it made of another type.
void AddTaken(Context& ctx, Subject& subject, Case reduced, const std::vector<PassCall>& passes, Finding& finding) {
  if (passes.empty() || !LooksAtRuns(finding.oracle)) return;
  reduced.passes = passes;
  OracleContext oc(ctx, subject, reduced);
  const auto& [input, output, fingerprint, seconds] = oc.ApplicationOf(passes[0]);
  if (!input.ok() || !output.ok()) return;
  const Module *before = subject.Native(*input), *after = subject.Native(*output);
  if (before == nullptr || after == nullptr) return;
  finding.taken = OperatorsTaken(*before, *after);
  if (finding.klass == FindingClass::kTypeDiffers)
    finding.cause = {fmt::format("{}", fmt::join(OperatorsRetyped(*before, *after), "+"))};
}

// A rule that an earlier pass breaks on what this one was given, too, is broken by the work of the former, and bears
// its name.
void ShareCause(Context& ctx, Subject& subject, Case reduced, const std::vector<PassCall>& passes, Finding& finding) {
  const OracleSpec* oracle = FindOracle("well_formed_after_pass");
  if (finding.oracle != oracle->name || !finding.cause.breaks_rule) return;
  reduced.passes = passes;
  OracleContext oc(ctx, subject, reduced);
  const auto& steps = oc.StepsOf();
  auto step = std::ranges::find(steps, passes[0].pass, [](const OracleContext::Step& s) { return s.pass.pass; });
  bool of_build = step != steps.begin() && step != steps.end();
  Answer<ModuleRef> input = of_build ? std::prev(step)->module : oc.FreshInputOf(passes[0]);
  const Module* given = input.ok() ? subject.Native(*input) : nullptr;
  if (given == nullptr || Equal(*given, reduced.module)) return;
  Case of_given = reduced;
  of_given.module = *given;
  AttributedFinding plainest = Plainest(ctx, subject, of_given, passes, finding);
  if (plainest.finding.cause.rule == finding.cause.rule) finding.cause = plainest.finding.cause;
}

// Many passes end with what DeadCodeElimination does: what is wrong with that is not theirs.
// The case is then of the module as it was before.
AttributedFinding BlameTidying(Context& ctx, Subject& subject, Case& c, AttributedFinding named) {
  const OracleSpec* oracle = FindOracle(named.finding.oracle);
  bool of_pass =
      oracle != nullptr && oracle->scope != OracleScope::kModule && named.finding.klass != FindingClass::kRejectsValid;
  if (!of_pass) return named;
  // What the pass makes of the module when it does not tidy up behind itself.
  std::unique_ptr<Subject> untidy = MakeNativeVariant(ctx, {.leaves_unused = true});
  OracleContext oc(ctx, *untidy, c);
  Answer<ModuleRef> untidied = oc.OutputOf(named.passes[0]);
  const Module* left = untidied.ok() ? untidy->Native(*untidied) : nullptr;
  if (left == nullptr || !untidy->Violations(*untidied).empty()) return named;
  Case tidied = c;
  tidied.module = *left;
  const PassCall tidy = {&kDeadCodeElimination, {}};
  CaseReport report = Ask(ctx, subject, tidied, {tidy}, {&oracle, 1});
  const Finding* own = FindingOf(report, tidy.pass->name);
  if (own == nullptr || own->klass != named.finding.klass) return named;
  c = std::move(tidied);
  return {*own, {tidy}, c.module};
}

AttributedFinding Of(Context& ctx, Subject& subject, Case reduced, std::vector<PassCall> passes, Finding fallback,
                     std::span<const OracleSpec* const> oracles) {
  if (passes.empty()) return {std::move(fallback), {}};
  CaseReport report = Ask(ctx, subject, reduced, passes, oracles);
  const Finding* own = FindingOf(report, passes[0].pass->name);
  fallback.pass = passes[0].pass->name;
  AttributedFinding named{own == nullptr ? std::move(fallback) : *own, std::move(passes)};
  // Of builds that are looked at when all is done.
  if (named.finding.cause.by == kWholeBuild)
    named.finding.cause = BrokenRule(named.finding.pass, named.finding.cause.rule);
  named = BlameTidying(ctx, subject, reduced, std::move(named));
  AddTaken(ctx, subject, reduced, named.passes, named.finding);
  ShareCause(ctx, subject, reduced, named.passes, named.finding);
  return named;
}

// What the build alone does wrong, under the name of the step whose absence makes it right again.
AttributedFinding OfBuild(Context& ctx, Subject& subject, const Case& reduced, Finding first,
                          std::span<const OracleSpec* const> oracles) {
  std::vector<PassCall> guilty = ResponsibleStep(ctx, reduced, first, subject.BuildPipeline(), oracles);
  // Where the build is wrong, results are behind every pass.
  if (!LooksAtRuns(first.oracle)) guilty = Plainest(ctx, subject, reduced, std::move(guilty), first).passes;
  // By which move it was seen says less than which step it is.
  if (!guilty.empty() && !first.facts.move.empty()) {
    first.facts.move.clear();
    first.cause = {};
  }
  return Of(ctx, subject, reduced, std::move(guilty), std::move(first), oracles);
}

// What is wrong with a module that someone made of the case's, of which the case then is; nothing where no step of its
// build is to blame.
std::optional<AttributedFinding> OfMade(Context& ctx, Subject& subject, Case made, const Module& module,
                                        std::span<const OracleSpec* const> oracles) {
  made.module = module;
  CaseReport alone = Ask(ctx, subject, made, {}, oracles);
  if (alone.findings.empty()) return std::nullopt;
  AttributedFinding named = OfBuild(ctx, subject, made, alone.findings.front(), oracles);
  if (named.passes.empty()) return std::nullopt;
  if (!named.module) named.module = module;
  return named;
}

// What a move makes of the module may be wrong whoever made it: the case is then of that.
std::optional<AttributedFinding> OfRewritten(Context& ctx, Subject& subject, const Case& reduced, const Finding& seen,
                                             std::span<const OracleSpec* const> oracles) {
  if (FormOf(seen.oracle) != OtherForm::kMoved) return std::nullopt;
  const MoveSpec* move = FindMove(seen.facts.move);
  std::optional<Module> rewritten =
      Rewritten(ctx, reduced, move == nullptr ? KeepingMoves() : std::vector<const MoveSpec*>{move});
  if (!rewritten) return std::nullopt;
  return OfMade(ctx, subject, reduced, *rewritten, oracles);
}

// What the pass made may be right, and what is built of it trap or break a rule: that is another pass's, on what the
// first one made. Other results may be its own: the reference knows nothing of what lies over each other.
std::optional<AttributedFinding> BlameBuild(Context& ctx, Subject& subject, const Case& reduced,
                                            const std::vector<PassCall>& passes, const Finding& seen,
                                            std::span<const OracleSpec* const> oracles) {
  bool of_runs =
      LooksAtRuns(seen.oracle) && seen.klass != FindingClass::kDiffers && seen.klass != FindingClass::kTypeDiffers;
  if (passes.empty() || !of_runs) return std::nullopt;
  Case made = reduced;
  made.passes = passes;
  OracleContext oc(ctx, subject, made);
  Answer<ModuleRef> output = oc.ApplicationOf(passes[0]).output;
  const Module* module = output.ok() ? subject.Native(*output) : nullptr;
  if (module == nullptr || !subject.Violations(*output).empty()) return std::nullopt;
  std::optional<AttributedFinding> named = OfMade(ctx, subject, std::move(made), *module, oracles);
  if (named && named->passes[0].pass == passes[0].pass) return std::nullopt;
  return named;
}

}  // namespace

AttributedFinding SimplestRepro(Context& ctx, const Case& whole, const Finding& seen) {
  return Plainest(ctx, *MakeNativeSubject(ctx), whole, whole.passes, seen);
}

AttributedFinding AttributeFinding(Context& ctx, const Case& reduced, const Finding& seen,
                                   std::span<const OracleSpec* const> oracles) {
  std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
  CaseReport alone = Ask(ctx, *subject, reduced, {}, oracles);
  if (!alone.findings.empty()) {
    if (std::optional<AttributedFinding> named = OfRewritten(ctx, *subject, reduced, alone.findings.front(), oracles))
      return *named;
    return OfBuild(ctx, *subject, reduced, alone.findings.front(), oracles);
  }
  std::vector<PassCall> passes = Plainest(ctx, *subject, reduced, reduced.passes, seen).passes;
  if (std::optional<AttributedFinding> named = BlameBuild(ctx, *subject, reduced, passes, seen, oracles)) return *named;
  return Of(ctx, *subject, reduced, std::move(passes), seen, oracles);
}

}  // namespace assay
