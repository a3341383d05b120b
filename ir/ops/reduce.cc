// Reductions over axes: sum, prod, max, min, mean, variance, std. Tested by reduce_test.cc.
#include <algorithm>

#include "ir/ops/common_rows.h"
#include "ir/ops/elementwise.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/reduction.h"

namespace assay {
namespace {

using eval::Index;

Result<const Type*> InferReduce(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  return InferReduced(in, 1, x->dtype);
}

// ---- folds: how each reduction starts and steps, for evaluation and for lowering

using ScalarStep = Scalar (*)(Scalar, Scalar);

// A fold from `start`, in the tensor's dtype, in row-major order. A scalar is left as it is (TVM reduces nothing
// there).
EvalResult EvalFold(const EvalIn& in, Scalar start, ScalarStep step) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (x.rank() == 0) return eval::ValueOf(x.Clone());
  std::optional<ReducedShape> shape = ReduceShape(in.call, x.shape());
  if (!shape) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  return eval::Fill(x.dtype(), shape->kept, [&](const Index& index) {
    Scalar value = start;
    ForEachReduced(x, *shape, index, [&](Scalar element, const Index&) { value = step(value, element); });
    return value;
  });
}
DType DTypeOfArg(const EvalIn& in) { return eval::TensorOf(in, 0).dtype(); }
EvalResult EvalSum(const EvalIn& in) {
  return EvalFold(in, Scalar::Zero(DTypeOfArg(in)), DTypeOfArg(in).IsBool() ? scalar::Or : scalar::Add);
}
EvalResult EvalProd(const EvalIn& in) {
  return EvalFold(in, Scalar::One(DTypeOfArg(in)), DTypeOfArg(in).IsBool() ? scalar::And : scalar::Mul);
}
EvalResult EvalMax(const EvalIn& in) { return EvalFold(in, scalar::Lowest(DTypeOfArg(in)), scalar::Max); }
EvalResult EvalMin(const EvalIn& in) { return EvalFold(in, scalar::Highest(DTypeOfArg(in)), scalar::Min); }

// ---- mean, variance, std by evaluation

// The number of folded elements, in the dtype that is divided in.
Scalar CountOf(const ReducedShape& shape, DType dtype) { return Scalar::Int(dtype, eval::ElementCount(shape.inner)); }

// sum / count; integers divide toward zero, in 64 bits.
Scalar Average(Scalar sum, const ReducedShape& shape) {
  if (sum.dtype.IsFloating()) return scalar::Div(sum, CountOf(shape, sum.dtype));
  Scalar wide = scalar::TruncDiv(scalar::Cast(sum, DType::Int(64)), CountOf(shape, DType::Int(64)));
  return scalar::Cast(wide, sum.dtype);
}
Scalar MeanAt(const Tensor& x, const ReducedShape& shape, const Index& index) {
  Scalar sum = Scalar::Zero(x.dtype());
  ForEachReduced(x, shape, index, [&](Scalar element, const Index&) { sum = scalar::Add(sum, element); });
  return Average(sum, shape);
}
EvalResult EvalMean(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (x.dtype().IsBool()) return Refused{"a mean of bool has no agreed meaning"};
  std::optional<ReducedShape> shape = ReduceShape(in.call, x.shape());
  if (!shape) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  bool divides_by_zero = !x.dtype().IsFloating() && eval::ElementCount(shape->inner) == 0;
  if (divides_by_zero && eval::ElementCount(shape->kept) != 0) {
    return Trap{TrapKind::kDivisionByZero, "mean of no integers", in.call.span};
  }
  return eval::Fill(x.dtype(), shape->kept, [&](const Index& index) { return MeanAt(x, *shape, index); });
}
Scalar VarianceAt(const Tensor& x, const ReducedShape& shape, const Index& index) {
  Scalar mean = MeanAt(x, shape, index);
  Scalar sum = Scalar::Zero(x.dtype());
  ForEachReduced(x, shape, index, [&](Scalar element, const Index&) {
    Scalar deviation = scalar::Sub(element, mean);
    sum = scalar::Add(sum, scalar::Mul(deviation, deviation));
  });
  return Average(sum, shape);
}
EvalResult EvalSpread(const EvalIn& in, bool root) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (!x.dtype().IsFloating()) return Refused{"TVM's variance of integers changes the dtype"};
  std::optional<ReducedShape> shape = ReduceShape(in.call, x.shape());
  if (!shape) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  return eval::Fill(x.dtype(), shape->kept, [&](const Index& index) {
    Scalar variance = VarianceAt(x, *shape, index);
    return root ? eval::Math("sqrt", variance) : variance;
  });
}
EvalResult EvalVariance(const EvalIn& in) { return EvalSpread(in, false); }
EvalResult EvalStd(const EvalIn& in) { return EvalSpread(in, true); }

