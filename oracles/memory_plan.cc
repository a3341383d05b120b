// memory_plan: no program of the build reads storage that was given to another tensor since, or that nothing wrote, nor
// what was killed. Run on the VM whose storage is watched byte by byte (vm/storage_shadow.h).
#include <algorithm>
#include <array>

#include "oracles/results.h"
#include "vm/storage_shadow.h"

namespace assay {
extern const OracleSpec kMemoryPlan;
namespace {

bool IsOfPlan(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap != nullptr && (IsOfStorage(*trap) || trap->kind == "use_after_kill");
}

// The steps of the build that decide which tensors share memory, and for how long.
bool Plans(std::string_view pass) {
  constexpr std::array kPlanners = {"StaticPlanBlockMemory", "RewriteCUDAGraph", "KillAfterLastUse"};
  return std::ranges::find(kPlanners, pass) != kPlanners.end();
}

// The step without which the build runs well on these inputs.
std::string_view Culprit(const Case& c, std::span<const Value> args, OracleContext& oc) {
  std::vector<PassCall> build = oc.subject.BuildPipeline();
  for (const PassCall& planner : build) {
    if (!Plans(planner.pass->name)) continue;
    std::vector<PassCall> rest;
    for (const PassCall& step : build) {
      if (step.pass != planner.pass) rest.push_back(step);
    }
    Answer<ModuleRef> module = oc.Fresh(c);
    if (module.ok()) module = oc.subject.ApplySequential(rest, *module);
    if (!module.ok()) continue;
    Answer<ProgramRef> program = oc.subject.Build(*module, {.engine = "vm", .lowered = true});
    if (program.ok() && !IsOfPlan(oc.subject.Run(*program, c.entry, args, oc.budget))) return planner.pass->name;
  }
  return "the build";
}

// What the build makes of the pass's output.
Answer<std::vector<Outcome>> RunBehind(const Case& c, const PassCall& pass, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(c, pass);
  if (!output.ok()) return output.refusal();
  Answer<ProgramRef> program = oc.subject.Build(*output, {.engine = "vm"});
  if (!program.ok()) return program.refusal();
  std::vector<Outcome> outcomes;
  for (const std::vector<Value>& args : c.inputs) outcomes.push_back(oc.subject.Run(*program, c.entry, args, oc.budget));
  return outcomes;
}

Verdict Judge(const Case& c, const PassCall* pass, OracleContext& oc) {
  if (c.inputs.empty()) return Skip{"no inputs for the entry function"};
  Answer<std::vector<Outcome>> outcomes = pass == nullptr ? oc.InterpretedOf(c) : RunBehind(c, *pass, oc);
  if (!outcomes.ok()) return FromRefusal(kMemoryPlan, pass, outcomes.refusal());
  for (size_t i = 0; i < outcomes->size(); ++i) {
    const auto* trap = std::get_if<Trap>(&(*outcomes)[i]);
    if (trap == nullptr || !IsOfPlan(*trap)) continue;
    if (IsUndefined(oc.ReferenceOf(c)[i].outcome)) return Skip{"the module reads what nothing wrote"};
    std::string detail = fmt::format("inputs {}: {}", i, trap->message);
    if (pass == nullptr) detail += fmt::format("; not without {}", Culprit(c, c.inputs[i], oc));
    return MakeFinding(kMemoryPlan, pass, trap->kind, std::move(detail));
  }
  return Agree{};
}

bool Applies(const PassSpec& pass) {
  bool planner = Plans(pass.name) || pass.name == "DataflowUseInplaceCalls" || pass.name == "LowerAllocTensor";
  return planner && pass.signatures != Signatures::kChanged;
}

}  // namespace

const OracleSpec kMemoryPlan = {
    .name = "memory_plan",
    .doc = "What the build pipeline makes of the module, also behind a pass that deals with memory, runs without reading storage that was given to another tensor since, "
           "that nothing wrote, or that was killed: byte by byte, on the VM with watched storage. Cannot see that more memory "
           "is used than needed.",
    .scope = OracleScope::kBoth,
    .applies = Applies,
    .judge = Judge,
};

}  // namespace assay
