// Activations with parameters: nn.softplus, nn.prelu, nn.selu, and nn.dropout, log_add_exp, bucketize. Tested by
// nn_rows_test.cc.
#include "ir/ops/common_rows.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/stages.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferPRelu(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank == kUnknownRank) return x;
  bool floating = x->dtype.IsVoid() || x->dtype.code == DTypeCode::kFloat;
  if (!floating) return Broken(in, 1, "a float dtype", fact::Arg{0});
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x->rank);
  if (!axis) return BadAxis(in, 2, "axis", x->rank);
  ASSAY_TRY(const TensorType* alpha, TensorArg(in, 1));
  std::optional<Dims> dims = DimsOf(x), slopes = DimsOf(alpha);
  bool vector = alpha->rank == kUnknownRank || alpha->rank == 1;
  if (!vector) return Broken(in, 3, "alpha of rank 1", fact::Arg{1});
  bool differs = dims && slopes && ExtentsDifferAndNoneIsOne(in, (*slopes)[0], (*dims)[static_cast<size_t>(*axis)]);
  if (differs)
    return Broken(in, 3, "alpha of length 1 or data's along axis", fact::Extent{1, 0}, fact::Extent{0, *axis});
  return x;
}
Result<const Type*> InferDropout(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return MakeTupleType(in.ctx, {x, x});
}
Result<const Type*> InferLogAddExp(const InferIn& in) { return InferBroadcast(in); }
Result<const Type*> InferBucketize(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* boundaries, TensorArg(in, 1));
  if (boundaries->rank != kUnknownRank && boundaries->rank != 1)
    return Broken(in, 1, "boundaries of rank 1", fact::Arg{1});
  DType dtype = BoolAttr(in.call, "out_int32") ? DType::Int(32) : DType::Int(64);
  const TensorType* result = WithDType(in.ctx, x, dtype);
  return KnownShape(x) != nullptr ? result : LikeWithRank(in.ctx, result, x->rank);
}

// ---- reference evaluation

Scalar Number(const Scalar& like, double value) { return Scalar::Float(like.dtype, value); }

EvalResult EvalSoftplus(const EvalIn& in) {
  double beta = FloatAttr(in.call, "beta"), threshold = FloatAttr(in.call, "threshold");
  return eval::Map(in, [&](Scalar x) {
    Scalar scaled = scalar::Mul(Number(x, beta), x);
    if (scalar::Gt(scaled, Number(x, threshold)).IsTrue()) return x;
    Scalar log = eval::Math("log", scalar::Add(Scalar::One(x.dtype), eval::Math("exp", scaled)));
    return scalar::Mul(scalar::Div(Scalar::One(x.dtype), Number(x, beta)), log);
  });
}
constexpr std::string_view kSlope = "alpha is no vector of data's dtype, of length 1 or that of the axis";
EvalResult EvalPRelu(const EvalIn& in) {
  const Tensor &x = eval::TensorOf(in, 0), &alpha = eval::TensorOf(in, 1);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x.rank());
  if (!axis || alpha.rank() != 1 || alpha.dtype() != x.dtype()) return Refused{std::string(kSlope)};
  auto along = static_cast<size_t>(*axis);
  bool fits = alpha.size() == 1 || alpha.size() == x.shape()[along];
  if (!fits) return eval::ShapeMismatch(in, std::string(kSlope));
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& i) {
    Scalar element = eval::At(x, i);
    if (scalar::Gt(element, Scalar::Zero(x.dtype())).IsTrue()) return element;
    return scalar::Mul(element, alpha.At(alpha.size() == 1 ? 0 : i[along]));
  });
}
constexpr double kSeluAlpha = 1.6732632423543772848170429916717, kSeluScale = 1.0507009873554804934193349852946;
EvalResult EvalSelu(const EvalIn& in) {
  return eval::Map(in, [](Scalar x) {
    Scalar zero = Scalar::Zero(x.dtype), positive = scalar::Max(x, zero);
    Scalar curve = scalar::Mul(Number(x, kSeluAlpha), scalar::Sub(eval::Math("exp", x), Scalar::One(x.dtype)));
    return scalar::Mul(Number(x, kSeluScale), scalar::Add(positive, scalar::Min(zero, curve)));
  });
}
EvalResult EvalDropout(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  EvalResult mask = eval::Fill(x.dtype(), x.shape(), [&](const Index&) { return Scalar::One(x.dtype()); });
  if (!std::holds_alternative<Value>(mask)) return mask;
  return Value{TupleValue{{eval::ValueOf(x.Clone()), std::get<Value>(mask)}}};
}
// max + log(exp(a - max) + exp(b - max))
// As it is written, without taking out the greater one first: TVM's overflows as well.
Scalar LogAddExpOf(Scalar a, Scalar b) {
  return eval::Math("log", scalar::Add(eval::Math("exp", a), eval::Math("exp", b)));
}
bool IsFloatTensor(const Expr* e) {
  const auto* type = As<TensorType>(e->type);
  return type != nullptr && IsTvmFloat(type->dtype);
}
bool AreFloatTensors(const Call& call) {
  return IsFloatTensor(call.args[0]) && IsFloatTensor(call.args[1]) &&
         As<TensorType>(call.args[0]->type)->dtype == As<TensorType>(call.args[1]->type)->dtype;
}
EvalResult EvalLogAddExp(const EvalIn& in) {
  if (!AreFloatTensors(in.call)) return Refused{"log_add_exp of other than two float tensors"};
  return EvalBroadcast(in, DType::Void(), LogAddExpOf);
}
// The first boundary that is not below the element, or with `right` the first above it.
EvalResult EvalBucketize(const EvalIn& in) {
  const Tensor &x = eval::TensorOf(in, 0), &boundaries = eval::TensorOf(in, 1);
  if (x.dtype() != boundaries.dtype()) return Refused{"bucketize of two dtypes"};
  bool right = BoolAttr(in.call, "right");
  DType dtype = BoolAttr(in.call, "out_int32") ? DType::Int(32) : DType::Int(64);
  return eval::Fill(dtype, x.shape(), [&](const Index& i) {
    Scalar element = eval::At(x, i);
    int64_t below = 0;
    for (int64_t b = 0; b < boundaries.size(); ++b) {
      Scalar boundary = boundaries.At(b);
      below += (right ? scalar::Le(boundary, element) : scalar::Lt(boundary, element)).IsTrue() ? 1 : 0;
    }
    return Scalar::Int(dtype, below);
  });
}

