#include "oracles/core/trace_entry.h"

#include "ir/builder.h"
#include "passes/pass.h"

namespace assay {
namespace {

// Functions, closures and packed results cannot stand in a tuple of results that is shown.
bool Shown(const Type* type) {
  return Is<TensorType>(type) || Is<ShapeType>(type) || Is<PrimType>(type) || Is<TupleType>(type);
}

}  // namespace

Result<Traced> TraceEntry(Context& ctx, const Module& module, std::string_view entry, size_t keep) {
  PassContext pass_ctx(ctx);
  // Dataflow variables are not visible where the function returns.
  ASSAY_TRY(Module plain, RunPass(pass_ctx, {FindPass("ToNonDataflow"), {}}, module));
  const auto* func = As<Function>(plain.Find(entry));
  if (func == nullptr) return Diag{DiagKind::kBadArgument, {}, "only Relax functions can be traced", "", {}};
  Traced traced;
  std::vector<const Expr*> values;
  std::vector<const Type*> types;
  std::vector<const BindingBlock*> blocks;
  for (const BindingBlock* block : func->body->blocks) {
    std::vector<const Binding*> bindings;
    for (const Binding* binding : block->bindings) {
      if (keep == 0) break;
      --keep;
      bindings.push_back(binding);
      if (!Shown(binding->var->type)) continue;
      traced.names.push_back(binding->var->name.str());
      values.push_back(binding->var);
      types.push_back(binding->var->type);
    }
    blocks.push_back(MakeBlock(ctx, bindings, block->is_dataflow));
  }
  if (keep > 0 && Shown(func->body->body->type)) {
    traced.names.emplace_back("return");
    values.push_back(func->body->body);
    types.push_back(func->body->body->type);
  }
  const Function* whole =
      MakeFunction(ctx, {func->params.begin(), func->params.end()}, MakeSeq(ctx, blocks, MakeTuple(ctx, values)),
                   MakeTupleType(ctx, types), func->is_pure, func->attrs);
  for (const ModuleEntry& one : plain.entries) {
    if (one.func == func) traced.module = WithFunction(ctx, plain, one.var, whole);
  }
  return traced;
}

namespace {

// One field of a run's tuple, as the outcome of a run of its own; nothing when it has no such field.
std::optional<Outcome> FieldOf(const Outcome& outcome, size_t i) {
  const auto* value = std::get_if<Value>(&outcome);
  const auto* tuple = value == nullptr ? nullptr : value->As<TupleValue>();
  if (tuple == nullptr || i >= tuple->fields.size()) return std::nullopt;
  return Outcome(tuple->fields[i]);
}

}  // namespace

std::optional<std::string> FirstDivergence(std::span<const std::string> names, const Outcome& got,
                                           const ReferenceOutcome& reference) {
  for (size_t i = 0; i < names.size(); ++i) {
    std::optional<Outcome> mine = FieldOf(got, i), want = FieldOf(reference.outcome, i);
    if (!mine || !want) return std::nullopt;
    ReferenceOutcome field{*want, {}};
    for (const Outcome& perturbed : reference.perturbed) {
      if (std::optional<Outcome> moved = FieldOf(perturbed, i)) field.perturbed.push_back(*moved);
    }
    Comparison comparison = CompareWithReference(*mine, field);
    if (!comparison.mismatch) continue;
    std::string what = comparison.mismatch->what;
    if (what.starts_with("result")) what = what.substr(6);
    return names[i] + what;
  }
  return std::nullopt;
}

}  // namespace assay
