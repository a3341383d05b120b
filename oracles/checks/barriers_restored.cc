// barriers_restored: where threads of a launch wait for each other, ThreadSync puts barriers in where they have been
// taken out: the module then has no race, and gives what it gave. Tested by barriers_restored_test.cc.
#include <algorithm>
#include <array>

#include "ir/builder.h"
#include "ir/mentions.h"
#include "ir/rewrite.h"
#include "ir/tir/accesses.h"
#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "oracles/core/checked_run.h"
#include "oracles/core/pass_oracles.h"
#include "oracles/core/results.h"
#include "passes/tir/tir_passes.h"

namespace assay {
extern const OracleSpec kBarriersRestored;
namespace {

constexpr std::array<std::string_view, 3> kScopes{"shared", "shared.dyn", "warp"};
constexpr size_t kMostInputs = 2;

bool HasBarrier(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    if (Is<PrimFunc>(entry.func) && !found)
      WalkOnce(entry.func, [&](const Node* node) { found |= BarrierScopeOf(node).has_value(); });
  }
  return found;
}

// Whether a launch stores into memory of all blocks, or of no scope that the pass is told of, what it reads as well:
// barriers that order that are nobody's to put back.
// other kinds: bind no threads
bool OrdersOtherMemory(const Module& module) {
  auto is_other = [](const Buffer& buffer) { return !IsSharedByThreads(buffer) && buffer.scope != "local"; };
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      const Stmt* s = Is<For>(node) || Is<AttrStmt>(node) ? static_cast<const Stmt*>(node) : nullptr;
      if (s == nullptr || !ThreadAxisOf(s)) return !found;
      VarSet written;
      ForEachAccess(s, [&](const ElementAccess& access) {
        if (access.writes && is_other(*access.buffer)) written.insert(access.buffer->data);
      });
      found |= AnyAccess(
          s, [&](const ElementAccess& access) { return !access.writes && written.contains(access.buffer->data); });
      return false;
    });
  }
  return found;
}

Module WithoutBarriers(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (ModuleEntry& entry : entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    entry.func =
        static_cast<const Expr*>(Rewrite(ctx, entry.func, [&](const Node* rebuilt, const Node*) -> const Node* {
          if (!BarrierScopeOf(rebuilt)) return rebuilt;
          Evaluate* nothing = ctx.arena.New<Evaluate>();
          nothing->value = MakeInt(ctx, 0, DType::Int(32));
          return nothing;
        }));
  }
  return WithEntries(ctx, module, entries);
}

Verdict JudgeRun(const PassCall& pass, const Module& module, size_t inputs, OracleContext& oc) {
  auto run = [&](const Module& one) {
    return RunChecked(oc.ctx, one, oc.c.entry, oc.c.inputs[inputs], oc.settings.budget,
                      {.checks = TirChecks::kAccesses});
  };
  Outcome given = run(oc.c.module), got = run(module);
  const auto *want = std::get_if<Value>(&given), *value = std::get_if<Value>(&got);
  if (want == nullptr) return Skip{SkipKind::kNoResult, "the module itself"};
  if (std::holds_alternative<Refused>(got) || std::holds_alternative<OutOfBudget>(got))
    return Skip{SkipKind::kNotCompared, "beyond assay's engines, or out of budget"};
  if (value != nullptr && ElementsThatDiffer(*want, *value).empty()) return Agree{};
  FindingClass klass = value == nullptr ? FindingClass::kTrap : FindingClass::kDiffers;
  return WithSides(MakeFinding(kBarriersRestored, &pass, klass,
                               fmt::format("without its barriers and behind {}, inputs {}: {}", pass.pass->name, inputs,
                                           value == nullptr ? Describe(got) : "other results"),
                               FactsOfRun(got, oc.subject)),
                   SidesOf("with its own barriers", given, fmt::format("with those of {}", pass.pass->name), got));
}

Verdict Judge(const PassCall*, OracleContext& oc) {
  if (!HasBarrier(oc.c.module)) return Skip{SkipKind::kNotApplicable, "no barriers"};
  if (OrdersOtherMemory(oc.c.module))
    return Skip{SkipKind::kNotApplicable, "a launch reads other memory that it writes"};
  if (oc.c.inputs.empty()) return Skip{SkipKind::kNotApplicable, "no inputs"};
  Answer<ModuleRef> module = oc.subject.Import(WithoutBarriers(oc.ctx, oc.c.module));
  PassCall pass{&tir_pass::kThreadSync, {}};
  for (std::string_view scope : kScopes) {
    if (!module.ok()) return FromRefusal(kBarriersRestored, &pass, module.refusal());
    pass.options["storage_scope"] = MakeAttrString(oc.ctx, scope);
    module = oc.subject.ApplyDirect(pass, *module);
  }
  if (!module.ok()) return FromRefusal(kBarriersRestored, &pass, module.refusal());
  const Module* native = oc.subject.Native(*module);
  if (native == nullptr) return Skip{SkipKind::kNotApplicable, "modules of another implementation cannot be looked at"};
  for (size_t i = 0; i < std::min(kMostInputs, oc.c.inputs.size()); ++i) {
    Verdict verdict = JudgeRun(pass, *native, i, oc);
    if (!std::holds_alternative<Agree>(verdict)) return verdict;
  }
  return Agree{};
}

}  // namespace

const OracleSpec kBarriersRestored = {
    .name = "barriers_restored",
    .doc =
        "Where threads of a launch wait for each other and their barriers are taken out, ThreadSync puts in such that "
        "there is no race and the results are the same. Cannot see what these inputs do not reach.",
    .scope = OracleScope::kModule,
    .judge = Judge,
    .suits = [](const Subject& subject) { return subject.Traits().checks_needs; },
    .lacking = "another implementation's passes leave barriers to a later one",
};

}  // namespace assay
