// Between floats and few bits: quantize, dequantize. Tested by index_rows_test.cc.
#include <algorithm>
#include <array>

#include "ir/ops/elementwise.h"

namespace assay {
namespace {

using eval::Index;

constexpr DType kE4M3{DTypeCode::kFloat8E4M3FN, 8, 1}, kE5M2{DTypeCode::kFloat8E5M2, 8, 1};
bool IsShortFloat(DType dtype) { return dtype == DType::Float(16) || dtype == DType::Float(32); }
bool IsShortInt(DType dtype) {
  return (dtype.IsInt() || dtype.IsUInt()) && !dtype.IsBool() && (dtype.bits == 8 || dtype.bits == 16);
}
bool IsZeroPoint(DType dtype) {
  bool wide = dtype == DType::Int(32) || dtype == DType::UInt(32) || dtype == DType::Float(16);
  return IsShortInt(dtype) || wide;
}

// ---- inference

bool IsOne(const InferIn& in, const TensorType* type) {
  const ShapeExpr* shape = KnownShape(type);
  if (shape == nullptr) return type->rank == 0;
  return std::all_of(shape->values.begin(), shape->values.end(),
                     [&](const Expr* dim) { return ProveEqual(in.ctx, dim, MakeInt(in.ctx, 1)); });
}
// Scale and zero point are one number, or one for each place along the axis.
Status CheckSizes(const InferIn& in, const TensorType* data, int axis) {
  const ShapeExpr* shape = KnownShape(data);
  for (size_t i = 1; i < 3; ++i) {
    const auto* given = As<TensorType>(in.call.args[i]->type);
    if (IsOne(in, given)) continue;
    const ShapeExpr* own = KnownShape(given);
    bool fits = data->rank != 0 && shape != nullptr && own != nullptr &&
                ProveEqual(in.ctx, own->values[0], shape->values[static_cast<size_t>(axis)]);
    if (!fits)
      return Broken(in, 6, "one number, or one for each place along axis", fact::Arg{i}, fact::Extent{0, axis},
                    fact::Attr{"axis"});
  }
  return Done{};
}
Result<const Type*> InferBetween(const InferIn& in, bool out_fits, bool (*data_fits)(DType)) {
  if (!out_fits) return Broken(in, 1, "an out_dtype that the operator gives", fact::Attr{"out_dtype"});
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* scale, TensorArg(in, 1));
  ASSAY_TRY(const TensorType* zero, TensorArg(in, 2));
  if (data->dtype.IsVoid() || scale->dtype.IsVoid() || zero->dtype.IsVoid()) {
    return WithDType(in.ctx, data, DType::Void());
  }
  if (!data_fits(data->dtype)) return Broken(in, 2, "data of a dtype that the operator takes", fact::Arg{0});
  if (!IsShortFloat(scale->dtype)) return Broken(in, 3, "scale of float16 or float32", fact::Arg{1});
  if (!IsZeroPoint(zero->dtype))
    return Broken(in, 4, "zero_point of 8, 16 or 32 bit integers or float16", fact::Arg{2});
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), data->rank);
  if (data->rank != 0 && !axis) return BadAxis(in, 5, "axis", data->rank);
  ASSAY_RETURN_IF_ERROR(CheckSizes(in, data, axis.value_or(0)));
  return WithDType(in.ctx, data, DTypeAttr(in.call, "out_dtype"));
}
Result<const Type*> InferQuantize(const InferIn& in) {
  DType out = DTypeAttr(in.call, "out_dtype");
  return InferBetween(in, IsShortInt(out) || out == kE4M3 || out == kE5M2, IsShortFloat);
}
Result<const Type*> InferDequantize(const InferIn& in) {
  return InferBetween(in, IsShortFloat(DTypeAttr(in.call, "out_dtype")), [](DType dtype) {
    return IsShortInt(dtype) || dtype == DType::Int(32) || dtype == kE4M3 || dtype == kE5M2 || IsShortFloat(dtype);
  });
}

// ---- reference evaluation

