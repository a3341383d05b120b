// pipeline_differential: ways to build a module that differ in what they do for speed or memory give the same results:
// other pipelines than the build's, the build behind one more pass, and the build without one of its own. And they take
// the same modules.
#include <algorithm>

#include "oracles/core/results.h"
#include "passes/tir/tir_passes.h"

namespace assay {
extern const OracleSpec kPipelineDifferential;
namespace {

Verdict Compare(const PassCall* pass, std::span<const PassCall> build, const ModuleRef& module, OracleContext& oc) {
  Answer<ModuleRef> lowered = oc.subject.ApplySequential(build, module);
  if (!lowered.ok()) return FromRefusal(kPipelineDifferential, pass, lowered.refusal());
  return CompareRunsWithReference(kPipelineDifferential, pass, *lowered, Interpreted(oc), oc);
}

// A module that traps whatever it is given may be refused by those that see so beforehand.
bool OnlyTraps(OracleContext& oc) {
  auto traps = [](const ReferenceOutcome& one) { return std::holds_alternative<Trap>(one.outcome); };
  return !oc.c.inputs.empty() && std::ranges::all_of(oc.ReferenceOf(), traps);
}

// What saves time or memory must not be why a module does not compile: where the build refuses one, the other ways do,
// too.
Verdict JudgeRefused(const Refusal& refusal, OracleContext& oc) {
  if (refusal.kind != RefusalKind::kUnsupported || OnlyTraps(oc))
    return FromRefusal(kPipelineDifferential, nullptr, refusal);
  for (const auto& [name, passes] : oc.subject.OtherPipelines()) {
    Answer<ModuleRef> module = oc.BuiltBy(name, passes);
    bool taken =
        module.ok() && oc.subject.Violations(*module).empty() && oc.subject.Build(*module, Interpreted(oc)).ok();
    if (!taken) continue;
    return WithSides(
        MakeFinding(kPipelineDifferential, nullptr, FindingClass::kOneRefuses,
                    fmt::format("{} compiles what the build refuses: {}", name, refusal.message), FactsOf(refusal)),
        TakenAndRefused(name, "the build", refusal.message));
  }
  return FromRefusal(kPipelineDifferential, nullptr, refusal);
}

Verdict JudgeModule(OracleContext& oc) {
  Answer<ModuleRef> usual = oc.LoweredOf();
  if (!usual.ok()) return JudgeRefused(usual.refusal(), oc);
  auto pipelines = oc.subject.OtherPipelines();
  for (size_t i = 0; i < pipelines.size(); ++i) {
    if (!oc.settings.Asks(i, pipelines.size())) continue;
    const auto& [name, passes] = pipelines[i];
    Answer<ModuleRef> module = oc.BuiltBy(name, passes);
    Verdict verdict = module.ok()
                          ? CompareRunsWithReference(kPipelineDifferential, nullptr, *module, Interpreted(oc), oc)
                          : FromRefusal(kPipelineDifferential, nullptr, module.refusal());
    if (auto* finding = std::get_if<Finding>(&verdict)) {
      finding->detail = fmt::format("built by {}: {}", name, finding->detail);
      return AtItsStep(kPipelineDifferential, *finding, passes, oc);
    }
    if (!std::holds_alternative<Agree>(verdict)) return verdict;
  }
  return Agree{};
}

auto StepOf(const std::vector<PassCall>& build, const PassCall& pass) {
  return std::ranges::find_if(build, [&](const PassCall& step) { return step.pass->run == pass.pass->run; });
}

// The build without one of its steps, where another way to build does without it too.
Verdict JudgeWithout(const PassCall& step, std::vector<PassCall> build, OracleContext& oc) {
  auto others = oc.subject.OtherPipelines();
  bool optional =
      std::ranges::any_of(others, [&](const auto& other) { return StepOf(other.second, step) == other.second.end(); });
  if (!optional) return Agree{};
  build.erase(StepOf(build, step));
  Answer<ModuleRef> module = oc.Fresh();
  if (!module.ok()) return FromRefusal(kPipelineDifferential, &step, module.refusal());
  return Compare(&step, build, *module, oc);
}

// That a module does not compile behind a pass is not its doing where the build ends in the same way without it.
Verdict Blamed(const PassCall& pass, Verdict behind, OracleContext& oc) {
  const auto* finding = std::get_if<Finding>(&behind);
  if (finding == nullptr) return behind;
  Answer<ModuleRef> usual = oc.LoweredOf();
  if (usual.ok()) return behind;
  Verdict without = FromRefusal(kPipelineDifferential, &pass, usual.refusal());
  const auto* alone = std::get_if<Finding>(&without);
  if (alone == nullptr || alone->klass != finding->klass) return behind;
  return Skip{SkipKind::kNotToBlame, "what the build alone makes is no better"};
}

Verdict JudgePass(const PassCall& pass, OracleContext& oc) {
  if (!oc.subject.Traits().checks_needs && IsTirPass(*pass.pass))
    return Skip{SkipKind::kNotApplicable, "pass_preserves_results builds on from there"};
  std::vector<PassCall> build = oc.subject.BuildPipeline();
  if (StepOf(build, pass) != build.end()) return JudgeWithout(pass, std::move(build), oc);
  Answer<ModuleRef> module = oc.OutputOf(pass);
  if (!module.ok()) return FromRefusal(kPipelineDifferential, &pass, module.refusal());
  // Behind a pass that changes nothing the build is the usual one.
  if (oc.LeavesAlone(pass) && !OverwritesArguments(*module, oc)) {
    Answer<ModuleRef> lowered = oc.LoweredOf();
    if (!lowered.ok()) return Blamed(pass, FromRefusal(kPipelineDifferential, &pass, lowered.refusal()), oc);
    return CompareRunsWithReference(kPipelineDifferential, &pass, *lowered, Interpreted(oc), oc);
  }
  // Fusion hides which tensors share storage.
  auto others = oc.subject.OtherPipelines();
  if (!others.empty() && OverwritesArguments(*module, oc)) build = others.front().second;
  return Blamed(pass, Compare(&pass, build, *module, oc), oc);
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  return pass == nullptr ? JudgeModule(oc) : JudgePass(*pass, oc);
}

bool Applies(const PassSpec& pass) { return pass.signatures != Signatures::kChanged && ResultsCompare(pass.exact); }

}  // namespace

const OracleSpec kPipelineDifferential = {
    .name = "pipeline_differential",
    .doc =
        "Built by another pipeline, behind one more pass, or without one that only saves time or memory, a module "
        "gives "
        "the results of the reference within derived bounds, and none takes what the build refuses. Cannot see what "
        "all ways do wrong.",
    .scope = OracleScope::kBoth,
    .one_in = 2,
    .one_in_elsewhere = 8,
    .one_in_swept = 8,
    .looks_at_runs = true,
    .applies = Applies,
    .judge = Judge,
};

}  // namespace assay
