// Constants in Relax functions. TVM 0.26 has a text only for finite scalars of some dtypes; it writes all other
// constants as references to metadata, which no reader takes back. Those are made here from such scalars, by operators,
// except in modules that have the feature kUnreadable.
#include <algorithm>

#include "generators/modules/aspects.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
#include "generators/modules/values.h"
#include "generators/modules/written_constants.h"
#include "ir/ops/infer.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

// Longer lists of scalars would make modules unreadable.
constexpr int64_t kMaxListed = 6;

}  // namespace

const Expr* FunctionGen::Filled(Scalar value, const std::vector<const Expr*>& dims) {
  return FilledTensor(ctx(), value, dims, [&](const Call* typed) { return Emit(typed); });
}

const Expr* FunctionGen::Written(const Constant* constant) {
  if (module_.Has(Feature::kUnreadable)) return constant;
  return WrittenConstant(ctx(), constant, [&](const Call* typed) { return Emit(typed); });
}

const Call* FunctionGen::WithWrittenConstants(const Call* call) {
  return WithConstants(ctx(), call, [&](const Constant* constant) { return Written(constant); });
}

const Call* FunctionGen::WithComputedShapes(const OpSpec& row, const Call* typed) {
  const auto* type = As<TensorType>(typed->type);
  const OpSpec* to_shape = FindOp("tensor_to_shape");
  // Others want numbers where they are lowered.
  constexpr Aspects kAnySizes = Bits(Aspect::kRestates, Aspect::kBroadcast, Aspect::kTakesNone);
  bool takes_any = (AspectsOf(row) & kAnySizes) != 0;
  if (!takes_any || type == nullptr || ShapeListOf(type) == nullptr || to_shape == nullptr) return typed;
  std::vector<const Expr*> args(typed->args.begin(), typed->args.end());
  Module view = module_.View();
  bool changed = false;
  for (size_t i = 0; i < args.size() && i < row.operands.size(); ++i) {
    const auto* shape = As<ShapeExpr>(args[i]);
    bool listed = row.operands[i].kind == OperandKind::kShape && shape != nullptr && !shape->values.empty() &&
                  std::ranges::all_of(shape->values, Is<IntImm>);
    if (!listed) continue;
    assay::Tensor numbers(DType::Int(64), {static_cast<int64_t>(shape->values.size())});
    for (size_t d = 0; d < shape->values.size(); ++d)
      numbers.Set(static_cast<int64_t>(d), Scalar::Int(DType::Int(64), As<IntImm>(shape->values[d])->value));
    const Expr* constant = Written(MakeConstant(ctx(), numbers));
    Result<const Call*> call = WithInferredType(ctx(), &view, MakeOpCall(ctx(), *to_shape, {constant}));
    if (!call.ok()) return typed;
    args[i] = Emit(*call);
    changed = true;
  }
  if (!changed) return typed;
  Call* computed = ctx().arena.New<Call>(*typed);
  computed->args = ctx().Copy(args);
  computed->type = nullptr;
  Result<const Call*> again = WithInferredType(ctx(), &view, computed);
  return again.ok() && Is<TensorType>((*again)->type) ? *again : typed;
}

const Expr* FunctionGen::FreshScalar(DType dtype) {
  // Floats of 8 bits and fewer have no text as scalars, nor have integers of other widths than C has.
  if (dtype.bits < (dtype.IsFloating() ? 16 : 8) && !dtype.IsBool()) dtype = DType::Float(32);
  Scalar value = RandomScalar(bytes(), dtype, ValueStyle::kModerate);
  return dtype.IsFloating() ? MakeFloat(ctx(), value.f, dtype)
                            : static_cast<const Expr*>(MakeInt(ctx(), value.i, dtype));
}

// A tensor of known values: a shared constant, a short list, or one value everywhere.
const Expr* FunctionGen::FreshConstant(const std::vector<const Expr*>& dims, DType dtype) {
  std::vector<int64_t> shape;
  for (const Expr* dim : dims) shape.push_back(As<IntImm>(dim)->value);
  bool listed = module_.Has(Feature::kUnreadable) || LargestCount(dims) <= kMaxListed;
  if (listed) return Written(module_.TensorConstant(dtype, shape));
  return Filled(RandomScalar(bytes(), dtype, PickStyle(bytes())), dims);
}

}  // namespace assay
