// well_formed_after_pass: what a pass makes of a well-formed module is well-formed, for each pass of the case and for
// each step of the build pipeline.
#include <algorithm>

#include "oracles/core/ambiguities.h"
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kWellFormedAfterPass;
namespace {

Verdict JudgeOutput(const OracleContext::Step& step, const Answer<ModuleRef>& before, OracleContext& oc) {
  const PassCall& pass = step.pass;
  if (!step.module.ok()) return FromRefusal(kWellFormedAfterPass, &pass, step.module.refusal());
  if (step.violations.empty()) return Agree{};
  const Ambiguity* open = AmbiguityAt(Compared::kRules, {oc.ctx, oc.c.module, "", *pass.pass});
  auto is_open = [&](const Violation& violation) { return violation.rule.rule() == open->rule; };
  if (open != nullptr && std::ranges::all_of(step.violations, is_open))
    return Skip{SkipKind::kAmbiguous, std::string(open->why)};
  return IllFormedAfter(kWellFormedAfterPass, step, before, oc);
}

// What another implementation says of the module itself is not for a pass to answer.
std::optional<Finding> RejectedBefore(OracleContext& oc) {
  Answer<ModuleRef> module = oc.Original();
  if (!oc.subject.Traits().takes_text || !module.ok()) return std::nullopt;
  std::vector<Violation> violations = oc.subject.Violations(*module);
  if (violations.empty()) return std::nullopt;
  return RejectedByChecker(kWellFormedAfterPass, *module, violations, oc);
}

Verdict JudgePass(const PassCall& pass, OracleContext& oc) {
  OracleContext::Step step{pass, oc.OutputOf(pass), {}};
  if (step.module.ok()) step.violations = oc.subject.Violations(*step.module);
  // Asked for only where it is shown: reading a module takes other implementations long.
  bool shown = step.module.ok() && !step.violations.empty();
  return JudgeOutput(step, shown ? oc.FreshInputOf(pass) : step.module, oc);
}

Verdict JudgePipeline(OracleContext& oc) {
  Answer<ModuleRef> before = oc.Original();
  for (const OracleContext::Step& step : oc.StepsOf()) {
    Verdict verdict = JudgeOutput(step, before, oc);
    if (!std::holds_alternative<Agree>(verdict)) return verdict;
    before = step.module;
  }
  return Agree{};
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  if (auto rejected = RejectedBefore(oc))
    return pass == nullptr ? Verdict(*rejected) : Skip{SkipKind::kNotToBlame, "the module is refused by the checker"};
  return pass == nullptr ? JudgePipeline(oc) : JudgePass(*pass, oc);
}

}  // namespace

const OracleSpec kWellFormedAfterPass = {
    .name = "well_formed_after_pass",
    .doc =
        "A pass turns a well-formed module into a well-formed one, alone and as a step of the build pipeline. Cannot "
        "see "
        "what the well-formedness rules do not speak of.",
    .scope = OracleScope::kBoth,
    .seen_at_a_glance = true,
    .judge = Judge,
};

}  // namespace assay
