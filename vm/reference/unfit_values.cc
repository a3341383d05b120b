#include "vm/reference/unfit_values.h"

#include <fmt/format.h>

#include "ir/ops/infer.h"

namespace assay {

std::optional<Outcome> UnfitValues(Context& ctx, const Module& module, const Call& call, std::string_view name,
                                   std::span<const Value> args) {
  std::vector<const Expr*> typed(call.args.begin(), call.args.end());
  bool dtypes = false, ranks = false;
  for (size_t i = 0; i < args.size(); ++i) {
    const auto* type = As<TensorType>(typed[i]->type);
    const auto* tensor = args[i].As<TensorValue>();
    if (type == nullptr || tensor == nullptr || (!type->dtype.IsVoid() && type->rank != kUnknownRank)) continue;
    dtypes |= type->dtype.IsVoid();
    ranks |= type->rank == kUnknownRank;
    TensorType* known = ctx.arena.New<TensorType>(*type);
    known->dtype = tensor->tensor.dtype();
    known->rank = tensor->tensor.rank();
    typed[i] = MakeVar(ctx, "x", known);
  }
  if (!dtypes && !ranks) return std::nullopt;
  Call* known = ctx.arena.New<Call>(call);
  known->args = ctx.Copy(typed);
  Result<const Call*> inferred = WithInferredType(ctx, &module, known);
  if (inferred.ok()) return std::nullopt;
  std::string what = fmt::format("{}: {}", name, inferred.error().message);
  return dtypes ? Outcome(Refused{what}) : Outcome(MakeTrap(TrapKind::kShapeMismatch, what, call.span));
}

}  // namespace assay