// ---- lowering

using TermStep = Term (*)(Term, Term);
Term AddTerms(Term a, Term b) { return a.dtype().IsBool() ? a || b : a + b; }
Term MulTerms(Term a, Term b) { return a.dtype().IsBool() ? a && b : a * b; }

// Stage "<x>_red": topi's reduction; a scalar is copied.
KernelBuffer FoldStage(KernelBuilder& k, const Call& call, const KernelBuffer& x, bool keepdims, Term start,
                       TermStep step) {
  std::string name = x.buffer()->name.str() + "_red";
  ReductionLoops loops = LoopsOf(k, call, x, keepdims);
  if (x.rank() == 0) return k.Compute(name, {}, [&](const Terms&) { return x(Terms{}); });
  return k.Reduce(name, loops.axes, loops.reduce, start, [&](Term value, const Terms& s, const Terms& r) {
    return step(value, x(SourceIndices(loops, s, r)));
  });
}
KernelBuffer SumStage(KernelBuilder& k, const Call& call, const KernelBuffer& x, bool keepdims) {
  return FoldStage(k, call, x, keepdims, Literal(k.ctx(), x.dtype(), 0), AddTerms);
}

bool ReducesStaticZero(const Call& call) {
  const ShapeExpr* shape = KnownShape(call.args[0]->type);
  if (shape == nullptr) return false;
  std::vector<bool> reduced = ReducedDims(call, static_cast<int>(shape->values.size()));
  for (size_t d = 0; d < reduced.size(); ++d) {
    const IntImm* extent = AsInt(shape->values[d]);
    if (reduced[d] && extent != nullptr && extent->value == 0) return true;
  }
  return false;
}
// TVM fills the result of an empty sum or product instead of reducing.
Lowered LowerFilled(LowerSite& site, const Call& call, double value) {
  return LowerToCallTIR(site, call, "full", {}, [&](KernelBuilder& k, const auto&) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    Term literal = Literal(k.ctx(), As<TensorType>(call.type)->dtype, value);
    return std::vector{k.Compute("T_full", Axes("ax", dims), [&](const Terms&) { return literal; })};
  });
}
using StartOf = Term (*)(Context&, DType);
Lowered LowerFold(LowerSite& site, const Call& call, std::string_view hint, StartOf start, TermStep step) {
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    return std::vector{FoldStage(k, call, in[0], BoolAttr(call, "keepdims"), start(k.ctx(), in[0].dtype()), step)};
  });
}
Lowered LowerSum(LowerSite& site, const Call& call) {
  if (ReducesStaticZero(call)) return LowerFilled(site, call, 0);
  return LowerFold(site, call, "sum", [](Context& ctx, DType t) { return Literal(ctx, t, 0); }, AddTerms);
}
Lowered LowerProd(LowerSite& site, const Call& call) {
  if (ReducesStaticZero(call)) return LowerFilled(site, call, 1);
  return LowerFold(site, call, "prod", [](Context& ctx, DType t) { return Literal(ctx, t, 1); }, MulTerms);
}
// Of bool, as TVM has no least and no greatest one to start from: whether any is true, and whether all are.
Lowered LowerMax(LowerSite& site, const Call& call) {
  if (HoldsBool(call))
    return LowerFold(site, call, "max", [](Context& ctx, DType t) { return Literal(ctx, t, 0); }, AddTerms);
  return LowerFold(site, call, "max", LowestTerm, MaxOf);
}
Lowered LowerMin(LowerSite& site, const Call& call) {
  if (HoldsBool(call))
    return LowerFold(site, call, "min", [](Context& ctx, DType t) { return Literal(ctx, t, 1); }, MulTerms);
  return LowerFold(site, call, "min", HighestTerm, MinOf);
}

