// nn.softmax and nn.log_softmax: along one axis, shifted by the greatest element. Tested by nn_test.cc.
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

Result<const Type*> InferSoftmax(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank == kUnknownRank) return x;
  if (!x->dtype.IsVoid() && !IsTvmFloat(x->dtype)) return Broken(in, 1, "a float dtype", fact::Arg{0});
  if (!NormalizeAxis(IntAttr(in.call, "axis"), x->rank)) return BadAxis(in, 2, "axis", x->rank);
  return x;
}

// ---- reference evaluation

// What one element needs to know of its row along the axis.
struct RowOf {
  Scalar greatest;
  // Sum of exp(x - greatest).
  Scalar sum;
};
RowOf ReadRow(const Tensor& x, size_t axis, Index index) {
  RowOf row{scalar::Lowest(x.dtype()), Scalar::Zero(x.dtype())};
  for (index[axis] = 0; index[axis] < x.shape()[axis]; ++index[axis]) {
    row.greatest = scalar::Max(row.greatest, eval::At(x, index));
  }
  for (index[axis] = 0; index[axis] < x.shape()[axis]; ++index[axis]) {
    row.sum = scalar::Add(row.sum, eval::Math("exp", scalar::Sub(eval::At(x, index), row.greatest)));
  }
  return row;
}
EvalResult EvalAlongAxis(const EvalIn& in, Scalar (*element)(Scalar x, const RowOf& row)) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (!x.dtype().IsFloating()) return Refused{"softmax of integers"};
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x.rank());
  if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& index) {
    return element(eval::At(x, index), ReadRow(x, static_cast<size_t>(*axis), index));
  });
}
EvalResult EvalSoftmax(const EvalIn& in) {
  return EvalAlongAxis(in, [](Scalar x, const RowOf& row) {
    return scalar::Div(eval::Math("exp", scalar::Sub(x, row.greatest)), row.sum);
  });
}
EvalResult EvalLogSoftmax(const EvalIn& in) {
  return EvalAlongAxis(in, [](Scalar x, const RowOf& row) {
    return scalar::Sub(scalar::Sub(x, row.greatest), eval::Math("log", row.sum));
  });
}

// ---- lowering

struct SoftmaxKernel {
  KernelBuilder& k;
  const KernelBuffer& x;
  size_t axis;

  // Dimensions (or indices) without the axis, and with an index put in at the axis.
  Terms Without(Terms all) const {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(axis));
    return all;
  }
  Terms With(Terms others, const Term& at) const {
    others.insert(others.begin() + static_cast<std::ptrdiff_t>(axis), at);
    return others;
  }
  KernelAxes Inner() const { return {{"k", x.dim(static_cast<int>(axis))}}; }
  KernelBuffer Greatest() const {
    return k.Reduce("T_softmax_maxelem", Axes("i", Without(x.dims())), Inner(), LowestTerm(k.ctx(), x.dtype()),
                    [&](Term value, const Terms& s, const Terms& r) { return MaxOf(value, x(With(s, r[0]))); });
  }
  void AnnotateAxis() const { k.Annotate("axis", MakeAttrInt(k.ctx(), static_cast<int64_t>(axis))); }
};
Lowered LowerAlongAxis(LowerSite& site, const Call& call, std::string_view hint,
                       const std::function<KernelBuffer(SoftmaxKernel&)>& body) {
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    int axis = *NormalizeAxis(IntAttr(call, "axis"), in[0].rank());
    SoftmaxKernel kernel{k, in[0], static_cast<size_t>(axis)};
    return std::vector{body(kernel)};
  });
}
Lowered LowerSoftmax(LowerSite& site, const Call& call) {
  return LowerAlongAxis(site, call, "softmax", [](SoftmaxKernel& f) {
    const KernelBuffer& x = f.x;
    KernelBuffer greatest = f.Greatest();
    KernelBuffer exp = f.k.Compute("T_softmax_exp", Axes("i", x.dims()),
                                   [&](const Terms& i) { return Exp(x(i) - greatest(f.Without(i))); });
    Term zero = Literal(f.k.ctx(), x.dtype(), 0);
    KernelBuffer sum =
        f.k.Reduce("T_softmax_expsum", Axes("i", f.Without(x.dims())), f.Inner(), zero,
                   [&](Term value, const Terms& s, const Terms& r) { return value + exp(f.With(s, r[0])); });
    KernelBuffer norm =
        f.k.Compute("T_softmax_norm", Axes("i", x.dims()), [&](const Terms& i) { return exp(i) / sum(f.Without(i)); });
    f.AnnotateAxis();
    return norm;
  });
}
Lowered LowerLogSoftmax(LowerSite& site, const Call& call) {
  return LowerAlongAxis(site, call, "log_softmax", [](SoftmaxKernel& f) {
    const KernelBuffer& x = f.x;
    KernelBuffer greatest = f.Greatest();
    Term zero = Literal(f.k.ctx(), x.dtype(), 0);
    KernelBuffer sum = f.k.Reduce(
        "compute", Axes("i", f.Without(x.dims())), f.Inner(), zero,
        [&](Term value, const Terms& s, const Terms& r) { return value + Exp(x(f.With(s, r[0])) - greatest(s)); });
    KernelBuffer norm = f.k.Compute("compute", Axes("i", x.dims()), [&](const Terms& i) {
      return x(i) - greatest(f.Without(i)) - Log(sum(f.Without(i)));
    });
    f.AnnotateAxis();
    return norm;
  });
}

