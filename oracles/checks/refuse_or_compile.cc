// refuse_or_compile: every well-formed module is either compiled, or refused in words that say what is missing; and
// every pass takes it, or says what it needs first. Tested by refuse_or_compile_test.cc.
#include <algorithm>

#include "oracles/core/checked_run.h"
#include "oracles/core/pass_oracles.h"
#include "oracles/core/types_of_values.h"

namespace assay {
extern const OracleSpec kRefuseOrCompile;
namespace {

bool ReadsAny(const PassSpec& pass, const PassOptions& config) {
  return std::ranges::any_of(pass.config, [&](const ConfigKey& key) { return config.contains(std::string(key.name)); });
}

// A pass of the pipeline that the refusal says would deal with what is left: it has run. One that the case's config is
// about may have been told to leave it.
const PassSpec* RanInVain(const Refusal& refusal, OracleContext& oc) {
  for (const PassCall& step : oc.subject.BuildPipeline()) {
    if (ReadsAny(*step.pass, oc.c.config)) continue;
    for (const std::string& later : refusal.later) {
      if (step.pass->name == later) return step.pass;
    }
  }
  return nullptr;
}

// Whether steps of the build resolve what a pass before them had to leave: the build, with what legalizes once more
// where calls begin to be lowered.
bool CompilesWhenLegalizedAgain(OracleContext& oc) {
  std::vector<PassCall> build = oc.subject.BuildPipeline();
  auto legalizes = [](const PassCall& step) { return (step.pass->gives & kLegalized) != 0; };
  auto first = std::ranges::find_if(build, legalizes);
  auto lowers = [](const PassCall& step) { return (step.pass->gives & kCallTIRLowered) != 0; };
  auto last = std::find_if(first, build.end(), lowers);
  if (first == build.end()) return false;
  std::vector<PassCall> again(build.begin(), last);
  again.push_back(*first);
  again.insert(again.end(), last, build.end());
  Answer<ModuleRef> module = oc.Fresh();
  if (module.ok()) module = oc.subject.ApplySequential(again, *module);
  return module.ok() && oc.subject.Violations(*module).empty() && oc.subject.Build(*module, Compiled(oc)).ok();
}

// A variable may be said to be less than its value is, and a size not to be the number that it is: on that the build
// takes the module at its word.
bool SaysLessThanItKnows(OracleContext& oc) {
  Result<TypedByValues> typed = WithTypesOfValues(oc.ctx, oc.c.module);
  if (!typed.ok()) return false;
  // What nothing asks for is gone by the time that the build has fused, and may refuse what its operands really are.
  // Functions that nothing calls are gone, too.
  const PassCall unneeded{FindPass("DeadCodeElimination"), {}}, folds{FindPass("CanonicalizeBindings"), {}};
  const PassCall steps[] = {unneeded, folds, unneeded};
  Answer<ModuleRef> module = oc.subject.Import(typed->module);
  if (module.ok()) module = oc.subject.ApplySequential(steps, *module);
  return module.ok() && oc.subject.Violations(*module).empty() && oc.subject.Build(*module, Compiled(oc, false)).ok();
}

// Whether the reference refuses the module as well: nothing says what it computes.
bool RunsNowhere(OracleContext& oc) {
  return !oc.c.inputs.empty() && std::ranges::all_of(oc.ReferenceOf(), [](const ReferenceOutcome& one) {
    return std::holds_alternative<Refused>(one.outcome);
  });
}

Verdict JudgeRefusal(const Refusal& refusal, const PassCall* pass, OracleContext& oc) {
  if (refusal.message.empty()) {
    return MakeFinding(kRefuseOrCompile, pass, FindingClass::kUnexplained,
                       "a well-formed module is refused without a word");
  }
  if (const PassSpec* ran = RanInVain(refusal, oc)) {
    return MakeFinding(kRefuseOrCompile, pass, FindingClass::kRejectsValid,
                       fmt::format("{} has run, and yet: {}", ran->name, refusal.message),
                       {.ran_in_vain = std::string(ran->name), .said = refusal.message});
  }
  if (pass == nullptr && refusal.kind == RefusalKind::kUnsupported && CompilesWhenLegalizedAgain(oc) &&
      !SaysLessThanItKnows(oc) && !RunsNowhere(oc)) {
    return MakeFinding(kRefuseOrCompile, pass, FindingClass::kRejectsValid,
                       fmt::format("would compile if the build legalized once more: {}", refusal.message),
                       {.legalizes_late = true, .said = refusal.message});
  }
  // What a type leaves open may contradict what is known by then; the reference sees it when it runs.
  bool runs_nowhere = (pass == nullptr || refusal.kind == RefusalKind::kBadInput) && RunsNowhere(oc);
  if (refusal.kind == RefusalKind::kBadInput && !runs_nowhere) {
    return MakeFinding(kRefuseOrCompile, pass, FindingClass::kRejectsValid,
                       fmt::format("a well-formed module is called bad input: {}", refusal.message), FactsOf(refusal));
  }
  bool of_module = refusal.kind == RefusalKind::kUnsupported || refusal.kind == RefusalKind::kBadInput;
  if (runs_nowhere && of_module) return Skip{SkipKind::kRunsNowhere, refusal.message};
  return FromRefusal(kRefuseOrCompile, pass, refusal);
}

// Whether what the build pipeline makes runs interpreted: then machine code can be made of it, too.
bool RunsInterpreted(OracleContext& oc) {
  SubjectTraits traits = oc.subject.Traits();
  if (traits.interpreted == traits.compiled) return false;
  const Answer<std::vector<Outcome>>& outcomes = oc.InterpretedOf();
  return outcomes.ok() &&
         std::ranges::any_of(*outcomes, [](const Outcome& one) { return std::holds_alternative<Value>(one); });
}

Verdict JudgeBuild(OracleContext& oc) {
  Answer<ModuleRef> lowered = oc.LoweredOf();
  if (!lowered.ok()) return JudgeRefusal(lowered.refusal(), nullptr, oc);
  Answer<ProgramRef> program = oc.subject.Build(*lowered, Compiled(oc));
  if (program.ok()) return Agree{};
  // In one go the subject knows what its passes said about operators that they left.
  Answer<ModuleRef> original = oc.Original();
  if (!original.ok()) return FromRefusal(kRefuseOrCompile, nullptr, original.refusal());
  Answer<ProgramRef> built = oc.subject.Build(*original, Compiled(oc, false));
  if (!built.ok() && built.refusal().kind == RefusalKind::kUnsupported && HasThreadsThatMeet(oc.c.module))
    return Skip{SkipKind::kNotApplicable, "machine code has no threads that wait for each other"};
  if (!built.ok() && built.refusal().kind == RefusalKind::kUnsupported && RunsInterpreted(oc)) {
    SubjectTraits traits = oc.subject.Traits();
    return WithSides(MakeFinding(kRefuseOrCompile, nullptr, FindingClass::kOneRefuses,
                                 fmt::format("{} runs the module and {} does not take it: {}", traits.interpreted,
                                             traits.compiled, built.refusal().message),
                                 RefusedBy(traits.compiled, built.refusal())),
                     TakenAndRefused(traits.interpreted, traits.compiled, built.refusal().message));
  }
  if (!built.ok()) return JudgeRefusal(built.refusal(), nullptr, oc);
  return WithSides(
      MakeFinding(kRefuseOrCompile, nullptr, FindingClass::kDiffers,
                  "the module compiles in one go, and not when the build pipeline's passes are applied one by one"),
      TakenAndRefused("built in one go", "built step by step", program.refusal().message));
}

// Options that do not fit a module are bad input, and nobody's fault.
Verdict JudgePass(const PassCall& pass, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(pass);
  if (output.ok()) return Agree{};
  if (!pass.options.empty() && output.refusal().kind == RefusalKind::kBadInput)
    return Skip{SkipKind::kRefused, output.refusal().message, output.refusal().kind};
  return JudgeRefusal(output.refusal(), &pass, oc);
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  return pass == nullptr ? JudgeBuild(oc) : JudgePass(*pass, oc);
}

}  // namespace

const OracleSpec kRefuseOrCompile = {
    .name = "refuse_or_compile",
    .doc =
        "A well-formed module compiles, or is refused with a cause that no pass of the pipeline should have dealt "
        "with, and "
        "that interpreting it meets as well; a pass takes it or says what it needs. Cannot see a pass's refusal that "
        "is clear "
        "and yet needless.",
    .scope = OracleScope::kBoth,
    .seen_at_a_glance = true,
    .judge = Judge,
};

}  // namespace assay
