#include "passes/analysis/evaluate.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/eval_index.h"
#include "passes/op_names.h"

namespace assay {
namespace {

// Of a result of this type, as far as its type says: no less than 0, no more than the largest int64_t.
// recursion: types nest no deeper than the reader lets them
int64_t BytesOf(const Type* type) {
  int64_t bytes = 0;
  if (const auto* tuple = As<TupleType>(type)) {
    for (const Type* field : tuple->fields) {
      if (__builtin_add_overflow(bytes, BytesOf(field), &bytes)) return INT64_MAX;
    }
    return bytes;
  }
  const auto* tensor = As<TensorType>(type);
  const auto* shape = tensor == nullptr ? nullptr : As<ShapeExpr>(tensor->shape);
  if (shape == nullptr || tensor->dtype.IsVoid()) return 0;
  bytes = tensor->dtype.ElementBytes();
  for (const Expr* dim : shape->values) {
    const IntImm* extent = AsInt(dim);
    if (extent == nullptr || extent->value <= 0) return 0;
    if (__builtin_mul_overflow(bytes, extent->value, &bytes)) bytes = INT64_MAX;
  }
  return bytes;
}

}  // namespace

Diag CannotFold(const Call& call) {
  return {DiagKind::kOutOfBudget, call.span, fmt::format("cannot fold {}: out of budget", OpNameOf(&call)), "", {}};
}

int64_t BytesOf(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) return tensor->tensor.byte_count();
  int64_t bytes = 0;
  if (const auto* tuple = value.As<TupleValue>()) {
    for (const Value& field : tuple->fields) bytes += BytesOf(field);
  }
  return bytes;
}

Status KeepBytes(PassContext& pass_ctx, const Call& call, int64_t bytes) {
  if (!pass_ctx.meter.Allocate(bytes)) return CannotFold(call);
  return Done{};
}

Result<std::optional<Value>> EvaluateCall(PassContext& pass_ctx, std::string_view pass, const OpSpec& row,
                                          const Call& call, std::span<const Value> args) {
  auto leave = [&](std::string why) {
    pass_ctx.notes.push_back(
        {pass, PassNote::Kind::kLater, std::string(OpNameOf(&call)), call.span, std::move(why), "the run"});
    return std::optional<Value>();
  };
  int64_t bytes = BytesOf(call.type);
  if (bytes > kOneCallBudget.bytes) return leave(fmt::format("its value takes over {} bytes", kOneCallBudget.bytes));
  // Given back below: whoever keeps the value counts it.
  ASSAY_RETURN_IF_ERROR(KeepBytes(pass_ctx, call, bytes));
  int64_t most = std::min(pass_ctx.meter.left().steps, kOneCallBudget.steps);
  eval::VisitLimit limit(most);
  EvalResult result = row.eval({call, args});
  pass_ctx.meter.Release(bytes);
  if (limit.visits() > kOneCallBudget.steps && pass_ctx.meter.Step(kOneCallBudget.steps))
    return leave(fmt::format("its value takes over {} steps", kOneCallBudget.steps));
  if (!pass_ctx.meter.Step(limit.visits())) return CannotFold(call);
  auto* value = std::get_if<Value>(&result);
  return value == nullptr ? std::optional<Value>() : std::optional<Value>(std::move(*value));
}

}  // namespace assay