// float16 where data and scale are, else float32.
DType QuotientDType(DType data, DType scale) {
  return data == DType::Float(16) && scale == DType::Float(16) ? data : DType::Float(32);
}
// The number of a scale or zero point for a place of data.
Scalar ParameterAt(const EvalIn& in, size_t i, const Index& at) {
  const Tensor& parameter = eval::TensorOf(in, i);
  if (parameter.size() == 1) return parameter.At(0);
  return parameter.At(at[static_cast<size_t>(*NormalizeAxis(IntAttr(in.call, "axis"), static_cast<int>(at.size())))]);
}
bool SizesFit(const EvalIn& in) {
  const Tensor& data = eval::TensorOf(in, 0);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), data.rank());
  for (size_t i = 1; i < 3; ++i) {
    int64_t size = eval::TensorOf(in, i).size();
    if (size != 1 && (!axis || size != data.shape()[static_cast<size_t>(*axis)])) return false;
  }
  return true;
}
Scalar Clipped(Scalar value, DType out) {
  Scalar low = scalar::Cast(scalar::Lowest(out), value.dtype), high = scalar::Cast(scalar::Highest(out), value.dtype);
  return scalar::Cast(scalar::Max(scalar::Min(value, high), low), out);
}
EvalResult EvalQuantize(const EvalIn& in) {
  if (!SizesFit(in)) return eval::ShapeMismatch(in, "scale or zero_point does not fit the axis");
  const Tensor& data = eval::TensorOf(in, 0);
  DType out = DTypeAttr(in.call, "out_dtype"), wide = QuotientDType(data.dtype(), eval::TensorOf(in, 1).dtype());
  return eval::Fill(out, data.shape(), [&](const Index& at) {
    Scalar scale = scalar::Cast(ParameterAt(in, 1, at), wide), zero = scalar::Cast(ParameterAt(in, 2, at), wide);
    Scalar value = scalar::Div(scalar::Cast(eval::At(data, at), wide), scale);
    if (!out.IsFloating()) value = eval::Math("round", value);
    return Clipped(scalar::Add(value, zero), out);
  });
}
EvalResult EvalDequantize(const EvalIn& in) {
  if (!SizesFit(in)) return eval::ShapeMismatch(in, "scale or zero_point does not fit the axis");
  const Tensor& data = eval::TensorOf(in, 0);
  bool floats = data.dtype().IsFloating() || eval::TensorOf(in, 2).dtype().IsFloating();
  DType between = floats ? DType::Float(32) : DType::Int(32), out = DTypeAttr(in.call, "out_dtype");
  return eval::Fill(out, data.shape(), [&](const Index& at) {
    Scalar zero = scalar::Cast(ParameterAt(in, 2, at), between);
    Scalar distance = scalar::Cast(scalar::Sub(scalar::Cast(eval::At(data, at), between), zero), DType::Float(32));
    Scalar value = scalar::Mul(distance, scalar::Cast(ParameterAt(in, 1, at), DType::Float(32)));
    return out == value.dtype ? value : Clipped(value, out);
  });
}

// ---- lowering

Term ClippedTerm(Term value, DType out) {
  Context& ctx = value.ctx();
  Term low = Literal(ctx, value.dtype(), scalar::Cast(scalar::Lowest(out), value.dtype()).AsDouble());
  Term high = Literal(ctx, value.dtype(), scalar::Cast(scalar::Highest(out), value.dtype()).AsDouble());
  return CastTo(out, MaxOf(MinOf(value, high), low));
}
using PointTerm = std::function<Term(Term data, Term scale, Term zero)>;
// Scale and zero point are operands, or literals where they are constants of rank 0.
Lowered LowerBetween(LowerSite& site, const Call& call, std::string_view hint, std::string_view block,
                     const PointTerm& body) {
  std::vector<const Expr*> tensors{call.args[0]};
  const Expr* literals[2];
  for (size_t i = 0; i < 2; ++i) {
    literals[i] = ScalarLiteral(site.ctx(), call.args[1 + i]);
    if (literals[i] == nullptr) tensors.push_back(call.args[1 + i]);
  }
  return LowerToCallTIR(site, call, hint, tensors, [&](KernelBuilder& k, const auto& in) {
    size_t next = 1;
    size_t own[2] = {literals[0] == nullptr ? next++ : 0, literals[1] == nullptr ? next++ : 0};
    auto parameter = [&](size_t i, const Terms& at) {
      if (literals[i] != nullptr) return k.Import(literals[i]);
      const KernelBuffer& x = in[own[i]];
      bool one = true;
      for (const Term& dim : x.dims()) one = one && dim.IsInt(1);
      if (one) return x(Terms(static_cast<size_t>(x.rank()), k.Int(0)));
      return x(at[static_cast<size_t>(*NormalizeAxis(IntAttr(call, "axis"), in[0].rank()))]);
    };
    return std::vector{k.Compute(block, Axes("i", in[0].dims()),
                                 [&](const Terms& at) { return body(in[0](at), parameter(0, at), parameter(1, at)); })};
  });
}
Lowered LowerQuantize(LowerSite& site, const Call& call) {
  DType out = As<TensorType>(call.type)->dtype;
  return LowerBetween(site, call, "quantize", "quantized", [&](Term data, Term scale, Term zero) {
    DType wide = QuotientDType(data.dtype(), scale.dtype());
    Term value = CastTo(wide, data) / CastTo(wide, scale);
    if (!out.IsFloating()) value = assay::Intrinsic("round", {value});
    return ClippedTerm(value + CastTo(wide, zero), out);
  });
}
Lowered LowerDequantize(LowerSite& site, const Call& call) {
  DType out = As<TensorType>(call.type)->dtype;
  return LowerBetween(site, call, "dequantize", "dequantized", [&](Term data, Term scale, Term zero) {
    bool floats = data.dtype().IsFloating() || zero.dtype().IsFloating();
    DType between = floats ? DType::Float(32) : DType::Int(32);
    Term distance = CastTo(DType::Float(32), CastTo(between, data) - CastTo(between, zero));
    Term value = distance * CastTo(DType::Float(32), scale);
    return out == value.dtype() ? value : ClippedTerm(value, out);
  });
}

