// Tensors made from a shape and a value, ranges, and conversion of dtypes. Values are converted as Cast does: to
// integers toward zero and saturating, NaN to 0; to bool "not zero". Tested by ops_table_test.cc.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ir/arith/analyzer.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/prim/literals.h"

namespace assay {
namespace {

constexpr Operand kShape[] = {{"shape", OperandKind::kShape}};
constexpr Operand kLike[] = {{"x"}};
constexpr Operand kShapeAndFill[] = {{"shape", OperandKind::kShape}, {"fill_value"}};
constexpr Operand kLikeAndFill[] = {{"x"}, {"fill_value"}};
constexpr Operand kRange[] = {
    {"start", OperandKind::kPrim}, {"stop", OperandKind::kPrim}, {"step", OperandKind::kPrim}};
constexpr AttrSpec kDType[] = {{"dtype", AttrKind::kDType, ""}};
constexpr AttrSpec kMaybeDType[] = {{"dtype", AttrKind::kDType, "None"}};

// ---- inference

constexpr Precondition kFullRules[] = {{"full.r1", "fill_value is a tensor of rank 0"}};
constexpr Precondition kFullLikeRules[] = {{"full_like.r1", "fill_value is a tensor of rank 0"}};

Result<const Type*> InferFull(const InferIn& in) {
  ASSAY_TRY(const TensorType* fill, TensorArg(in, 1));
  if (fill->rank != 0) return Broken(in, 1, "fill_value of rank 0", fact::Arg{1});
  DType dtype = DTypeAttr(in.call, "dtype");
  return MakeTensorType(in.ctx, in.call.args[0], dtype.IsVoid() ? fill->dtype : dtype, fill->vdevice);
}
Result<const Type*> InferConstantFill(const InferIn& in) {
  return MakeTensorType(in.ctx, in.call.args[0], DTypeAttr(in.call, "dtype"));
}
Result<const Type*> InferLike(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  DType dtype = DTypeAttr(in.call, "dtype");
  return WithDType(in.ctx, x, dtype.IsVoid() ? x->dtype : dtype);
}
Result<const Type*> InferFullLike(const InferIn& in) {
  ASSAY_TRY(const TensorType* fill, TensorArg(in, 1));
  if (fill->rank != 0) return Broken(in, 1, "fill_value of rank 0", fact::Arg{1});
  return InferLike(in);
}

// ---- reference evaluation

// The dtype of the result: the attribute, or else that of the value that decides.
DType ResultDType(const EvalIn& in, DType otherwise) {
  DType dtype = DTypeAttr(in.call, "dtype");
  return dtype.IsVoid() ? otherwise : dtype;
}
EvalResult FillWith(DType dtype, const eval::Index& shape, Scalar value) {
  Scalar element = scalar::Cast(value, dtype);
  return eval::Fill(dtype, shape, [&](const eval::Index&) { return element; });
}
EvalResult EvalFull(const EvalIn& in) {
  Scalar value = eval::TensorOf(in, 1).At(0);
  return FillWith(ResultDType(in, value.dtype), eval::IntsOf(in.args[0]), value);
}
EvalResult EvalFullLike(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  return FillWith(ResultDType(in, x.dtype()), x.shape(), eval::TensorOf(in, 1).At(0));
}
template <int kValue>
EvalResult EvalConstant(const EvalIn& in) {
  return FillWith(DTypeAttr(in.call, "dtype"), eval::IntsOf(in.args[0]), Scalar::Int(DType::Int(64), kValue));
}
template <int kValue>
EvalResult EvalConstantLike(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  return FillWith(ResultDType(in, x.dtype()), x.shape(), Scalar::Int(DType::Int(64), kValue));
}

// ---- lowering

Lowered LowerFill(LowerSite& site, const Call& call, std::string_view hint, const std::vector<const Expr*>& tensors,
                  const Expr* literal) {
  const auto* result = As<TensorType>(call.type);
  return LowerToCallTIR(site, call, hint, tensors, [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    Terms dims = k.ImportDims(KnownShape(result)->values);
    auto body = [&](const Terms&) {
      return literal != nullptr ? Term(k.ctx(), literal) : CastTo(result->dtype, in[0](Terms{}));
    };
    return std::vector{k.Compute("T_full", Axes("ax", dims), body)};
  });
}
// A constant fill value stands in the kernel, another is read from the tensor.
Lowered LowerFull(LowerSite& site, const Call& call) {
  const auto* constant = As<Constant>(call.args[1]);
  DType dtype = As<TensorType>(call.type)->dtype;
  if (constant == nullptr || dtype.IsVoid()) return LowerFill(site, call, "full", {call.args[1]}, nullptr);
  Scalar value = scalar::Cast(ElementAt(constant->value, 0), dtype);
  return LowerFill(site, call, "full", {}, MakeLiteral(site.ctx(), value));
}
template <int kValue>
Lowered LowerConstant(LowerSite& site, const Call& call) {
  DType dtype = As<TensorType>(call.type)->dtype;
  if (dtype.IsVoid()) return Refused{"the dtype of the result is not known"};
  return LowerFill(site, call, kValue == 0 ? "zeros" : "ones", {}, MakeLiteral(site.ctx(), Scalar::Int(dtype, kValue)));
}

// ---- sampling

const Expr* SampleShape(SampleSite& site) {
  Dims dims;
  for (uint64_t rank = site.bytes().Below(4); rank > 0; --rank) dims.push_back(site.Dim());
  return MakeShape(site.ctx(), dims);
}
const Expr* SampleScalarTensor(SampleSite& site) {
  if (site.bytes().Chance(1, 2)) return site.Tensor(RequestShape(site.PickDType(kNumeric), {}));
  DType dtype = site.PickDType(kNumeric);
  return SampleConstant(site, Scalar::Int(dtype, site.bytes().Between(-3, 9)));
}
AttrItems SampleDType(SampleSite& site, bool required) {
  if (!required && site.bytes().Chance(1, 2)) return {};
  return {{"dtype", MakeAttrDType(site.ctx(), site.PickDType(kAnyDType))}};
}
const Call* SampleConstantFill(SampleSite& site, const OpSpec& row) {
  const Expr* shape = SampleShape(site);
  return MakeOpCall(site.ctx(), row, {shape}, SampleDType(site, true));
}
const Call* SampleLike(SampleSite& site, const OpSpec& row) {
  const Expr* like = SampleTensor(site, kAnyDType);
  return MakeOpCall(site.ctx(), row, {like}, SampleDType(site, false));
}
const Call* SampleFull(SampleSite& site, const OpSpec& row) {
  std::vector<const Expr*> args = {SampleShape(site), SampleScalarTensor(site)};
  return MakeOpCall(site.ctx(), row, args, SampleDType(site, false));
}
const Call* SampleFullLike(SampleSite& site, const OpSpec& row) {
  const Expr* like = SampleTensor(site, kAnyDType);
  const Expr* value = SampleScalarTensor(site);
  return MakeOpCall(site.ctx(), row, {like, value}, SampleDType(site, false));
}

// ---- arange

constexpr Precondition kArangeRules[] = {{"arange.r1", "step is not zero"}};

bool AllIntegers(Nodes<Expr> args) {
  return std::all_of(args.begin(), args.end(), [](const Expr* e) { return DTypeOf(e).IsInt(); });
}
const Expr* AsInt64(Context& ctx, const Expr* e) {
  if (DTypeOf(e) == DType::Int(64)) return e;
  return AsInt(e) != nullptr ? MakeInt(ctx, AsInt(e)->value) : MakeCast(ctx, DType::Int(64), e);
}
std::optional<double> NumberOf(const Expr* e) {
  if (const auto* imm = As<FloatImm>(e)) return imm->value;
  if (const auto* imm = AsInt(e)) return static_cast<double>(imm->value);
  return std::nullopt;
}
// ceil((stop - start) / step), below zero of a range that ends before it begins: no tensor has such an extent, as with
// shapes that are written. A clamp would be lost where a pass makes a variable of `stop - start`. By floor division: in
// TVM's form where the step is known to go up; a range that goes down is counted upwards, where TVM counts
// one too many unless the step meets its end. One that may go either way, or so far that the sum could wrap, has
// -((start - stop) // step).
const Expr* RangeLength(Context& ctx, const Expr* start, const Expr* stop, const Expr* step) {
  const Expr* wide_step = AsInt64(ctx, step);
  const auto* number = As<IntImm>(wide_step);
  if (number == nullptr || number->value > INT32_MAX || number->value < -INT32_MAX) {
    const Expr* back = SubDims(ctx, AsInt64(ctx, start), AsInt64(ctx, stop));
    return SubDims(ctx, MakeInt(ctx, 0), FloorDivDims(ctx, back, wide_step));
  }
  if (number->value < 0) {
    std::swap(start, stop);
    wide_step = MakeInt(ctx, -number->value);
  }
  const Expr* distance = SubDims(ctx, AsInt64(ctx, stop), AsInt64(ctx, start));
  const Expr* padded = SubDims(ctx, AddDims(ctx, distance, wide_step), MakeInt(ctx, 1));
  return FloorDivDims(ctx, padded, wide_step);
}
Result<const Type*> InferArange(const InferIn& in) {
  const Expr *start = in.call.args[0], *stop = in.call.args[1], *step = in.call.args[2];
  DType dtype = DTypeAttr(in.call, "dtype");
  if (NumberOf(step) == 0.0) return Broken(in, 1, "a step other than 0", fact::Arg{2});
  if (AllIntegers(in.call.args)) return MakeTensorType(in.ctx, Dims{RangeLength(in.ctx, start, stop, step)}, dtype);
  std::optional<double> first = NumberOf(start), last = NumberOf(stop), gap = NumberOf(step);
  if (!first || !last || !gap) return MakeTensorTypeOfRank(in.ctx, 1, dtype);
  float steps = static_cast<float>(*last - *first) / static_cast<float>(*gap);
  return MakeTensorType(in.ctx, Dims{MakeInt(in.ctx, static_cast<int64_t>(std::ceil(steps)))}, dtype);
}

Scalar ScalarArg(const EvalIn& in, size_t i) {
  const auto* prim = in.args[i].As<PrimValue>();
  ASSAY_CHECK(prim != nullptr);
  return prim->scalar;
}
// ceil((stop - start) / step)
int64_t StepsOf(int64_t start, int64_t stop, int64_t step) {
  WideInt distance = static_cast<WideInt>(stop) - start, by = step;
  if (by < 0) distance = -distance, by = -by;
  WideInt count = distance <= 0 ? distance / by : (distance - 1) / by + 1;
  return static_cast<int64_t>(std::clamp<WideInt>(count, INT64_MIN, INT64_MAX));
}
double StepsOf(double start, double stop, double step) { return std::ceil((stop - start) / step); }
EvalResult EvalArange(const EvalIn& in) {
  Scalar start = ScalarArg(in, 0), stop = ScalarArg(in, 1), step = ScalarArg(in, 2);
  if (!step.IsTrue() || step.AsDouble() == 0) return Trap{TrapKind::kDivisionByZero, "the step is zero", in.call.span};
  bool whole = start.dtype.IsInteger() && step.dtype.IsInteger(), counted = AllIntegers(in.call.args);
  int64_t count =
      counted ? StepsOf(start.AsInt(), stop.AsInt(), step.AsInt())
              : Scalar::Float(DType::Float(64), StepsOf(start.AsDouble(), stop.AsDouble(), step.AsDouble())).AsInt();
  DType dtype = DTypeAttr(in.call, "dtype");
  return eval::Fill(dtype, {count}, [&](const eval::Index& i) {
    if (whole) return Scalar::Int(dtype, start.AsInt() + i[0] * step.AsInt());
    return Scalar::Float(dtype, start.AsDouble() + static_cast<double>(i[0]) * step.AsDouble());
  });
}
// A kernel for `type`. Of floats it is one for a length below zero, which allocation refuses.
Lowered LowerRangeToKernel(LowerSite& site, const Call& call, const TensorType* type) {
  return LowerToCallTIR(site, call, "arange", {}, [&](KernelBuilder& k, const std::vector<KernelBuffer>&) {
    Terms dims = k.ImportDims(KnownShape(type)->values);
    auto body = [&](const Terms& i) {
      if (!AllIntegers(call.args)) return Literal(site.ctx(), type->dtype, 0);
      Term start = k.Import(call.args[0]);
      Term along = CastTo(start.dtype(), i[0] * CastTo(i[0].dtype(), k.Import(call.args[2])));
      return CastTo(type->dtype, Simplified(along + start));
    };
    return std::vector{k.Compute("T_arange", Axes("ax", dims), body)};
  });
}
// All constants: a constant, as TVM does. Symbolic integers: a kernel.
Lowered LowerArange(LowerSite& site, const Call& call) {
  bool constant =
      std::all_of(call.args.begin(), call.args.end(), [](const Expr* e) { return NumberOf(e).has_value(); });
  const auto* type = As<TensorType>(call.type);
  bool whole = AllIntegers(call.args);
  if (!constant)
    return whole ? LowerRangeToKernel(site, call, type) : Refused{"a range of symbolic floats has no known length"};
  double start = *NumberOf(call.args[0]), stop = *NumberOf(call.args[1]), step = *NumberOf(call.args[2]);
  int64_t count = whole ? AsInt(RangeLength(site.ctx(), call.args[0], call.args[1], call.args[2]))->value
                        : std::llround(std::ceil((stop - start) / step));
  if (count < 0) return LowerRangeToKernel(site, call, type);
  bool too_large = count > kMaxTensorBytes / type->dtype.ElementBytes();
  if (!too_large && !site.Affords(count, count * type->dtype.ElementBytes())) return Refused{"out of budget"};
  Result<Tensor> made = Tensor::Make(type->dtype, {count});
  if (!made.ok()) return Refused{made.error().message};
  Tensor table = *made;
  for (int64_t i = 0; i < table.size(); ++i) {
    int64_t integer = whole ? AsInt(call.args[0])->value + i * AsInt(call.args[2])->value : 0;
    table.Set(i, whole ? Scalar::Int(type->dtype, integer)
                       : Scalar::Float(type->dtype, start + static_cast<double>(i) * step));
  }
  return MakeConstant(site.ctx(), table);
}
const Call* SampleArange(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  AttrItems dtype{{"dtype", MakeAttrDType(ctx, site.PickDType(kNumeric))}};
  int64_t start = site.bytes().Between(-4, 4);
  int64_t step = site.bytes().Between(1, 3);
  // One in four is from or to a size, and may be empty.
  if (site.bytes().Chance(1, 4)) {
    const Expr *low = MakeInt(ctx, std::min<int64_t>(start, 0)), *high = site.Dim();
    if (site.bytes().Chance(1, 2)) return MakeOpCall(ctx, row, {low, high, MakeInt(ctx, step)}, dtype);
    return MakeOpCall(ctx, row, {high, low, MakeInt(ctx, -step)}, dtype);
  }
  int64_t stop = start + site.bytes().Between(1, 12);
  return MakeOpCall(ctx, row, {MakeInt(ctx, start), MakeInt(ctx, stop), MakeInt(ctx, step)}, dtype);
}

// ---- astype

EvalResult EvalAstype(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  DType dtype = DTypeAttr(in.call, "dtype");
  return eval::Fill(dtype, x.shape(), [&](const eval::Index& i) { return scalar::Cast(eval::At(x, i), dtype); });
}
Lowered LowerAstype(LowerSite& site, const Call& call) {
  DType dtype = DTypeAttr(call, "dtype");
  const auto* constant = As<Constant>(call.args[0]);
  if (constant != nullptr && constant->value.rank() == 0) {
    return MakeConstant(site.ctx(), Tensor::Of(scalar::Cast(ElementAt(constant->value, 0), dtype)));
  }
  return LowerElementwise(site, call, "cast", [&](Term x) { return CastTo(dtype, x); });
}
const Call* SampleAstype(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleTensor(site, kAnyDType);
  return MakeOpCall(site.ctx(), row, {x}, SampleDType(site, true));
}

constexpr OpSpec kRows[] = {
    {.name = "arange",
     .doc = "start, start + step, … below stop; computed in int64 or float64, then converted",
     .operands = kRange,
     .attrs = kDType,
     .preconditions = kArangeRules,
     .infer = InferArange,
     .eval = EvalArange,
     .lower = {LowerArange, {}},
     .sample = SampleArange,
     .tolerance = Exact(),
     .mixed = kFollows},
    {.name = "astype",
     .doc = "each element converted to dtype",
     .operands = kLike,
     .attrs = kDType,
     .preconditions = {},
     .infer = InferLike,
     .eval = EvalAstype,
     .lower = {LowerAstype, {}},
     .sample = SampleAstype,
     .tolerance = Exact(),
     .gradient = {AstypeGradient},
     .layout = LayoutLikeFirst,
     .mixed = kFollows},
    {.name = "full",
     .doc = "a tensor of this shape, each element fill_value converted to dtype",
     .operands = kShapeAndFill,
     .attrs = kMaybeDType,
     .preconditions = kFullRules,
     .infer = InferFull,
     .eval = EvalFull,
     .lower = {LowerFull, {}},
     .sample = SampleFull,
     .tolerance = Exact(),
     .gradient = {NoArgumentGradient},
     .mixed = kFollows},
    {.name = "full_like",
     .doc = "as full, with shape and dtype of x",
     .operands = kLikeAndFill,
     .attrs = kMaybeDType,
     .preconditions = kFullLikeRules,
     .infer = InferFullLike,
     .eval = EvalFullLike,
     .lower = {LowerFull, {}},
     .sample = SampleFullLike,
     .tolerance = Exact(),
     .gradient = {NoArgumentGradient},
     .mixed = kFollows},
    {.name = "ones",
     .doc = "a tensor of ones",
     .operands = kShape,
     .attrs = kDType,
     .preconditions = {},
     .infer = InferConstantFill,
     .eval = EvalConstant<1>,
     .lower = {LowerConstant<1>, {}},
     .sample = SampleConstantFill,
     .tolerance = Exact(),
     .gradient = {NoArgumentGradient},
     .mixed = kFollows},
    {.name = "ones_like",
     .doc = "ones with shape and dtype of x",
     .operands = kLike,
     .attrs = kMaybeDType,
     .preconditions = {},
     .infer = InferLike,
     .eval = EvalConstantLike<1>,
     .lower = {LowerConstant<1>, {}},
     .sample = SampleLike,
     .tolerance = Exact(),
     .gradient = {NoArgumentGradient}},
    {.name = "zeros",
     .doc = "a tensor of zeros",
     .operands = kShape,
     .attrs = kDType,
     .preconditions = {},
     .infer = InferConstantFill,
     .eval = EvalConstant<0>,
     .lower = {LowerConstant<0>, {}},
     .sample = SampleConstantFill,
     .tolerance = Exact(),
     .gradient = {NoArgumentGradient},
     .mixed = kFollows},
    {.name = "zeros_like",
     .doc = "zeros with shape and dtype of x",
     .operands = kLike,
     .attrs = kMaybeDType,
     .preconditions = {},
     .infer = InferLike,
     .eval = EvalConstantLike<0>,
     .lower = {LowerConstant<0>, {}},
     .sample = SampleLike,
     .tolerance = Exact(),
     .gradient = {NoArgumentGradient}},
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> CreateOps() { return kRows; }

}  // namespace assay