// ---- lowering

Lowered LowerSoftplus(LowerSite& site, const Call& call) {
  double beta = FloatAttr(call, "beta"), threshold = FloatAttr(call, "threshold");
  return LowerElementwise(site, call, "softplus", [&](Term x) {
    Term log = Log(1.0 + Exp(beta * x));
    return SelectOf(threshold < beta * x, x, Like(x, 1.0) / beta * log);
  });
}
Lowered LowerPRelu(LowerSite& site, const Call& call) {
  const auto *x = As<TensorType>(call.args[0]->type), *alpha = As<TensorType>(call.args[1]->type);
  if (alpha->rank != 1 || alpha->dtype != x->dtype) return Refused{std::string(kSlope)};
  return LowerToCallTIR(site, call, "prelu", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    auto along = static_cast<size_t>(*NormalizeAxis(IntAttr(call, "axis"), in[0].rank()));
    Term channels = in[0].dims()[along];
    KernelBuffer slopes = in[1];
    bool one = slopes.dim(0).IsInt(1);
    if (one) slopes = k.Compute("slope_broadcasted", {{"c", channels}}, [&](const Terms&) { return in[1](k.Int(0)); });
    return std::vector{k.Compute("compute", Axes("i", in[0].dims()), [&](const Terms& i) {
      Term element = in[0](i), slope = slopes(one ? i[along] : BroadcastPlace(slopes, 0, channels, i[along]));
      return SelectOf(0.0 < element, element, element * slope);
    })};
  });
}
Lowered LowerSelu(LowerSite& site, const Call& call) {
  return LowerInStages(site, call, "selu", [](const Stages& s, const KernelBuffer& x) {
    KernelBuffer positive = s.Binary("T_maximum", [&](const Terms& i) { return MaxOf(x(i), Like(x(i), 0.0)); });
    KernelBuffer exp = s.Unary(x, Exp);
    KernelBuffer less = s.Binary("T_subtract", [&](const Terms& i) { return exp(i) - 1.0; });
    KernelBuffer curve = s.TimesNumber(kSeluAlpha, less);
    KernelBuffer negative = s.Binary("T_minimum", [&](const Terms& i) { return MinOf(Like(curve(i), 0.0), curve(i)); });
    return s.TimesNumber(kSeluScale, s.Plus(positive, negative));
  });
}
Lowered LowerDropout(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "dropout", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    KernelBuffer same = k.Compute("compute", Axes("i", in[0].dims()), [&](const Terms& i) { return in[0](i); });
    Term one = Literal(k.ctx(), in[0].dtype(), 1);
    return std::vector{same, k.Compute("T_full_like", Axes("ax", in[0].dims()), [&](const Terms&) { return one; })};
  });
}
Lowered LowerLogAddExp(LowerSite& site, const Call& call) {
  if (!AreFloatTensors(call)) return Refused{"log_add_exp of other than two float tensors"};
  return LowerBroadcast(site, call, "log_add_exp", "T_log_add_exp",
                        [](Term a, Term b) { return Log(Exp(a) + Exp(b)); });
}
Lowered LowerBucketize(LowerSite& site, const Call& call) {
  const auto *x = As<TensorType>(call.args[0]->type), *boundaries = As<TensorType>(call.args[1]->type);
  if (x->dtype != boundaries->dtype || x->dtype.IsBool()) return Refused{"bucketize of bool, or of two dtypes"};
  bool right = BoolAttr(call, "right");
  DType dtype = As<TensorType>(call.type)->dtype;
  return LowerToCallTIR(
      site, call, "searchsorted", {call.args[1], call.args[0]}, [&](KernelBuilder& k, const auto& in) {
        return std::vector{k.Reduce("searchsorted", Axes("ax", in[1].dims()), {{"k", in[0].dim(0)}},
                                    Literal(k.ctx(), dtype, 0), [&](Term below, const Terms& s, const Terms& r) {
                                      Term counts = right ? in[0](r[0]) <= in[1](s) : in[0](r[0]) < in[1](s);
                                      return below + CastTo(dtype, counts);
                                    })};
      });
}

