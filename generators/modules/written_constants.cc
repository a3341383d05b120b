// Writing constants (written_constants.h).
#include "generators/modules/written_constants.h"

#include <algorithm>
#include <cmath>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"

namespace assay {
namespace {

// The dtype that stands in for `dtype` in text.
DType WrittenDType(DType dtype) {
  if (dtype.IsUInt() && !dtype.IsBool()) return DType::Int(64);
  bool written =
      !dtype.IsFloating() || dtype == DType::Float(16) || dtype == DType::Float(32) || dtype == DType::Float(64);
  return written ? dtype : DType::Float(32);
}

std::vector<Scalar> ElementsOf(const TensorView& value) {
  int64_t count = 1;
  for (int64_t extent : value.shape) count *= extent;
  std::vector<Scalar> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(WrittenValue(LoadScalar(value.dtype, value.data + i * value.dtype.ElementBytes())));
  }
  return elements;
}

const Expr* BindOp(Context& ctx, std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs,
                   const BindCall& bind) {
  const OpSpec* row = FindOp(op);
  ASSAY_CHECK(row != nullptr, "constants are made with a row that is missing");
  Result<const Call*> typed = WithInferredType(ctx, nullptr, MakeOpCall(ctx, *row, args, std::move(attrs)));
  ASSAY_CHECK(typed.ok(), "a constant's own call is ill-typed");
  return bind(*typed);
}

}  // namespace

Scalar WrittenValue(Scalar value) {
  DType dtype = WrittenDType(value.dtype);
  if (!value.dtype.IsFloating()) {
    bool beyond = value.dtype == DType::UInt(64) && value.i < 0;
    return dtype.IsBool() ? value : Scalar::Int(dtype, beyond ? INT64_MAX : value.i);
  }
  if (std::isfinite(value.f)) return Scalar::Float(dtype, value.f);
  Scalar reach = std::isnan(value.f) ? Scalar::Zero(value.dtype)
                 : value.f > 0       ? scalar::Highest(value.dtype)
                                     : scalar::Lowest(value.dtype);
  return Scalar::Float(dtype, reach.f);
}

bool HasText(const TensorView& value) {
  if (!value.shape.empty() || WrittenDType(value.dtype) != value.dtype) return false;
  return !value.dtype.IsFloating() || std::isfinite(LoadScalar(value.dtype, value.data).f);
}

const Expr* FilledTensor(Context& ctx, Scalar value, const std::vector<const Expr*>& dims, const BindCall& bind) {
  const Expr* fill = MakeConstant(ctx, Tensor::Of(WrittenValue(value)));
  return BindOp(ctx, "full", {MakeShape(ctx, dims), fill}, {{"dtype", MakeAttrDType(ctx, value.dtype)}}, bind);
}

const Expr* WrittenConstant(Context& ctx, const Constant* constant, const BindCall& bind) {
  const TensorView& value = constant->value;
  if (HasText(value)) return constant;
  std::vector<Scalar> elements = ElementsOf(value);
  std::vector<const Expr*> dims;
  for (int64_t extent : value.shape) dims.push_back(MakeInt(ctx, extent));
  auto same = [&](const Scalar& one) { return one.dtype == elements[0].dtype && one.i == elements[0].i; };
  DType written = WrittenDType(value.dtype);
  // Floats of one list hardly ever agree; only their first is looked at.
  if (elements.size() <= 1 || (!written.IsFloating() && std::ranges::all_of(elements, same))) {
    Scalar first = elements.empty() ? Scalar::Zero(value.dtype) : elements[0];
    return FilledTensor(ctx, scalar::Cast(first, value.dtype), dims, bind);
  }
  std::vector<const Expr*> scalars;
  for (const Scalar& element : elements) scalars.push_back(MakeConstant(ctx, Tensor::Of(element)));
  const Expr* made = BindOp(ctx, "stack", {MakeTuple(ctx, scalars)}, {{"axis", MakeAttrInt(ctx, 0)}}, bind);
  if (dims.size() != 1) made = BindOp(ctx, "reshape", {made, MakeShape(ctx, dims)}, {}, bind);
  if (written == value.dtype) return made;
  return BindOp(ctx, "astype", {made}, {{"dtype", MakeAttrDType(ctx, value.dtype)}}, bind);
}

const Call* WithConstants(Context& ctx, const Call* call, const std::function<const Expr*(const Constant*)>& write) {
  auto written = [&](const Expr* e) {
    const auto* constant = As<Constant>(e);
    return constant == nullptr ? e : write(constant);
  };
  auto is_constant = [](const Expr* e) { return Is<Constant>(e); };
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  for (const Expr*& arg : args) {
    const auto* tuple = As<assay::Tuple>(arg);
    if (tuple == nullptr || std::ranges::none_of(tuple->fields, is_constant)) {
      arg = written(arg);
      continue;
    }
    std::vector<const Expr*> fields(tuple->fields.begin(), tuple->fields.end());
    for (const Expr*& field : fields) field = written(field);
    if (!std::ranges::equal(fields, tuple->fields)) arg = MakeTuple(ctx, fields);
  }
  if (std::ranges::equal(args, call->args)) return call;
  Call* copy = ctx.arena.New<Call>(*call);
  copy->args = ctx.Copy(args);
  return copy;
}

}  // namespace assay