// Divides stage "T_divide" by the number of folded elements: a literal, or a cast of the product of dimensions.
KernelBuffer MeanStage(KernelBuilder& k, const Call& call, const KernelBuffer& x, bool keepdims) {
  KernelBuffer sum = SumStage(k, call, x, keepdims);
  DType dtype = x.dtype();
  Term count = k.Int(1);
  std::vector<bool> reduced = ReducedDims(call, x.rank());
  for (int d = 0; d < x.rank(); ++d) {
    if (reduced[static_cast<size_t>(d)]) count = count * x.dim(d);
  }
  count = Simplified(count);
  const IntImm* constant = AsInt(count.expr());
  return k.Compute("T_divide", Axes("ax", sum.dims()), [&](const Terms& i) {
    if (!dtype.IsFloating()) return CastTo(dtype, TruncDivOf(CastTo(DType::Int(64), sum(i)), count));
    if (count.IsInt(1)) return sum(i);
    if (constant == nullptr) return sum(i) / CastTo(dtype, count);
    return sum(i) / Literal(k.ctx(), dtype, static_cast<double>(constant->value));
  });
}
Lowered LowerMean(LowerSite& site, const Call& call) {
  if (HoldsBool(call)) return Refused{"a mean of bool has no agreed meaning"};
  return LowerToCallTIR(site, call, "mean", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    return std::vector{MeanStage(k, call, in[0], BoolAttr(call, "keepdims"))};
  });
}
KernelBuffer VarianceStage(KernelBuilder& k, const Call& call, const KernelBuffer& x) {
  KernelBuffer mean = MeanStage(k, call, x, true);
  auto less = [&](const Terms& i) { return x(i) - mean(BroadcastIndex(mean, i, x.dims())); };
  KernelBuffer deviation = k.Compute("T_subtract", Axes("ax", x.dims()), less);
  KernelBuffer square =
      k.Compute("T_multiply", Axes("ax", x.dims()), [&](const Terms& i) { return deviation(i) * deviation(i); });
  return MeanStage(k, call, square, BoolAttr(call, "keepdims"));
}
Lowered LowerSpread(LowerSite& site, const Call& call, std::string_view hint, bool root) {
  if (!As<TensorType>(call.args[0]->type)->dtype.IsFloating()) {
    return Refused{"TVM's variance of integers changes the dtype"};
  }
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    KernelBuffer variance = VarianceStage(k, call, in[0]);
    if (!root) return std::vector{variance};
    return std::vector{
        k.Compute("compute", Axes("i", variance.dims()), [&](const Terms& i) { return Sqrt(variance(i)); })};
  });
}
Lowered LowerVariance(LowerSite& site, const Call& call) { return LowerSpread(site, call, "variance", false); }
Lowered LowerStd(LowerSite& site, const Call& call) { return LowerSpread(site, call, "std", true); }

// ---- sampling

const Call* SampleOver(SampleSite& site, const OpSpec& row, DTypeSet dtypes) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(dtypes, 0, 4));
  AttrItems attrs;
  if (site.bytes().Chance(3, 4)) {
    attrs.emplace_back("axis", MakeAttrInts(ctx, SampleAxes(site, static_cast<int>(SampledDims(x).size()))));
  }
  attrs.emplace_back("keepdims", MakeAttrBool(ctx, site.bytes().Chance(1, 3)));
  return MakeOpCall(ctx, row, {x}, attrs);
}
const Call* SampleReduce(SampleSite& site, const OpSpec& row) { return SampleOver(site, row, kNumeric); }
const Call* SampleFloatReduce(SampleSite& site, const OpSpec& row) { return SampleOver(site, row, kFloatDType); }

