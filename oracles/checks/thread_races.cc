// thread_races: kernels whose threads wait for each other have no race behind a pass, and no barrier that some threads
// miss, where they had none before. Results, in the order in which threads are run elsewhere, are compared by others.
// Tested by thread_races_test.cc.
#include <algorithm>
#include <array>

#include "ir/support/check.h"
#include "oracles/core/checked_run.h"
#include "oracles/core/pass_oracles.h"
#include "oracles/core/results.h"

namespace assay {
extern const OracleSpec kThreadRaces;
namespace {

// Sets of inputs that are run: a launch does the same with most of them.
constexpr size_t kMostInputs = 2;

Verdict JudgeRun(const PassCall& pass, const Module& module, size_t inputs, OracleContext& oc) {
  auto run = [&](const Module& one) {
    return RunChecked(oc.ctx, one, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget,
                      {.checks = TirChecks::kAccesses});
  };
  Outcome got = run(module);
  if (const auto* refused = std::get_if<Refused>(&got)) return Skip{"beyond assay's engines: " + refused->why};
  if (std::holds_alternative<OutOfBudget>(got)) return Skip{"out of budget"};
  const Trap* trap = OfThreads(got);
  if (trap == nullptr) return Agree{};
  Outcome given = run(oc.c.module);
  if (OfThreads(given) != nullptr) return Skip{"the module has a race, or a barrier that threads miss, of its own"};
  // What could not be run before may have had one all along.
  if (const auto* refused = std::get_if<Refused>(&given)) return Skip{"beyond assay's engines before: " + refused->why};
  if (std::holds_alternative<OutOfBudget>(given)) return Skip{"out of budget before"};
  return WithSides(MakeFinding(kThreadRaces, &pass, FindingClass::kTrap,
                               fmt::format("after {}, inputs {}: {}", pass.pass->name, inputs, trap->message),
                               FactsOfRun(got, oc.subject)),
                   SidesOf("before", given, fmt::format("after {}", pass.pass->name), got));
}

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  Answer<ModuleRef> output = oc.OutputOf(*pass);
  if (!output.ok()) return FromRefusal(kThreadRaces, pass, output.refusal());
  if (oc.LeavesAlone(*pass)) return Agree{};
  const Module* module = oc.subject.Native(*output);
  ASSAY_CHECK(module != nullptr, "modules of assay's own can be looked at");
  // A pass may have taken out the last barrier.
  if (!HasThreadsThatMeet(*module) && !HasThreadsThatMeet(oc.c.module)) return Skip{"no threads that meet"};
  if (oc.c.inputs.empty()) return Skip{"no inputs"};
  for (size_t i = 0; i < std::min(kMostInputs, oc.c.inputs.size()); ++i) {
    Verdict verdict = JudgeRun(*pass, *module, i, oc);
    if (!std::holds_alternative<Agree>(verdict)) return verdict;
  }
  return Agree{};
}

}  // namespace

const OracleSpec kThreadRaces = {
    .name = "thread_races",
    .doc =
        "Where threads of a launch wait for each other, a pass brings in no race, and no barrier that some threads "
        "miss. Cannot see what these inputs do not reach.",
    .scope = OracleScope::kPass,
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().checks_needs; },
    .lacking = "another implementation's passes leave barriers to a later one",
};

}  // namespace assay
