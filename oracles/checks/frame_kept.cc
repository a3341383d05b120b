// frame_kept: a pass changes nothing beside what a module computes but what its row says (PassSpec::changes, attrs),
// for each pass of the case and for each step of the build pipeline. Tested by frame_kept_test.cc.
#include <algorithm>

#include "ir/text/parse.h"
#include "oracles/core/ambiguities.h"
#include "oracles/core/frame_items.h"
#include "oracles/core/pass_oracles.h"
#include "passes/foreign_pass.h"
#include "passes/target_pass.h"

namespace assay {
extern const OracleSpec kFrameKept;
namespace {

// The subject's own module, or what its text says; nothing where no text says it.
std::optional<Module> ReadOf(const ModuleRef& module, OracleContext& oc) {
  if (const Module* native = oc.subject.Native(module)) return *native;
  Result<Module> read = ParseModule(oc.ctx, "module.py", oc.subject.Print(module));
  return read.ok() ? std::optional(*read) : std::nullopt;
}

// What stands in a body is paired by names, which a text has made unique in its own way.
constexpr FrameContract kBehindText =
    Changes({Facet::kDevices, Facet::kVariableKinds, Facet::kVariableTypes, Facet::kOwnShapes, Facet::kOwnDTypes,
             Facet::kOwnMemory, Facet::kLoopKinds, Facet::kAxisKinds, Facet::kAnnotations, Facet::kBlockNames,
             Facet::kStatementAttrs});

FindingFacts FactsOf(const FrameChange& change) { return {.frame = FrameBreach{change.facet, change.way, change.key}}; }

// Without what is known of the subject, unless there is nothing else: then that is what the skip says.
void LeaveOutAllowed(const PassCall& pass, std::vector<FrameChange>& changes, OracleContext& oc) {
  auto allowed = [&](const FrameChange& change) {
    Finding alone = MakeFinding(kFrameKept, &pass, FindingClass::kFrameBroken, "", FactsOf(change));
    return !oc.subject.AllowanceFor(alone).empty();
  };
  if (!std::ranges::all_of(changes, allowed)) std::erase_if(changes, allowed);
}

Verdict Compare(const PassCall& pass, const ModuleRef& before, const ModuleRef& after, OracleContext& oc) {
  std::optional<Module> given = ReadOf(before, oc), made = ReadOf(after, oc);
  if (!given || !made) return Skip{SkipKind::kNotApplicable, "no text says all of the module"};
  FrameContract open = AllowedBy(*pass.pass);
  if (oc.subject.Native(before) == nullptr) open = open | kBehindText;
  std::vector<FrameChange> changes = FrameChanges(*given, *made, open, pass.pass->attrs);
  const Ambiguity* ambiguity = TakeOutAmbiguous({oc.ctx, *given, "", *pass.pass}, changes);
  if (changes.empty())
    return ambiguity == nullptr ? Verdict(Agree{}) : Skip{SkipKind::kAmbiguous, std::string(ambiguity->why)};
  LeaveOutAllowed(pass, changes, oc);
  const FrameChange& first = changes.front();
  std::string_view facet = kFacetTexts[static_cast<size_t>(first.facet)];
  std::string_view way = kWayTexts[static_cast<size_t>(first.way)];
  std::string what = first.before.empty()  ? fmt::format("got {}", first.after)
                     : first.after.empty() ? fmt::format("lost {}", first.before)
                                           : fmt::format("expected {}, got {}", first.before, first.after);
  Finding finding =
      MakeFinding(kFrameKept, &pass, FindingClass::kFrameBroken,
                  fmt::format("{} changes what its row does not say ({}: {}): {}: {}; {} changes of this kind in all",
                              pass.pass->name, facet, way, first.where, what, changes.size()),
                  FactsOf(first));
  return WithSides(std::move(finding), SidesOf("before", before, fmt::format("after {}", pass.pass->name), after,
                                               fmt::format("{}: {}", first.where, what), oc));
}

Verdict JudgePass(const PassCall& pass, OracleContext& oc) {
  const auto& [input, output, fingerprint, seconds] = oc.ApplicationOf(pass);
  if (!input.ok()) return FromRefusal(kFrameKept, &pass, input.refusal());
  if (!output.ok()) return FromRefusal(kFrameKept, &pass, output.refusal());
  return Compare(pass, *input, *output, oc);
}

Verdict JudgePipeline(OracleContext& oc) {
  Answer<ModuleRef> before = oc.Original();
  for (const OracleContext::Step& step : oc.StepsOf()) {
    if (!before.ok()) return FromRefusal(kFrameKept, nullptr, before.refusal());
    if (!step.module.ok()) return FromRefusal(kFrameKept, nullptr, step.module.refusal());
    Verdict verdict = Compare(step.pass, *before, *step.module, oc);
    if (std::holds_alternative<Finding>(verdict)) return verdict;
    before = step.module;
  }
  return Agree{};
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  return pass == nullptr ? JudgePipeline(oc) : JudgePass(*pass, oc);
}

}  // namespace

const OracleSpec kFrameKept = {
    .name = "frame_kept",
    .doc =
        "A pass changes attributes, global infos, external functions, names, purity, devices, kinds of variables, "
        "loops "
        "and annotations only where its row says so. Cannot see what stands under a name that is not the only one of "
        "its kind.",
    .scope = OracleScope::kBoth,
    .one_in_elsewhere = 4,
    .seen_at_a_glance = true,
    .applies = [](const PassSpec& pass) { return !IsForeign(pass) && (!IsTargetPass(pass) || IsOwnTargetPass(pass)); },
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().checks_needs; },
    .lacking = "the subject's texts name things anew, and no script repeats such a finding",
};

}  // namespace assay
