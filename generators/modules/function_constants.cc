// Constants in Relax functions. TVM 0.26 has a text only for finite scalars of some dtypes; it writes all other
// constants as references to metadata, which no reader takes back. Those are made here from such scalars, by operators,
// except in modules that have the feature kUnreadable.
#include <algorithm>
#include <cmath>

#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
#include "generators/modules/values.h"
#include "ir/ops/infer.h"

namespace assay {
namespace {

// Longer lists of scalars would make modules unreadable.
constexpr int64_t kMaxListed = 6;

// The dtype that stands in for `dtype` in text.
DType WrittenDType(DType dtype) {
  if (dtype.IsUInt() && !dtype.IsBool()) return DType::Int(64);
  bool written =
      !dtype.IsFloating() || dtype == DType::Float(16) || dtype == DType::Float(32) || dtype == DType::Float(64);
  return written ? dtype : DType::Float(32);
}

// The nearest value that has a text: finite, and within int64.
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

std::vector<Scalar> ElementsOf(const TensorView& value) {
  int64_t count = 1;
  for (int64_t extent : value.shape) count *= extent;
  std::vector<Scalar> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(WrittenValue(LoadScalar(value.dtype, value.data + i * value.dtype.ElementBytes())));
  }
  return elements;
}

}  // namespace

const Expr* FunctionGen::EmitTyped(std::string_view op, const std::vector<const Expr*>& args, AttrItems attrs) {
  const OpSpec* row = FindOp(op);
  ASSAY_CHECK(row != nullptr, "constants are made with a row that is missing");
  Module view = module_.View();
  Result<const Call*> typed = WithInferredType(ctx(), &view, MakeOpCall(ctx(), *row, args, std::move(attrs)));
  ASSAY_CHECK(typed.ok(), "a constant's own call is ill-typed");
  return Emit(*typed);
}

const Expr* FunctionGen::Filled(Scalar value, const std::vector<const Expr*>& dims) {
  const Expr* fill = MakeConstant(ctx(), assay::Tensor::Of(WrittenValue(value)));
  return EmitTyped("full", {MakeShape(ctx(), dims), fill}, {{"dtype", MakeAttrDType(ctx(), value.dtype)}});
}

const Expr* FunctionGen::Written(const Constant* constant) {
  const TensorView& value = constant->value;
  if (HasText(value) || module_.Has(Feature::kUnreadable)) return constant;
  std::vector<Scalar> elements = ElementsOf(value);
  std::vector<const Expr*> dims;
  for (int64_t extent : value.shape) dims.push_back(MakeInt(ctx(), extent));
  auto same = [&](const Scalar& one) { return one.dtype == elements[0].dtype && one.i == elements[0].i; };
  DType written = WrittenDType(value.dtype);
  // Floats of one list hardly ever agree; only their first is looked at.
  if (elements.size() <= 1 || (!written.IsFloating() && std::ranges::all_of(elements, same))) {
    Scalar first = elements.empty() ? Scalar::Zero(value.dtype) : elements[0];
    return Filled(scalar::Cast(first, value.dtype), dims);
  }
  std::vector<const Expr*> scalars;
  for (const Scalar& element : elements) scalars.push_back(MakeConstant(ctx(), assay::Tensor::Of(element)));
  const Expr* made = EmitTyped("stack", {MakeTuple(ctx(), scalars)}, {{"axis", MakeAttrInt(ctx(), 0)}});
  if (dims.size() != 1) made = EmitTyped("reshape", {made, MakeShape(ctx(), dims)}, {});
  if (written == value.dtype) return made;
  return EmitTyped("astype", {made}, {{"dtype", MakeAttrDType(ctx(), value.dtype)}});
}

// Any constants among the arguments (of a tuple too) in their written form.
const Call* FunctionGen::WithWrittenConstants(const Call* call) {
  auto write = [&](const Expr* e) {
    const auto* constant = As<Constant>(e);
    return constant == nullptr ? e : Written(constant);
  };
  auto is_constant = [](const Expr* e) { return Is<Constant>(e); };
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  for (const Expr*& arg : args) {
    const auto* tuple = As<assay::Tuple>(arg);
    if (tuple == nullptr || std::ranges::none_of(tuple->fields, is_constant)) {
      arg = write(arg);
      continue;
    }
    std::vector<const Expr*> fields(tuple->fields.begin(), tuple->fields.end());
    for (const Expr*& field : fields) field = write(field);
    if (!std::ranges::equal(fields, tuple->fields)) arg = MakeTuple(ctx(), fields);
  }
  if (std::ranges::equal(args, call->args)) return call;
  Call* copy = ctx().arena.New<Call>(*call);
  copy->args = ctx().Copy(args);
  return copy;
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
