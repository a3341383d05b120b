// Elementwise operators of one tensor. Float functions are those of ir/tensor/math.h, one rounding each; integers wrap.
// Tested by ops_table_test.cc.
#include <array>
#include <cmath>

#include "ir/ops/common_rows.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/tensor/math.h"

namespace assay {
namespace {

constexpr Operand kAny[] = {{"x"}};
constexpr Operand kFloat[] = {{"x", OperandKind::kTensor, kFloatDType}};

// ---- inference

Result<const Type*> InferFloat(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (!x->dtype.IsVoid() && !IsTvmFloat(x->dtype)) {
    return Broken(in, 1, "a float dtype", fact::Arg{0});
  }
  return SameAsFirst(in, x, x->dtype);
}
Result<const Type*> InferBool(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return SameAsFirst(in, x, DType::Bool());
}

// ---- rows that are one function of ir/tensor/math.h

template <FixedText Name>
struct MathOp {
  static constexpr Precondition kPreconditions[] = {
      {Joined<Name, ".r1">::kText, "x has dtype float16, float32, float64 or bfloat16"}};
  static EvalResult Eval(const EvalIn& in) {
    return eval::Map(in, [](Scalar x) { return eval::Math(Name.view(), x); });
  }
  static Lowered Lower(LowerSite& site, const Call& call) {
    return LowerElementwise(site, call, Joined<"tir_", Name>::kText,
                            [](Term x) { return Intrinsic(Name.view(), {x}); });
  }
  static constexpr OpSpec Row(std::string_view doc, Tolerance tolerance = LibraryFunction()) {
    return {.name = Name.view(),
            .doc = doc,
            .operands = kFloat,
            .attrs = {},
            .preconditions = kPreconditions,
            .infer = InferFloat,
            .eval = Eval,
            .lower = {Lower, {}},
            .sample = SampleUnary<kFloatDType>,
            .tolerance = tolerance,
            .layout = LayoutLikeFirst,
            .mixed = kFollows};
  }
};

// erf is computed in float32 for float16, as TVM's lowering does: two roundings.
Lowered LowerErf(LowerSite& site, const Call& call) {
  const auto* type = As<TensorType>(call.args[0]->type);
  if (type->dtype != DType::Float(16)) return LowerElementwise(site, call, "erf", [](Term x) { return Erf(x); });
  return LowerToCallTIR(site, call, "erf", {call.args[0]}, [](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    KernelAxes axes = Axes("i", in[0].dims());
    auto stage = [&](const KernelBuffer& from, const std::function<Term(Term)>& f) {
      return k.Compute("compute", axes, [&](const Terms& i) { return f(from(i)); });
    };
    KernelBuffer wide = stage(in[0], [](Term x) { return CastTo(DType::Float(32), x); });
    KernelBuffer value = stage(wide, [](Term x) { return Erf(x); });
    return std::vector{stage(value, [](Term x) { return CastTo(DType::Float(16), x); })};
  });
}

// ---- rounding to integers: integers and bool stay as they are

template <FixedText Name, FixedText Intrinsic1>
struct RoundOp {
  static EvalResult Eval(const EvalIn& in) {
    return eval::Map(in, [](Scalar x) { return x.dtype.IsFloating() ? eval::Math(Name.view(), x) : x; });
  }
  static Lowered Lower(LowerSite& site, const Call& call) {
    return LowerElementwise(site, call, Joined<"tir_", Name>::kText,
                            [](Term x) { return x.dtype().IsFloating() ? Intrinsic(Intrinsic1.view(), {x}) : x; });
  }
  static constexpr OpSpec Row(std::string_view doc) {
    return {.name = Name.view(),
            .doc = doc,
            .operands = kAny,
            .attrs = {},
            .preconditions = {},
            .infer = InferLikeOperand,
            .eval = Eval,
            .lower = {Lower, {}},
            .sample = SampleUnary<kNumeric>,
            .tolerance = Exact(),
            .laws = kIdempotentLaw,
            .layout = LayoutLikeFirst,
            .mixed = kFollows};
  }
};

// ---- arithmetic

Term Wide(Term x) { return x.dtype().IsFloating() ? x : CastTo(DType::Int(64), x); }

EvalResult EvalAbs(const EvalIn& in) {
  return eval::Map(in, [](Scalar x) { return x.dtype.IsBool() ? x : scalar::Abs(x); });
}
Term AbsTerm(Term x) {
  if (x.dtype().IsFloating()) return Intrinsic("fabs", {x});
  if (!x.dtype().IsInt()) return x;
  return SelectOf(Like(Wide(x), 0) <= Wide(x), x, Like(x, 0) - x);
}
Lowered LowerAbs(LowerSite& site, const Call& call) { return LowerElementwise(site, call, "tir_abs", AbsTerm); }

constexpr std::string_view kNoBool = "arithmetic is not defined for bool";

EvalResult EvalNegative(const EvalIn& in) {
  if (HoldsBool(in.call)) return Refused{std::string(kNoBool)};
  return eval::Map(in, scalar::Neg);
}
Lowered LowerNegative(LowerSite& site, const Call& call) {
  if (HoldsBool(call)) return Refused{std::string(kNoBool)};
  return LowerElementwise(site, call, "tir_negative",
                          [](Term x) { return x.dtype().IsUInt() ? Like(x, 0) - x : x * -1; });
}

Scalar SignOf(Scalar x) {
  Scalar zero = Scalar::Zero(x.dtype);
  if (scalar::Lt(zero, x).IsTrue()) return Scalar::One(x.dtype);
  return scalar::Lt(x, zero).IsTrue() ? Scalar::Int(x.dtype, -1) : zero;
}
EvalResult EvalSign(const EvalIn& in) {
  if (HoldsBool(in.call)) return Refused{std::string(kNoBool)};
  return eval::Map(in, SignOf);
}
Term SignTerm(Term x) {
  if (x.dtype().IsUInt()) return SelectOf(Like(x, 0) < x, Like(x, 1), Like(x, 0));
  Term zero = Like(Wide(x), 0);
  return SelectOf(zero < Wide(x), Like(x, 1), SelectOf(Wide(x) < zero, Like(x, -1), Like(x, 0)));
}
Lowered LowerSign(LowerSite& site, const Call& call) {
  if (HoldsBool(call)) return Refused{std::string(kNoBool)};
  return LowerTagged(site, call, "tir_sign", "T_sign", SignTerm);
}

EvalResult EvalSquare(const EvalIn& in) {
  if (HoldsBool(in.call)) return Refused{std::string(kNoBool)};
  return eval::Map(in, [](Scalar x) { return scalar::Mul(x, x); });
}
Lowered LowerSquare(LowerSite& site, const Call& call) {
  if (HoldsBool(call)) return Refused{std::string(kNoBool)};
  return LowerTagged(site, call, "tir_square", "T_multiply", [](Term x) { return x * x; });
}

// ---- logic and bits

EvalResult EvalLogicalNot(const EvalIn& in) {
  return eval::Map(in, [](Scalar x) { return scalar::Cast(scalar::Not(Scalar::Bool(x.IsTrue())), x.dtype); });
}
Lowered LowerLogicalNot(LowerSite& site, const Call& call) {
  // TVM's kernel takes bool alone, and stops where there are other numbers.
  return LowerTagged(site, call, "tir_logical_not", "T_logical_not", [](Term x) {
    return x.dtype().IsBool() ? !x : SelectOf(Wide(x) == Like(Wide(x), 0), Like(x, 1), Like(x, 0));
  });
}
EvalResult EvalBitwiseNot(const EvalIn& in) {
  if (As<TensorType>(in.call.args[0]->type)->dtype.IsFloating()) return Refused{"floats have no bitwise not"};
  return eval::Map(in, scalar::BitNot);
}
Lowered LowerBitwiseNot(LowerSite& site, const Call& call) {
  if (As<TensorType>(call.args[0]->type)->dtype.IsFloating()) return Refused{"floats have no bitwise not"};
  return LowerTagged(site, call, "tir_bitwise_not", "T_bitwise_not",
                     [](Term x) { return Intrinsic("bitwise_not", {x}); });
}

// ---- classification of floats; integers are finite

template <class F>
EvalResult Classify(const EvalIn& in, F&& f) {
  const Tensor& x = eval::TensorOf(in, 0);
  return eval::Fill(DType::Bool(), x.shape(), [&](const eval::Index& i) { return Scalar::Bool(f(eval::At(x, i))); });
}
bool IsNaNScalar(Scalar x) { return x.dtype.IsFloating() && x.f != x.f; }
bool IsInfScalar(Scalar x) { return x.dtype.IsFloating() && (x.f == HUGE_VAL || x.f == -HUGE_VAL); }
EvalResult EvalIsNaN(const EvalIn& in) { return Classify(in, IsNaNScalar); }
EvalResult EvalIsInf(const EvalIn& in) { return Classify(in, IsInfScalar); }
EvalResult EvalIsFinite(const EvalIn& in) {
  return Classify(in, [](Scalar x) { return !IsNaNScalar(x) && !IsInfScalar(x); });
}

Term BoolTerm(Term like, bool value) { return {like.ctx(), MakeBool(like.ctx(), value)}; }
Term IsNaNTerm(Term x) { return x.dtype().IsFloating() ? Intrinsic("isnan", {x}, DType::Bool()) : BoolTerm(x, false); }
Term AbsIsInf(Term x) { return Intrinsic("fabs", {x}) == Literal(x.ctx(), x.dtype(), HUGE_VAL); }
Term IsInfTerm(Term x) { return x.dtype().IsFloating() ? AbsIsInf(x) && !IsNaNTerm(x) : BoolTerm(x, false); }
Term IsFiniteTerm(Term x) {
  if (!x.dtype().IsFloating()) return BoolTerm(x, true);
  Term bounded = Intrinsic("fabs", {x}) != Literal(x.ctx(), x.dtype(), HUGE_VAL);
  return (bounded || IsNaNTerm(x)) && !IsNaNTerm(x);
}
Lowered LowerIsNaN(LowerSite& site, const Call& call) { return LowerElementwise(site, call, "tir_isnan", IsNaNTerm); }
Lowered LowerIsInf(LowerSite& site, const Call& call) { return LowerElementwise(site, call, "tir_isinf", IsInfTerm); }
Lowered LowerIsFinite(LowerSite& site, const Call& call) {
  return LowerElementwise(site, call, "tir_isfinite", IsFiniteTerm);
}

constexpr OpSpec Classifier(std::string_view name, std::string_view doc, EvalFn eval, LowerFn lower) {
  return {.name = name,
          .doc = doc,
          .operands = kAny,
          .attrs = {},
          .preconditions = {},
          .infer = InferBool,
          .eval = eval,
          .lower = {lower, {}},
          .sample = SampleUnary<kNumeric>,
          .tolerance = Exact(),
          .layout = LayoutLikeFirst,
          .mixed = kFollows};
}

constexpr OpSpec Simple(std::string_view name, std::string_view doc, EvalFn eval, LowerFn lower, SampleFn sample,
                        uint8_t laws) {
  return {.name = name,
          .doc = doc,
          .operands = kAny,
          .attrs = {},
          .preconditions = {},
          .infer = InferLikeOperand,
          .eval = eval,
          .lower = {lower, {}},
          .sample = sample,
          .tolerance = Exact(),
          .laws = laws,
          .layout = LayoutLikeFirst,
          .mixed = kFollows};
}

constexpr OpSpec ErfRow() {
  OpSpec row = MathOp<"erf">::Row("error function; float16 is computed in float32");
  row.lower = {LowerErf, {}};
  row.tolerance = Ulps(1);
  return row;
}

constexpr OpSpec kRows[] = {
    With(Simple("abs", "absolute value; the least signed integer stays; -0 becomes 0", EvalAbs, LowerAbs,
                SampleUnary<kNumeric>, kIdempotentLaw),
         {AbsGradient}),
    MathOp<"acos">::Row("arc cosine in radians; NaN outside [-1, 1]"),
    MathOp<"acosh">::Row("inverse hyperbolic cosine; NaN below 1"),
    MathOp<"asin">::Row("arc sine in radians; NaN outside [-1, 1]"),
    MathOp<"asinh">::Row("inverse hyperbolic sine"),
    MathOp<"atan">::Row("arc tangent in radians"),
    MathOp<"atanh">::Row("inverse hyperbolic tangent; infinite at -1 and 1, NaN outside"),
    Simple("bitwise_not", "all bits inverted; of bool the logical not", EvalBitwiseNot, LowerBitwiseNot,
           SampleUnary<kIntegers | kBoolDType>, kInvolution),
    RoundOp<"ceil", "ceil">::Row("rounds up to a whole number; integers stay"),
    With(MathOp<"cos">::Row("cosine of radians; NaN for infinities"), {CosGradient}),
    MathOp<"cosh">::Row("hyperbolic cosine; overflows to infinity"),
    ErfRow(),
    With(MathOp<"exp">::Row("e to the power of x; overflows to infinity, underflows to 0"), {ExpGradient}),
    RoundOp<"floor", "floor">::Row("rounds down to a whole number; integers stay"),
    Classifier("isfinite", "true where x is neither infinite nor NaN", EvalIsFinite, LowerIsFinite),
    Classifier("isinf", "true where x is infinite", EvalIsInf, LowerIsInf),
    Classifier("isnan", "true where x is NaN", EvalIsNaN, LowerIsNaN),
    With(MathOp<"log">::Row("natural logarithm; -inf at 0, NaN below"), {LogGradient}),
    Simple("logical_not", "true where x is zero", EvalLogicalNot, LowerLogicalNot, SampleUnary<kBoolDType>,
           kInvolution),
    With(Simple("negative", "0 - x; wraps; flips the sign of zero and infinity", EvalNegative, LowerNegative,
                SampleUnary<kNumeric>, kInvolution),
         {NegativeGradient}),
    RoundOp<"round", "nearbyint">::Row("rounds to the nearest whole number, ties to even; integers stay"),
    MathOp<"rsqrt">::Row("1 / sqrt(x); infinite at 0, NaN below"),
    With(MathOp<"sigmoid">::Row("1 / (1 + exp(-x)), without overflow"), {SigmoidGradient}),
    Simple("sign", "-1, 0 or 1; NaN gives 0", EvalSign, LowerSign, SampleUnary<kNumeric>, kIdempotentLaw),
    With(MathOp<"sin">::Row("sine of radians; NaN for infinities"), {SinGradient}),
    MathOp<"sinh">::Row("hyperbolic sine; overflows to an infinity"),
    With(MathOp<"sqrt">::Row("square root; NaN below 0", Exact()), {SqrtGradient}),
    Simple("square", "x * x; wraps, or rounds once", EvalSquare, LowerSquare, SampleUnary<kNumeric>, kNoLaw),
    MathOp<"tan">::Row("tangent of radians; NaN for infinities"),
    With(MathOp<"tanh">::Row("hyperbolic tangent"), {TanhGradient}),
    RoundOp<"trunc", "trunc">::Row("rounds toward zero; integers stay"),
};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> UnaryOps() { return kRows; }

}  // namespace assay
