#include "cli/divergence.h"

#include <algorithm>

#include "cli/trace.h"
#include "oracles/subjects/native/native_build.h"
#include "vm/engine.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

Outcome RunOnReference(Context& ctx, const Module& module, const std::string& entry, const std::vector<Value>& inputs) {
  auto loaded = FindEngine("relax-reference")->load(ctx, module, {});
  if (!loaded.ok()) return Refused{loaded.error().message};
  return (*loaded)->Run(entry, inputs, Budget{});
}

// The values of a traced run by the names of what they are bound to.
struct Bindings {
  std::vector<std::string> names;
  Outcome values = Refused{};
};
Bindings BindingsOf(Context& ctx, const Module& module, const std::string& entry, const std::vector<Value>& inputs) {
  Result<Traced> traced = TraceEntry(ctx, module, entry, SIZE_MAX);
  if (!traced.ok()) return {};
  return {traced->names, RunOnReference(ctx, traced->module, entry, inputs)};
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

}  // namespace

std::optional<Divergence> FindDivergence(Context& ctx, const Module& module, const std::string& entry,
                                         const std::vector<Value>& inputs, const ReferenceOutcome& reference) {
  PassContext pass_ctx(ctx);
  pass_ctx.verify_each = false;
  Module before = module;
  for (const PassCall& step : NativeBuildPipeline(ctx)) {
    Result<Module> after = RunPass(pass_ctx, step, before);
    if (!after.ok()) return std::nullopt;
    Outcome got = RunOnReference(ctx, *after, entry, inputs);
    bool told = std::holds_alternative<Value>(got) || std::holds_alternative<Trap>(got);
    Comparison comparison = told ? CompareWithReference(got, reference) : Comparison{};
    if (comparison.mismatch) {
      Bindings now;
      Bindings then = Matching(BindingsOf(ctx, before, entry, inputs), BindingsOf(ctx, *after, entry, inputs), now);
      auto first = FirstDivergence(then.names, now.values, {then.values, {}});
      return Divergence{std::string(step.pass->name), first.value_or("return: " + comparison.mismatch->what)};
    }
    before = *after;
  }
  return std::nullopt;
}

}  // namespace assay
