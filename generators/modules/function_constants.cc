#include "generators/modules/function_constants.h"

#include <algorithm>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/values.h"
#include "generators/modules/written_constants.h"
#include "ir/ops/infer.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

// Longer lists of scalars would make modules unreadable.
constexpr int64_t kMaxListed = 6;

}  // namespace

const Expr* FunctionConstants::Filled(Scalar value, const std::vector<const Expr*>& dims) {
  return FilledTensor(ctx(), value, dims, [&](const Call* typed) { return scope_.Emit(typed); });
}

const Expr* FunctionConstants::Written(const Constant* constant) {
  if (scope_.module.Has(Feature::kUnreadable)) return constant;
  return WrittenConstant(ctx(), constant, [&](const Call* typed) { return scope_.Emit(typed); });
}

const Call* FunctionConstants::WithWrittenConstants(const Call* call) {
  return WithConstants(ctx(), call, [&](const Constant* constant) { return Written(constant); });
}

// The shape, of numbers, computed from a constant: here, or before where that is in scope. Null where it cannot be.
const Expr* FunctionConstants::ComputedShape(const ShapeExpr& shape) {
  auto in_scope = [&](const Expr* value) {
    return std::ranges::any_of(scope_.entries, [&](const Entry& entry) { return entry.value == value; });
  };
  for (const auto& [value, is] : scope_.computed_shapes) {
    if (SameDims(is->values, shape.values) && in_scope(value) && bytes().Chance(3, 4)) return value;
  }
  const OpSpec* to_shape = FindOp("tensor_to_shape");
  if (to_shape == nullptr) return nullptr;
  assay::Tensor numbers(DType::Int(64), {static_cast<int64_t>(shape.values.size())});
  for (size_t d = 0; d < shape.values.size(); ++d)
    numbers.Set(static_cast<int64_t>(d), Scalar::Int(DType::Int(64), As<IntImm>(shape.values[d])->value));
  const Expr* constant = Written(MakeConstant(ctx(), numbers));
  Module view = scope_.module.View();
  Result<const Call*> call = WithInferredType(ctx(), &view, MakeOpCall(ctx(), *to_shape, {constant}));
  if (!call.ok()) return nullptr;
  scope_.computed_shapes.emplace_back(scope_.Emit(*call), &shape);
  return scope_.computed_shapes.back().first;
}

const Call* FunctionConstants::WithNamedShapes(const OpSpec& row, const Call* typed) {
  std::vector<const Expr*> args(typed->args.begin(), typed->args.end());
  // What is made of nothing else may have any shape.
  bool any = (AspectsOf(row) & BitOf(Aspect::kTakesNone)) != 0 && scope_.module.Has(Feature::kUnknownShapes);
  bool changed = false;
  for (size_t i = 0; i < args.size() && i < row.operands.size(); ++i) {
    const auto* shape = As<ShapeExpr>(args[i]);
    if (row.operands[i].kind != OperandKind::kShape || shape == nullptr) continue;
    auto named = std::ranges::find_if(scope_.entries, [&](const Entry& entry) {
      const auto* type = Is<Var>(entry.value) ? As<ShapeType>(entry.type) : nullptr;
      if (type == nullptr) return false;
      return type->has_values ? SameDims(type->values, shape->values) : any && type->rank > 0;
    });
    if (named == scope_.entries.end()) continue;
    args[i] = named->value;
    changed = true;
  }
  if (!changed) return typed;
  Call* by_name = ctx().arena.New<Call>(*typed);
  by_name->args = ctx().Copy(args);
  Module view = scope_.module.View();
  Result<const Call*> again = WithInferredType(ctx(), &view, by_name);
  return again.ok() ? *again : typed;
}

const Call* FunctionConstants::WithComputedShapes(const OpSpec& row, const Call* typed) {
  const auto* type = As<TensorType>(typed->type);
  // Others want numbers where they are lowered.
  constexpr Aspects kAnySizes = Bits(Aspect::kRestates, Aspect::kBroadcast, Aspect::kTakesNone);
  bool takes_any = (AspectsOf(row) & kAnySizes) != 0;
  if (!takes_any || type == nullptr || ShapeListOf(type) == nullptr) return typed;
  std::vector<const Expr*> args(typed->args.begin(), typed->args.end());
  Module view = scope_.module.View();
  bool changed = false;
  for (size_t i = 0; i < args.size() && i < row.operands.size(); ++i) {
    const auto* shape = As<ShapeExpr>(args[i]);
    bool listed = row.operands[i].kind == OperandKind::kShape && shape != nullptr && !shape->values.empty() &&
                  std::ranges::all_of(shape->values, Is<IntImm>);
    if (!listed) continue;
    const Expr* computed = ComputedShape(*shape);
    if (computed == nullptr) return typed;
    args[i] = computed;
    changed = true;
  }
  if (!changed) return typed;
  Call* computed = ctx().arena.New<Call>(*typed);
  computed->args = ctx().Copy(args);
  computed->type = nullptr;
  Result<const Call*> again = WithInferredType(ctx(), &view, computed);
  return again.ok() && Is<TensorType>((*again)->type) ? *again : typed;
}

const Expr* FunctionConstants::FreshScalar(DType dtype) {
  // Floats of 8 bits and fewer have no text as scalars, nor have integers of other widths than C has.
  if (dtype.bits < (dtype.IsFloating() ? 16 : 8) && !dtype.IsBool()) dtype = DType::Float(32);
  Scalar value = RandomScalar(bytes(), dtype, ValueStyle::kModerate);
  return dtype.IsFloating() ? MakeFloat(ctx(), value.f, dtype)
                            : static_cast<const Expr*>(MakeInt(ctx(), value.i, dtype));
}

// A tensor of known values: a shared constant, a short list, or one value everywhere.
const Expr* FunctionConstants::FreshConstant(const std::vector<const Expr*>& dims, DType dtype) {
  std::vector<int64_t> shape;
  for (const Expr* dim : dims) shape.push_back(As<IntImm>(dim)->value);
  bool listed = scope_.module.Has(Feature::kUnreadable) || LargestCount(dims) <= kMaxListed;
  if (listed) return Written(scope_.module.TensorConstant(dtype, shape));
  return Filled(RandomScalar(bytes(), dtype, PickStyle(bytes())), dims);
}

}  // namespace assay
