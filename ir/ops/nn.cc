// Activations: nn.relu, nn.leakyrelu, nn.silu, nn.gelu, nn.gelu_tanh. Tested by nn_test.cc.
#include "ir/ops/common_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"
#include "ir/ops/stages.h"

namespace assay {
namespace {

// ---- inference: the operand's type, as TVM's InferTypeUnaryArith

// ---- reference evaluation

Scalar Number(const Scalar& like, double value) { return Scalar::Float(like.dtype, value); }

EvalResult EvalRelu(const EvalIn& in) {
  if (eval::TensorOf(in, 0).dtype().IsBool()) return Refused{"relu of bool"};
  return eval::Map(in, [](Scalar x) { return scalar::Max(x, Scalar::Zero(x.dtype)); });
}
EvalResult EvalLeakyRelu(const EvalIn& in) {
  double alpha = FloatAttr(in.call, "alpha");
  return eval::Map(in, [&](Scalar x) {
    bool positive = scalar::Gt(x, Scalar::Zero(x.dtype)).IsTrue();
    return positive ? x : scalar::Mul(x, Number(x, alpha));
  });
}
EvalResult EvalSilu(const EvalIn& in) {
  return eval::Map(in, [](Scalar x) { return scalar::Mul(x, eval::Math("sigmoid", x)); });
}
// x * (1/2 + erf(x / sqrt 2) / 2)
EvalResult EvalGelu(const EvalIn& in) {
  return eval::Map(in, [](Scalar x) {
    Scalar erf = eval::Math("erf", scalar::Mul(x, Number(x, 0.70710678118654757)));
    Scalar half = Number(x, 0.5);
    return scalar::Mul(x, scalar::Add(half, scalar::Mul(erf, half)));
  });
}
// x/2 * (1 + tanh(sqrt(2/pi) x (1 + 0.044715 x^2)))
EvalResult EvalGeluTanh(const EvalIn& in) {
  return eval::Map(in, [](Scalar x) {
    Scalar one = Scalar::One(x.dtype);
    Scalar inner = scalar::Add(one, scalar::Mul(scalar::Mul(Number(x, 0.044714999999999998), x), x));
    Scalar tanh = eval::Math("tanh", scalar::Mul(scalar::Mul(Number(x, 0.79788456080286541), x), inner));
    return scalar::Mul(scalar::Mul(Number(x, 0.5), x), scalar::Add(one, tanh));
  });
}

// ---- lowering: stages as topi makes them

Lowered LowerRelu(LowerSite& site, const Call& call) {
  if (As<TensorType>(call.args[0]->type)->dtype.IsBool()) return Refused{"relu of bool"};
  return LowerElementwise(site, call, "relu", [](Term x) { return MaxOf(x, Like(x, 0)); });
}
Lowered LowerLeakyRelu(LowerSite& site, const Call& call) {
  double alpha = FloatAttr(call, "alpha");
  return LowerElementwise(site, call, "leaky_relu", [&](Term x) { return SelectOf(0.0 < x, x, x * alpha); });
}

Lowered LowerSilu(LowerSite& site, const Call& call) {
  return LowerInStages(site, call, "silu",
                       [](const Stages& s, const KernelBuffer& x) { return s.Times(x, s.Unary(x, Sigmoid)); });
}
// topi computes erf of float16 in float32.
KernelBuffer ErfStages(const Stages& s, const KernelBuffer& x) {
  if (x.dtype() != DType::Float(16)) return s.Unary(x, Erf);
  KernelBuffer wide = s.Unary(x, [](Term value) { return CastTo(DType::Float(32), value); });
  KernelBuffer erf = s.Unary(wide, Erf);
  return s.Unary(erf, [](Term value) { return CastTo(DType::Float(16), value); });
}
Lowered LowerGelu(LowerSite& site, const Call& call) {
  return LowerInStages(site, call, "gelu", [](const Stages& s, const KernelBuffer& x) {
    KernelBuffer erf = ErfStages(s, s.NumberTimes(x, 0.70710678118654757));
    return s.Times(x, s.NumberPlus(0.5, s.NumberTimes(erf, 0.5)));
  });
}
Lowered LowerGeluTanh(LowerSite& site, const Call& call) {
  return LowerInStages(site, call, "gelu_tanh", [](const Stages& s, const KernelBuffer& x) {
    KernelBuffer half = s.TimesNumber(0.5, x);
    KernelBuffer scaled = s.TimesNumber(0.79788456080286541, x);
    KernelBuffer square = s.Times(s.TimesNumber(0.044714999999999998, x), x);
    KernelBuffer tanh = s.Unary(s.Times(scaled, s.NumberPlus(1, square)), Tanh);
    return s.Times(half, s.NumberPlus(1, tanh));
  });
}

// ---- sampling

const Call* SampleNumeric(SampleSite& site, const OpSpec& row) {
  return MakeOpCall(site.ctx(), row, {site.Tensor(RequestRank(kNumeric, 0, 4))});
}
const Call* SampleFloat(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kFloatDType, 0, 4));
  return IsTvmFloat(SampledType(x)->dtype) ? MakeOpCall(site.ctx(), row, {x}) : nullptr;
}
const Call* SampleLeakyRelu(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kFloatDType, 0, 4));
  if (!IsTvmFloat(SampledType(x)->dtype)) return nullptr;
  double alpha = static_cast<double>(site.bytes().Between(-8, 8)) / 8;
  return MakeOpCall(site.ctx(), row, {x}, {{"alpha", MakeAttrFloat(site.ctx(), alpha)}});
}