// ---- sampling

const Expr* SampleFloatTensor(SampleSite& site, int least_rank) {
  const Expr* x = site.Tensor(RequestRank(kFloatDType, least_rank, 4));
  return SampledType(x)->dtype.code == DTypeCode::kFloat ? x : nullptr;
}
const Call* SampleSoftplus(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleFloatTensor(site, 0);
  if (x == nullptr) return nullptr;
  double beta = static_cast<double>(site.bytes().Between(1, 8)) / 4;
  return MakeOpCall(site.ctx(), row, {x},
                    {{"beta", MakeAttrFloat(site.ctx(), beta)},
                     {"threshold", MakeAttrFloat(site.ctx(), site.bytes().Chance(1, 2) ? 20.0 : 1.0)}});
}
const Call* SamplePRelu(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleFloatTensor(site, 1);
  if (x == nullptr) return nullptr;
  int64_t axis = SampleAxis(site, SampledType(x)->rank);
  const Expr* length = SampledDims(x)[static_cast<size_t>(*NormalizeAxis(axis, SampledType(x)->rank))];
  if (site.bytes().Chance(1, 4)) length = MakeInt(site.ctx(), 1);
  return MakeOpCall(site.ctx(), row, {x, site.Tensor(RequestShape(SampledType(x)->dtype, {length}))},
                    {{"axis", MakeAttrInt(site.ctx(), axis)}});
}
const Call* SampleSelu(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleFloatTensor(site, 0);
  return x == nullptr ? nullptr : MakeOpCall(site.ctx(), row, {x});
}
const Call* SampleDropout(SampleSite& site, const OpSpec& row) {
  double rate = static_cast<double>(site.bytes().Between(0, 8)) / 8;
  return MakeOpCall(site.ctx(), row, {SampleTensor(site, kAnyDType)}, {{"rate", MakeAttrFloat(site.ctx(), rate)}});
}
const Call* SampleLogAddExp(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleFloatTensor(site, 0);
  return x == nullptr ? nullptr : MakeOpCall(site.ctx(), row, {x, SampleBroadcastable(site, x)});
}
// Nearly always constants that ascend: of others, as those of a tensor in scope seldom do, a result means nothing.
const Expr* SampleBoundaries(SampleSite& site, DType dtype) {
  if (site.bytes().Chance(1, 16)) return site.Tensor(RequestShape(dtype, {site.Dim()}));
  Tensor boundaries(dtype, {site.bytes().Between(1, 5)});
  int64_t boundary = site.bytes().Between(dtype.IsUInt() ? 0 : -3, 1);
  for (int64_t i = 0; i < boundaries.size(); ++i) {
    boundaries.Set(i, Scalar::Int(dtype, boundary));
    boundary += site.bytes().Between(0, 2);
  }
  return MakeConstant(site.ctx(), boundaries);
}
const Call* SampleBucketize(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 0, 3));
  auto flag = [&] { return MakeAttrBool(site.ctx(), site.bytes().Chance(1, 2)); };
  const Expr* boundaries = SampleBoundaries(site, SampledType(x)->dtype);
  return MakeOpCall(site.ctx(), row, {x, boundaries}, {{"out_int32", flag()}, {"right", flag()}});
}

// ---- rows

constexpr Operand kData[] = {{"data", OperandKind::kTensor, kFloatDType}};
constexpr Operand kX[] = {{"x", OperandKind::kTensor, kFloatDType}};
constexpr Operand kAnyData[] = {{"data"}};
constexpr Operand kPRelu[] = {{"data", OperandKind::kTensor, kFloatDType},
                              {"alpha", OperandKind::kTensor, kFloatDType}};