const Call* SampleSoftmax(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kFloatDType, 1, 4));
  if (!IsTvmFloat(SampledType(x)->dtype)) return nullptr;
  int64_t axis = SampleAxis(site, static_cast<int>(SampledDims(x).size()));
  return MakeOpCall(site.ctx(), row, {x}, {{"axis", MakeAttrInt(site.ctx(), axis)}});
}

constexpr Operand kSoftmaxOperands[] = {{"data", OperandKind::kTensor, kFloatDType}};
constexpr AttrSpec kSoftmaxAttrs[] = {{"axis", AttrKind::kInt, "-1"}};
constexpr Precondition kSoftmaxRules[] = {
    {"softmax.r1", "x is float"},
    {"softmax.r2", "axis is in [-rank, rank)"},
};
constexpr Precondition kLogSoftmaxRules[] = {
    {"log_softmax.r1", "x is float"},
    {"log_softmax.r2", "axis is in [-rank, rank)"},
};

constexpr OpSpec kSoftmax[] = {
    {.name = "nn.softmax",
     .doc =
         "exp(x - m) / sum of exp(x - m) along axis, m the greatest element there (at least the lowest finite value). "
         "Every step rounds in x's dtype, float16 too; the sum runs in order. A row with NaN or +inf, or of nothing "
         "but "
         "-inf, is NaN.",
     .operands = kSoftmaxOperands,
     .attrs = kSoftmaxAttrs,
     .preconditions = kSoftmaxRules,
     .infer = InferSoftmax,
     .eval = EvalSoftmax,
     .lower = {LowerSoftmax},
     .sample = SampleSoftmax,
     .tolerance = UlpsPerReduced(3),
     .gradient = {SoftmaxGradient},
     .layout = LayoutWithAxis},
    {.name = "nn.log_softmax",
     .doc = "(x - m) - log(sum of exp(x - m)) along axis, m the greatest element there (at least the lowest finite "
            "value). "
            "Every step rounds in x's dtype, float16 too; the sum runs in order.",
     .operands = kSoftmaxOperands,
     .attrs = kSoftmaxAttrs,
     .preconditions = kLogSoftmaxRules,
     .infer = InferSoftmax,
     .eval = EvalLogSoftmax,
     .lower = {LowerLogSoftmax},
     .sample = SampleSoftmax,
     .tolerance = UlpsPerReduced(3),
     .gradient = {LogSoftmaxGradient}},
};
static_assert(AllComplete(kSoftmax));

}  // namespace

std::span<const OpSpec> SoftmaxOps() { return kSoftmax; }

}  // namespace assay
