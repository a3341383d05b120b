// memory_plan: no program of the build reads storage that was given to another tensor since, or that nothing wrote, nor
// what was killed. Run on the VM whose storage is watched byte by byte (vm/storage_shadow.h).
#include <algorithm>
#include <array>

#include "oracles/core/results.h"
#include "vm/storage_shadow.h"

namespace assay {
extern const OracleSpec kMemoryPlan;
namespace {

bool IsOfPlan(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr &&
         (IsOfStorage(*trap) || trap->kind == TrapKind::kUseAfterKill || trap->kind == TrapKind::kKillOfNull);
}

// Of a Trap that IsOfPlan.
FindingClass ClassOf(const Trap& trap) {
  switch (trap.kind) {
    case TrapKind::kStaleRead: return FindingClass::kStaleRead;
    case TrapKind::kStaleWrite: return FindingClass::kStaleWrite;
    case TrapKind::kUseAfterKill: return FindingClass::kUseAfterKill;
    case TrapKind::kKillOfNull: return FindingClass::kKillOfNull;
    default: return FindingClass::kReadBeforeWrite;
  }
}

using Outcomes = Answer<std::vector<Outcome>>;

Verdict JudgeRuns(const PassCall* pass, const Outcomes& outcomes, std::string_view how, OracleContext& oc) {
  if (!outcomes.ok()) return FromRefusal(kMemoryPlan, pass, outcomes.refusal());
  for (size_t i = 0; i < (*outcomes).size(); ++i) {
    const auto* trap = std::get_if<Trap>(&(*outcomes)[i]);
    if (trap == nullptr || !IsOfPlan(*trap)) continue;
    const Outcome& reference = oc.ReferenceOf()[i].outcome;
    if (IsUndefined(reference) || ReadsOverwritten(reference))
      return Skip{SkipKind::kUndefined, "the module reads what nothing wrote or what it has overwritten"};
    const auto* same = std::get_if<Trap>(&reference);
    if (same != nullptr && same->kind == trap->kind && trap->kind == TrapKind::kUseAfterKill)
      return Skip{SkipKind::kUndefined, "the module itself uses what it kills"};
    // Nobody knows then what the module itself has written: the build may have dropped what the reference trapped in.
    bool unknown = !std::holds_alternative<Value>(reference) && trap->kind == TrapKind::kReadBeforeWrite;
    if (unknown) return Skip{SkipKind::kUndefined, "the reference gave nothing, and what nothing wrote is read"};
    return WithSides(
        MakeFinding(kMemoryPlan, pass, ClassOf(*trap), fmt::format("{}, inputs {}: {}", how, i, trap->message)),
        SidesOf("as written", reference, how, *trap));
  }
  return Agree{};
}

Verdict JudgeModule(OracleContext& oc) {
  Verdict verdict = JudgeRuns(nullptr, oc.InterpretedOf(), "built by default", oc);
  if (!std::holds_alternative<Agree>(verdict)) return verdict;
  // Fusion hides most of what could share storage.
  for (const auto& [name, passes] : oc.subject.OtherPipelines()) {
    bool plans =
        std::ranges::any_of(passes, [](const PassCall& step) { return step.pass->name == "StaticPlanBlockMemory"; });
    if (!plans) continue;
    Outcomes outcomes = oc.Interpret(oc.BuiltBy(name, passes), /*lowered=*/true);
    verdict = JudgeRuns(nullptr, outcomes, "built by " + name, oc);
    if (const auto* finding = std::get_if<Finding>(&verdict)) return AtItsStep(kMemoryPlan, *finding, passes, oc);
    return verdict;
  }
  return verdict;
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs for the entry function"};
  if (pass == nullptr) return JudgeModule(oc);
  // What the build does not take as it was written, it need not take behind the pass.
  if (Answer<ModuleRef> lowered = oc.LoweredOf(); !lowered.ok())
    return FromRefusal(kMemoryPlan, pass, lowered.refusal());
  return JudgeRuns(pass, oc.Interpret(oc.OutputOf(*pass), /*lowered=*/false), "built behind the pass", oc);
}

// Passes that decide which tensors share memory, and for how long.
bool Applies(const PassSpec& pass) {
  constexpr std::array kPlanners = {"StaticPlanBlockMemory", "RewriteCUDAGraph", "KillAfterLastUse",
                                    "DataflowUseInplaceCalls", "LowerAllocTensor"};
  return std::ranges::find(kPlanners, pass.name) != kPlanners.end() && pass.signatures != Signatures::kChanged;
}

}  // namespace

const OracleSpec kMemoryPlan = {
    .name = "memory_plan",
    .doc =
        "What the build pipeline makes of the module, also behind a pass that deals with memory, runs without reading "
        "storage that was given to another tensor since, "
        "that nothing wrote, or that was killed: byte by byte, on the VM with watched storage. Cannot see that more "
        "memory "
        "is used than needed.",
    .scope = OracleScope::kBoth,
    .one_in = 4,
    .one_in_swept = 16,
    .looks_at_runs = true,
    .applies = Applies,
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().watches_storage; },
    .lacking = "the subject does not watch its storage",
};

}  // namespace assay