constexpr Operand kTwo[] = {{"x1", OperandKind::kAny, kFloatDType}, {"x2", OperandKind::kAny, kFloatDType}};
constexpr Operand kBucketize[] = {{"input_tensor", OperandKind::kTensor, kNumeric},
                                  {"boundaries", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kSoftplusAttrs[] = {{"beta", AttrKind::kFloat, "1.0"}, {"threshold", AttrKind::kFloat, "20.0"}};
constexpr AttrSpec kPReluAttrs[] = {{"axis", AttrKind::kInt, "1"}};
constexpr AttrSpec kDropoutAttrs[] = {{"rate", AttrKind::kFloat, "0.5"}};
constexpr AttrSpec kBucketizeAttrs[] = {{"out_int32", AttrKind::kBool, "False"}, {"right", AttrKind::kBool, "False"}};
constexpr Precondition kSoftplusRules[] = {{"softplus.r1", "data is float"}};
constexpr Precondition kSeluRules[] = {{"selu.r1", "x is float"}};
constexpr Precondition kPReluRules[] = {{"prelu.r1", "data is float, not bfloat16"},
                                        {"prelu.r2", "axis is in [-rank, rank)"},
                                        {"prelu.r3", "alpha is a vector of length 1 or that of data along axis"}};
constexpr Precondition kLogAddExpRules[] = {{"log_add_exp.r1", "operands are tensors or scalars"},
                                            {"log_add_exp.r2", "shapes broadcast"},
                                            {"log_add_exp.r3", "dtypes agree"},
                                            {"log_add_exp.r4", "devices agree"}};
constexpr Precondition kBucketizeRules[] = {{"bucketize.r1", "boundaries are a vector"}};

constexpr OpSpec kActivation[] = {
    {.name = "nn.softplus",
     .doc = "x where beta * x > threshold, else 1 / beta * log(1 + exp(beta * x)); each step rounds in data's dtype.",
     .operands = kData,
     .attrs = kSoftplusAttrs,
     .preconditions = kSoftplusRules,
     .infer = InferFloatOperand,
     .eval = EvalSoftplus,
     .lower = {LowerSoftplus},
     .sample = SampleSoftplus,
     .tolerance = Ulps(16)},
    {.name = "nn.prelu",
     .doc = "x where x > 0, else x * alpha, with one alpha for all or for each place along axis. NaN stays NaN.",
     .operands = kPRelu,
     .attrs = kPReluAttrs,
     .preconditions = kPReluRules,
     .infer = InferPRelu,
     .eval = EvalPRelu,
     .lower = {LowerPRelu},
     .sample = SamplePRelu,
     .tolerance = Ulps(1),
     .layout = LayoutWithAxis},
    {.name = "nn.selu",
     .doc = "scale * (max(x, 0) + min(0, alpha * (exp(x) - 1))); each step rounds in x's dtype.",
     .operands = kX,
     .attrs = {},
     .preconditions = kSeluRules,
     .infer = InferFloatOperand,
     .eval = EvalSelu,
     .lower = {LowerSelu},
     .sample = SampleSelu,
     .tolerance = Ulps(16),
     .layout = LayoutLikeFirst,
     .mixed = kFollows},
    {.name = "nn.dropout",
     .doc = "data itself and a mask of ones: nothing is dropped in inference.",
     .operands = kAnyData,
     .attrs = kDropoutAttrs,
     .preconditions = {},
     .infer = InferDropout,
     .eval = EvalDropout,
     .lower = {LowerDropout},
     .sample = SampleDropout,
     .tolerance = Exact(),
     .mixed = kFollows},
    {.name = "log_add_exp",
     .doc = "log(exp(x1) + exp(x2)), as written: great operands overflow, as in TVM; each step rounds in the operands' "
            "dtype.",
     .operands = kTwo,
     .attrs = {},
     .preconditions = kLogAddExpRules,
     .infer = InferLogAddExp,
     .eval = EvalLogAddExp,
     .lower = {LowerLogAddExp},
     .sample = SampleLogAddExp,
     .tolerance = Ulps(8),
     .laws = kCommutative,
     .layout = LayoutOfBinary,
     .mixed = kFollows},
    {.name = "bucketize",
     .doc = "How many boundaries are below each element, or with right not above it; of ascending boundaries, the "
            "bucket's "
            "index. NaN is in bucket 0.",
     .operands = kBucketize,
     .attrs = kBucketizeAttrs,
     .preconditions = kBucketizeRules,
     .infer = InferBucketize,
     .eval = EvalBucketize,
     .lower = {LowerBucketize},
     .sample = SampleBucketize,
     .tolerance = Exact()},
};
static_assert(AllComplete(kActivation));

}  // namespace

std::span<const OpSpec> ActivationOps() { return kActivation; }

}  // namespace assay