constexpr Operand kNumericData[] = {{"data", OperandKind::kTensor, kNumeric}};
constexpr Operand kFloatData[] = {{"data", OperandKind::kTensor, kFloatDType}};
constexpr AttrSpec kLeakyReluAttrs[] = {{"alpha", AttrKind::kFloat, "0.01"}};
constexpr Precondition kLeakyReluRules[] = {{"leakyrelu.r1", "data is float"}};
constexpr Precondition kSiluRules[] = {{"silu.r1", "data is float"}};
constexpr Precondition kGeluRules[] = {{"gelu.r1", "data is float"}};
constexpr Precondition kGeluTanhRules[] = {{"gelu_tanh.r1", "data is float"}};

constexpr OpSpec kNn[] = {
    {.name = "nn.relu",
     .doc = "max(x, 0), elementwise; NaN stays NaN, -0 becomes +0.",
     .operands = kNumericData,
     .attrs = {},
     .preconditions = {},
     .infer = InferOperand,
     .eval = EvalRelu,
     .lower = {LowerRelu},
     .sample = SampleNumeric,
     .tolerance = Exact(),
     .laws = kIdempotentLaw,
     .gradient = {ReluGradient},
     .layout = LayoutLikeFirst,
     .mixed = kFollows},
    {.name = "nn.leakyrelu",
     .doc = "x where x > 0, else x * alpha, elementwise; alpha is rounded to x's dtype. NaN stays NaN.",
     .operands = kFloatData,
     .attrs = kLeakyReluAttrs,
     .preconditions = kLeakyReluRules,
     .infer = InferFloatOperand,
     .eval = EvalLeakyRelu,
     .lower = {LowerLeakyRelu},
     .sample = SampleLeakyRelu,
     .tolerance = Ulps(1)},
    {.name = "nn.silu",
     .doc = "x * sigmoid(x), elementwise; both steps round in x's dtype. -inf gives NaN.",
     .operands = kFloatData,
     .attrs = {},
     .preconditions = kSiluRules,
     .infer = InferFloatOperand,
     .eval = EvalSilu,
     .lower = {LowerSilu},
     .sample = SampleFloat,
     .tolerance = Ulps(3),
     .gradient = {SiluGradient},
     .layout = LayoutLikeFirst,
     .mixed = kFollows},
    {.name = "nn.gelu",
     .doc = "x * (0.5 + 0.5 * erf(x / sqrt(2))), elementwise; each step rounds in x's dtype (erf of float16 is "
            "computed in "
            "float32 and rounded). -inf gives NaN.",
     .operands = kFloatData,
     .attrs = {},
     .preconditions = kGeluRules,
     .infer = InferFloatOperand,
     .eval = EvalGelu,
     .lower = {LowerGelu},
     .sample = SampleFloat,
     .tolerance = Ulps(8),
     .layout = LayoutLikeFirst,
     .mixed = kFollows},
    {.name = "nn.gelu_tanh",
     .doc = "x/2 * (1 + tanh(sqrt(2/pi) * x * (1 + 0.044715 * x * x))), elementwise; each step rounds in x's dtype, "
            "overflow gives infinities there.",
     .operands = kFloatData,
     .attrs = {},
     .preconditions = kGeluTanhRules,
     .infer = InferFloatOperand,
     .eval = EvalGeluTanh,
     .lower = {LowerGeluTanh},
     .sample = SampleFloat,
     .tolerance = Ulps(10),
     .layout = LayoutLikeFirst,
     .mixed = kFollows},
};
static_assert(AllComplete(kNn));

}  // namespace

std::span<const OpSpec> NnOps() { return kNn; }

}  // namespace assay
