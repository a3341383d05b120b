// thread_races: kernels whose threads wait for each other have no race behind a pass, and no barrier that some threads
// miss, where they had none before. Results, in the order in which threads are run elsewhere, are compared by others.
// Tested by thread_races_test.cc.
#include <algorithm>
#include <array>

#include "ir/support/check.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "oracles/core/changed_entry.h"
#include "oracles/core/checked_run.h"
#include "oracles/core/pass_oracles.h"
#include "oracles/core/results.h"

namespace assay {
extern const OracleSpec kThreadRaces;
namespace {

// Sets of inputs that are run: a launch does the same with most of them.
constexpr size_t kMostInputs = 2;

bool HasBlocksInThreads(const Expr* func) {
  bool found = false;
  // other kinds: bind no threads
  WalkOnce(func, [&](const Node* node) {
    bool binds = (Is<For>(node) || Is<AttrStmt>(node)) && ThreadAxisOf(static_cast<const Stmt*>(node));
    if (binds) WalkOnce(node, [&](const Node* inner) { found |= Is<SBlock>(inner); });
  });
  return found;
}
// Whether loops over threads around blocks, which run in their order, have become threads that meet nowhere: what
// needs another iteration is made for threads by passes in front.
bool IsNoScheduleAnyMore(const Module& before, const Module& after) {
  return std::ranges::any_of(before.entries, [&](const ModuleEntry& entry) {
    const Expr* made = after.Find(entry.var->name.text());
    if (!Is<PrimFunc>(entry.func) || made == nullptr || !HasBlocksInThreads(entry.func)) return false;
    bool meets = false;
    WalkOnce(made, [&](const Node* node) { meets |= IsMeeting(node); });
    return !meets && !HasBlocksInThreads(made);
  });
}

Verdict JudgeRun(const PassCall& pass, const Module& module, size_t inputs, OracleContext& oc) {
  auto run = [&](const Module& one) {
    return RunChecked(oc.ctx, one, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget,
                      {.checks = TirChecks::kAccesses});
  };
  Outcome got = run(module);
  if (const auto* refused = std::get_if<Refused>(&got)) return Skip{SkipKind::kNotCompared, refused->why};
  if (std::holds_alternative<OutOfBudget>(got)) return Skip{SkipKind::kOutOfBudget};
  const Trap* trap = OfThreads(got);
  if (trap == nullptr) return Agree{};
  if (IsNoScheduleAnyMore(oc.c.module, module))
    return Skip{SkipKind::kNotApplicable, "a schedule is lowered without what comes first"};
  Outcome given = run(oc.c.module);
  if (OfThreads(given) != nullptr)
    return Skip{SkipKind::kNotToBlame, "the module has a race, or a barrier that threads miss, of its own"};
  // A pass may take that away, and then more is run.
  if (std::holds_alternative<Trap>(given)) return Skip{SkipKind::kNotToBlame, "the module ends with a trap of its own"};
  // What could not be run before may have had one all along.
  if (const auto* refused = std::get_if<Refused>(&given))
    return Skip{SkipKind::kNotCompared, "before the pass: " + refused->why};
  if (std::holds_alternative<OutOfBudget>(given)) return Skip{SkipKind::kOutOfBudget, "before the pass"};
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
  if (!HasThreadsThatMeet(*module) && !HasThreadsThatMeet(oc.c.module))
    return Skip{SkipKind::kNotApplicable, "no threads that meet"};
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs"};
  return JudgeWhereChanged(*pass, *output, oc, [&](OracleContext& at_entry) -> Verdict {
    for (size_t i = 0; i < std::min(kMostInputs, at_entry.c.inputs.size()); ++i) {
      Verdict verdict = JudgeRun(*pass, *module, i, at_entry);
      if (!std::holds_alternative<Agree>(verdict)) return verdict;
    }
    return Agree{};
  });
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
