#include "oracles/core/checked_run.h"

#include <algorithm>
#include <array>

#include "ir/tir/barriers.h"
#include "ir/tir/threads.h"
#include "ir/walk.h"
#include "oracles/subjects/native/native_build.h"
#include "vm/bytecode/executable.h"
#include "vm/bytecode/interp.h"

namespace assay {

Outcome RunChecked(Context& ctx, const Module& module, const std::string& entry, std::span<const Value> inputs,
                   const Budget& budget, const TirOptions& options) {
  auto load = [&]() -> Result<std::unique_ptr<Executable>> {
    ASSAY_TRY(Module lowered, BuildNatively(ctx, module));
    ASSAY_TRY(auto kernels, MakeReferenceKernels(KernelsOf(ctx, lowered), true, options));
    return MakeVm(ctx, lowered, std::move(kernels));
  };
  auto executable = load();
  if (!executable.ok()) return Refused{executable.error().message};
  return (*executable)->Run(entry, {inputs.begin(), inputs.end()}, budget);
}

bool HasThreadsThatMeet(const Module& module) {
  bool found = false;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<PrimFunc>(entry.func);
    if (func == nullptr || found) continue;
    WalkOnce(func, [&](const Node* node) { found |= IsMeeting(node); });
    found = found || FindLaunchThatNeedsThreads(func->body) != nullptr;
  }
  return found;
}

const Trap* OfThreads(const Outcome& outcome) {
  // Of two accesses that race, the read may come to where nothing is yet.
  constexpr std::array kOfThreads{TrapKind::kDataRace, TrapKind::kDivergentBarrier, TrapKind::kReadBeforeWrite};
  const auto* trap = std::get_if<Trap>(&outcome);
  bool is = trap != nullptr && std::ranges::find(kOfThreads, trap->kind) != kOfThreads.end();
  return is ? trap : nullptr;
}

std::optional<Trap> TrapOfThreads(Context& ctx, const Module& module, const std::string& entry,
                                  std::span<const Value> inputs, const Budget& budget) {
  bool binds = false;
  for (const ModuleEntry& module_entry : module.entries) {
    if (!Is<PrimFunc>(module_entry.func) || binds) continue;
    // other kinds: bind no threads
    WalkOnce(module_entry.func, [&](const Node* node) {
      binds |= (Is<For>(node) || Is<AttrStmt>(node)) && ThreadAxisOf(static_cast<const Stmt*>(node));
    });
  }
  if (!binds) return std::nullopt;
  Outcome outcome = RunChecked(ctx, module, entry, inputs, budget, {.checks = TirChecks::kAccesses});
  const Trap* trap = OfThreads(outcome);
  return trap == nullptr ? std::nullopt : std::optional(*trap);
}

std::optional<Trap> UntoldTrap(Context& ctx, const Subject& subject, const Module& module, const std::string& entry,
                               std::span<const Value> inputs, const Budget& budget) {
  Outcome checked = RunChecked(ctx, module, entry, inputs, budget);
  const auto* trap = std::get_if<Trap>(&checked);
  // That an axis is within its domain any pass takes for granted, and engines do not ask.
  bool untold = trap != nullptr && (!subject.Traits().tells_traps || trap->kind == TrapKind::kAxisDomain);
  return untold ? std::optional(*trap) : std::nullopt;
}

}  // namespace assay