constexpr Operand kReduceOperands[] = {{"x"}};
constexpr AttrSpec kReduceAttrs[] = {{"axis", AttrKind::kIntList, "None"}, {"keepdims", AttrKind::kBool, "False"}};
#define ASSAY_AXES_RULE(name) \
  constexpr Precondition k_##name##_rules[] = {{#name ".r1", "axes are distinct and in [-rank, rank)"}}
ASSAY_AXES_RULE(sum);
ASSAY_AXES_RULE(prod);
ASSAY_AXES_RULE(max);
ASSAY_AXES_RULE(min);
ASSAY_AXES_RULE(mean);
ASSAY_AXES_RULE(variance);
ASSAY_AXES_RULE(std);
#undef ASSAY_AXES_RULE

constexpr OpSpec Row(std::string_view name, std::string_view doc, std::span<const Precondition> rules, EvalFn eval,
                     LowerFn lower, SampleFn sample, Tolerance tolerance, Gradient gradient = {}) {
  return {.name = name,
          .doc = doc,
          .operands = kReduceOperands,
          .attrs = kReduceAttrs,
          .preconditions = rules,
          .infer = InferReduce,
          .eval = eval,
          .lower = {lower},
          .sample = sample,
          .tolerance = tolerance,
          .gradient = gradient,
          .layout = LayoutOfReduction};
}
constexpr OpSpec kReduce[] = {
    Row("sum",
        "Sum over axes (None: all), in row-major order and in x's own dtype: each addition rounds or wraps there, "
        "float16 "
        "accumulates in float16, as TVM's legalisation does. Of bool: any. An empty sum is 0; a scalar is itself.",
        k_sum_rules, EvalSum, LowerSum, SampleReduce, SumsOfProducts(1), {SumGradient}),
    Row("prod",
        "Product over axes (None: all), rounded or wrapped in x's own dtype at each step. Of bool: all. An empty "
        "product is "
        "1; a scalar is itself.",
        k_prod_rules, EvalProd, LowerProd, SampleReduce, UlpsPerReduced(1)),
    Row("max",
        "Greatest element over axes (None: all), at least the lowest finite value of the dtype: that is also the "
        "result for "
        "no elements, and for nothing but -inf. NaN wins; -0 is below +0. A scalar is itself.",
        k_max_rules, EvalMax, LowerMax, SampleReduce, Exact()),
    Row("min",
        "Least element over axes (None: all), at most the highest finite value of the dtype: that is also the result "
        "for no "
        "elements, and for nothing but inf. NaN wins; -0 is below +0. A scalar is itself.",
        k_min_rules, EvalMin, LowerMin, SampleReduce, Exact()),
    Row("mean",
        "Sum over axes divided by the number of elements, both in x's dtype; integers divide toward zero, in 64 bits, "
        "and "
        "keep their dtype (TVM's legalisation gives int64 against its own inference). No elements: NaN, or a trap for "
        "integers.",
        k_mean_rules, EvalMean, LowerMean, SampleReduce, UlpsPerReduced(1), {MeanGradient}),
    Row("variance",
        "Mean over axes of the squared deviation from the mean over the same axes; each step rounds in x's dtype. Not "
        "corrected for the sample size. Floats only.",
        k_variance_rules, EvalVariance, LowerVariance, SampleFloatReduce, UlpsPerReduced(4), {VarianceGradient}),
    Row("std", "Square root of variance, rounded in x's dtype. Floats only.", k_std_rules, EvalStd, LowerStd,
        SampleFloatReduce, UlpsPerReduced(4)),
};
static_assert(AllComplete(kReduce));

}  // namespace

std::span<const OpSpec> ReduceOps() { return kReduce; }

}  // namespace assay