// ---- sampling

const Call* SampleBetween(SampleSite& site, const OpSpec& row, const Expr* data, DType out) {
  static constexpr std::array kZeros = {DType::Int(8), DType::Int(32), DType::UInt(8), DType::Int(16),
                                        DType::Float(16)};
  int64_t axis = SampleAxis(site, SampledType(data)->rank);
  const Expr* length = SampledDims(data)[static_cast<size_t>(*NormalizeAxis(axis, SampledType(data)->rank))];
  auto dims = [&] { return site.bytes().Chance(1, 2) ? Dims{} : Dims{length}; };
  DType scale_dtype = site.bytes().Chance(1, 3) ? DType::Float(16) : DType::Float(32);
  const Expr* scale = site.Tensor(RequestShape(scale_dtype, dims()));
  DType zero_dtype = kZeros[site.bytes().Below(kZeros.size())];
  const Expr* zero = site.Tensor(RequestShape(zero_dtype, dims()));
  return MakeOpCall(site.ctx(), row, {data, scale, zero},
                    {{"out_dtype", MakeAttrDType(site.ctx(), out)}, {"axis", MakeAttrInt(site.ctx(), axis)}});
}
Dims SampleDims(SampleSite& site) {
  Dims dims;
  for (int64_t rank = site.bytes().Between(1, 3); rank > 0; --rank) dims.push_back(site.Dim());
  return dims;
}
const Call* SampleQuantize(SampleSite& site, const OpSpec& row) {
  static constexpr std::array kOuts = {DType::Int(8), DType::UInt(8), DType::Int(16), DType::UInt(16)};
  DType dtype = site.bytes().Chance(1, 3) ? DType::Float(16) : DType::Float(32);
  const Expr* data = site.Tensor(RequestShape(dtype, SampleDims(site)));
  return SampleBetween(site, row, data, kOuts[site.bytes().Below(kOuts.size())]);
}
const Call* SampleDequantize(SampleSite& site, const OpSpec& row) {
  static constexpr std::array kData = {DType::Int(8), DType::UInt(8), DType::Int(16), DType::Int(32), DType::Float(32)};
  DType dtype = kData[site.bytes().Below(kData.size())];
  const Expr* data = site.Tensor(RequestShape(dtype, SampleDims(site)));
  return SampleBetween(site, row, data, site.bytes().Chance(1, 3) ? DType::Float(16) : DType::Float(32));
}

// ---- rows

constexpr Operand kOperands[] = {{"data"}, {"scale", OperandKind::kTensor, kFloatDType}, {"zero_point"}};
constexpr AttrSpec kQuantizeAttrs[] = {{"out_dtype", AttrKind::kDType, "\"int8\""}, {"axis", AttrKind::kInt, "-1"}};
constexpr AttrSpec kDequantizeAttrs[] = {{"out_dtype", AttrKind::kDType, "\"float32\""},
                                         {"axis", AttrKind::kInt, "-1"}};
#define ASSAY_QUANTIZE_RULES(name, out, data)                                    \
  constexpr Precondition k_##name##_rules[] = {                                  \
      {#name ".r1", "out_dtype is " out},                                        \
      {#name ".r2", "data is " data},                                            \
      {#name ".r3", "scale is float16 or float32"},                              \
      {#name ".r4", "zero_point is an integer of 8, 16 or 32 bits, or float16"}, \
      {#name ".r5", "axis is in [-rank, rank)"},                                 \
      {#name ".r6", "scale and zero_point are one number, or one for each place along axis"}}
ASSAY_QUANTIZE_RULES(quantize, "an integer of 8 or 16 bits or a float8", "float16 or float32");
ASSAY_QUANTIZE_RULES(dequantize, "float16 or float32", "an integer of at most 32 bits, or a float of at most 32");
#undef ASSAY_QUANTIZE_RULES

constexpr OpSpec kQuantize[] = {
    {.name = "quantize",
     .doc =
         "round(data / scale) + zero_point, clipped to out_dtype; float8 is not rounded to whole numbers. In float16 "
         "where data and scale are, else in float32; halves round to even as round does. NaN gives 0 in integers; a "
         "scale of 0 gives the ends.",
     .operands = kOperands,
     .attrs = kQuantizeAttrs,
     .preconditions = k_quantize_rules,
     .infer = InferQuantize,
     .eval = EvalQuantize,
     .lower = {LowerQuantize},
     .sample = SampleQuantize,
     .tolerance = Exact()},
    {.name = "dequantize",
     .doc = "(data - zero_point) * scale, in int32 that wraps before the product (float32 where data or zero_point is "
            "float), then in float32; a float16 result is clipped to what is finite.",
     .operands = kOperands,
     .attrs = kDequantizeAttrs,
     .preconditions = k_dequantize_rules,
     .infer = InferDequantize,
     .eval = EvalDequantize,
     .lower = {LowerDequantize},
     .sample = SampleDequantize,
     .tolerance = Exact()},
};
static_assert(AllComplete(kQuantize));

}  // namespace

std::span<const OpSpec> QuantizeOps() { return kQuantize; }

}  // namespace assay
