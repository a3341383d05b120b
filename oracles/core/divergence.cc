#include "oracles/core/divergence.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "ir/text/parse.h"
#include "oracles/core/beyond_engines.h"
#include "oracles/core/trace_entry.h"
#include "vm/engine.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

Outcome RunOnReference(Context& ctx, const Module& module, const std::string& entry, const std::vector<Value>& inputs,
                       const Budget& budget) {
  auto loaded = FindEngine("relax-reference")->load(ctx, module, {});
  if (!loaded.ok()) return Refused{loaded.error().message};
  return (*loaded)->Run(entry, inputs, budget);
}

// The values of a traced run by the names of what they are bound to.
struct Bindings {
  std::vector<std::string> names;
  Outcome values = Refused{};
};
Bindings BindingsOf(Context& ctx, const Module& module, const std::string& entry, const std::vector<Value>& inputs,
                    const Budget& budget) {
  Result<Traced> traced = TraceEntry(ctx, module, entry, SIZE_MAX);
  if (!traced.ok()) return {};
  return {traced->names, RunOnReference(ctx, traced->module, entry, inputs, budget)};
}

// What of `before` has a name in `after`, in the order of that, as a run of its own.
Bindings Matching(const Bindings& before, const Bindings& after, Bindings& other) {
  const auto* from = std::get_if<Value>(&before.values);
  const auto* to = std::get_if<Value>(&after.values);
  if (from == nullptr || to == nullptr) return {};
  Bindings kept;
  TupleValue old_values, new_values;
  for (size_t i = 0; i < after.names.size(); ++i) {
    auto found = std::ranges::find(before.names, after.names[i]);
    if (found == before.names.end() || std::ranges::count(after.names, after.names[i]) != 1) continue;
    kept.names.push_back(after.names[i]);
    old_values.fields.push_back(from->As<TupleValue>()->fields[static_cast<size_t>(found - before.names.begin())]);
    new_values.fields.push_back(to->As<TupleValue>()->fields[i]);
  }
  kept.values = Value{std::move(old_values)};
  other = {kept.names, Value{std::move(new_values)}};
  return kept;
}

// What one step makes of `before` parts from it; nothing when it does not, or when that cannot be told.
struct Parting {
  bool told = false;
  std::optional<std::string> where;
  // What ended the run, where a limit did.
  std::optional<OutOfBudget> spent = {};
};
Parting Compared(Context& ctx, const Module& before, const Module& after, const std::string& entry,
                 const std::vector<Value>& inputs, const ReferenceOutcome& reference, const Budget& budget) {
  Outcome got = RunOnReference(ctx, after, entry, inputs, budget);
  if (const auto* spent = std::get_if<OutOfBudget>(&got))
    return {.told = false, .where = std::nullopt, .spent = *spent};
  if (!std::holds_alternative<Value>(got) && !std::holds_alternative<Trap>(got)) return {};
  Comparison comparison = CompareWithReference(got, reference);
  if (!comparison.mismatch) return {.told = true, .where = std::nullopt};
  Bindings now;
  Bindings then =
      Matching(BindingsOf(ctx, before, entry, inputs, budget), BindingsOf(ctx, after, entry, inputs, budget), now);
  auto first = FirstDivergence(then.names, now.values, {then.values, {}});
  return {.told = true, .where = first ? "binding " + *first : "return: " + comparison.mismatch->what};
}

// Kernels that are built by themselves, within the module that calls them.
Module WithKernelsOf(Context& ctx, const Module& callers, const Module& kernels) {
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : callers.entries) {
    const Expr* built = Is<PrimFunc>(entry.func) ? kernels.Find(entry.var->name.text()) : nullptr;
    entries.push_back({entry.var, built == nullptr ? entry.func : built});
  }
  Module module = callers;
  module.entries = ctx.Copy(entries);
  return module;
}

bool HasFunctions(const Module& module) {
  return std::ranges::any_of(module.entries, [](const ModuleEntry& entry) { return Is<Function>(entry.func); });
}

}  // namespace

Result<BuildDivergence> FindDivergenceIn(Context& ctx, Subject& subject, const Module& module, const std::string& entry,
                                         const std::vector<Value>& inputs, const ReferenceOutcome& reference,
                                         const Budget& budget) {
  auto unsupported = [&](std::string_view what, const Refusal& refusal) {
    return Diag{DiagKind::kUnsupported, {}, fmt::format("{}{}: {}", subject.name(), what, refusal.message), "", {}};
  };
  Answer<ModuleRef> imported = subject.Import(module);
  if (!imported.ok()) return unsupported(" does not take the module", imported.refusal());
  Answer<std::vector<BuildStep>> steps = subject.StepsOfBuild(*imported);
  if (!steps.ok()) return unsupported("", steps.refusal());
  bool graph = HasFunctions(module), device = subject.Traits().for_device;
  BuildDivergence seen;
  Module before = module;
  for (size_t i = 0; i < steps->size(); ++i) {
    const BuildStep& step = (*steps)[i];
    if (!step.error.empty()) {
      seen.first = Divergence{step.pass, i, "the build ends: " + step.error, true};
      return seen;
    }
    Result<Module> read = ParseModule(ctx, step.pass, step.text);
    Parting parting;
    // By then, what threads do together is written for all of them at once.
    bool beyond = read.ok() && device && !HasFunctions(*read) && !WhyBeyondEngines(*read).empty();
    if (read.ok() && !beyond) {
      Module after = graph && !HasFunctions(*read) ? WithKernelsOf(ctx, before, *read) : *read;
      parting = Compared(ctx, before, after, entry, inputs, reference, budget);
      if (parting.told) before = after;
    }
    if (parting.where) seen.first = Divergence{step.pass, i, *parting.where};
    if (parting.spent) std::tie(seen.unfinished, seen.spent) = std::tie(step.pass, parting.spent);
    if (seen.first || seen.spent) return seen;
    if (!parting.told) seen.unread.push_back(step.pass);
  }
  return seen;
}

std::optional<Divergence> FindDivergence(Context& ctx, std::span<const PassCall> pipeline, const Module& module,
                                         const std::string& entry, const std::vector<Value>& inputs,
                                         const ReferenceOutcome& reference, const Budget& budget) {
  PassContext pass_ctx(ctx);
  pass_ctx.verify_each = false;
  Module before = module;
  for (const PassCall& step : pipeline) {
    Result<Module> after = RunPass(pass_ctx, step, before);
    if (!after.ok()) return std::nullopt;
    Parting parting = Compared(ctx, before, *after, entry, inputs, reference, budget);
    if (parting.where) return Divergence{std::string(step.pass->name), 0, *parting.where};
    before = *after;
  }
  return std::nullopt;
}

}  // namespace assay
