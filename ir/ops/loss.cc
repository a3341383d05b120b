// Losses: nn.cross_entropy_with_logits, nn.nll_loss, and the latter's gradient grad.nll_loss_backward. Tested by
// nn_rows_test.cc.
#include <fmt/format.h>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferCrossEntropy(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* y, TensorArg(in, 1));
  ASSAY_TRY(DType dtype, JoinDTypes(in, 1, x, y));
  bool ranks_differ = x->rank != kUnknownRank && y->rank != kUnknownRank && x->rank != y->rank;
  if (ranks_differ) return Differ(in, 2, "ranks of predictions and labels", fact::Arg{0}, fact::Arg{1});
  std::optional<Dims> x_dims = DimsOf(x), y_dims = DimsOf(y);
  for (size_t d = 0; x_dims && y_dims && d < x_dims->size(); ++d) {
    auto axis = static_cast<int64_t>(d);
    if (ExtentsDiffer(in, (*x_dims)[d], (*y_dims)[d]))
      return Differ(in, 3, "shapes", fact::Extent{0, axis}, fact::Extent{1, axis});
  }
  return MakeTensorType(in.ctx, Dims{}, dtype, JoinVDevices(x->vdevice, y->vdevice));
}

// Shapes of predictions (C) or (N, C, d1, …), targets () or (N, d1, …) and weights (C).
struct NllTypes {
  const TensorType* predictions;
  const TensorType* targets;
  const TensorType* weights = nullptr;
};
Status CheckRanks(const InferIn& in, const NllTypes& types) {
  int rank = types.predictions->rank, target_rank = types.targets->rank;
  if (rank == 0) return Broken(in, 3, "predictions of rank 1 or more", fact::Arg{0});
  bool known = rank != kUnknownRank && target_rank != kUnknownRank;
  if (known && std::max(rank - 2, 0) != std::max(target_rank - 1, 0)) {
    return Broken(in, 3, "predictions of one more dimension than targets", fact::Arg{0}, fact::Arg{1});
  }
  bool vector = types.weights == nullptr || types.weights->rank == kUnknownRank || types.weights->rank == 1;
  if (!vector) return Broken(in, 3, "weights of rank 1", fact::Arg{2});
  return Done{};
}
Status CheckLengths(const InferIn& in, const NllTypes& types) {
  std::optional<Dims> dims = DimsOf(types.predictions), targets = DimsOf(types.targets);
  if (dims && targets) {
    bool no_batch = dims->size() == 1;
    if (no_batch != targets->empty())
      return Broken(in, 4, "a batch in both of predictions and targets, or in none", fact::Arg{0}, fact::Arg{1});
    if (!no_batch) dims->erase(dims->begin() + 1);
    for (size_t d = 0; !no_batch && d < targets->size(); ++d) {
      auto axis = static_cast<int64_t>(d);
      bool differs = ExtentsDiffer(in, (*dims)[d], (*targets)[d]);
      if (differs) return Differ(in, 4, "extents", fact::Extent{0, d == 0 ? 0 : axis + 1}, fact::Extent{1, axis});
    }
  }
  std::optional<Dims> classes = DimsOf(types.predictions);
  std::optional<Dims> weights = types.weights == nullptr ? std::nullopt : DimsOf(types.weights);
  if (!classes || !weights) return Done{};
  if (ExtentsDiffer(in, (*classes)[classes->size() == 1 ? 0 : 1], (*weights)[0])) {
    return Broken(in, 5, "a weight for each class", fact::Extent{2, 0}, fact::Extent{0, classes->size() == 1 ? 0 : 1});
  }
  return Done{};
}
bool IsReduction(std::string_view name) { return name == "none" || name == "sum" || name == "mean"; }

Result<const Type*> InferNll(const InferIn& in) {
  NllTypes types;
  ASSAY_TRY(types.predictions, TensorArg(in, 0));
  ASSAY_TRY(types.targets, TensorArg(in, 1));
  DType dtype = types.predictions->dtype;
  const VDevice* device = types.predictions->vdevice;
  if (in.call.args.size() == 3) {
    ASSAY_TRY(types.weights, TensorArg(in, 2));
    ASSAY_TRY(dtype, JoinDTypes(in, 1, types.predictions, types.weights, 2));
    device = JoinVDevices(device, types.weights->vdevice);
  }
  bool integers = types.targets->dtype.IsVoid() || types.targets->dtype.IsInt() || types.targets->dtype.IsUInt();
  if (!integers || types.targets->dtype.IsBool()) return Broken(in, 2, "targets of integers", fact::Arg{1});
  ASSAY_RETURN_IF_ERROR(CheckRanks(in, types));
  ASSAY_RETURN_IF_ERROR(CheckLengths(in, types));
  std::string_view reduction = TextAttr(in.call, "reduction");
  if (!IsReduction(reduction)) return Broken(in, 6, "reduction to be none, sum or mean", fact::Attr{"reduction"});
  if (reduction != "none") return MakeTensorType(in.ctx, Dims{}, dtype, device);
  const ShapeExpr* shape = KnownShape(types.predictions);
  int rank = types.predictions->rank;
  if (shape == nullptr) return MakeTensorTypeOfRank(in.ctx, rank == kUnknownRank ? rank : rank - 1, dtype, device);
  Dims dims(shape->values.begin(), shape->values.end());
  dims.erase(dims.begin() + (dims.size() == 1 ? 0 : 1));
  return MakeTensorType(in.ctx, dims, dtype, device);
}
Result<const Type*> InferNllBackward(const InferIn& in) {
  ASSAY_TRY(const TensorType* predictions, TensorArg(in, 1));
  return predictions;
}

// ---- reference evaluation

Scalar Quotient(Scalar a, Scalar b) { return a.dtype.IsFloating() ? scalar::Div(a, b) : scalar::TruncDiv(a, b); }

// Times -1, so that zero becomes -0.
Scalar Negated(Scalar x) {
  return x.dtype.IsUInt() ? scalar::Sub(Scalar::Zero(x.dtype), x) : scalar::Mul(x, Scalar::Int(x.dtype, -1));
}

EvalResult EvalCrossEntropy(const EvalIn& in) {
  const Tensor &x = eval::TensorOf(in, 0), &y = eval::TensorOf(in, 1);
  if (x.shape() != y.shape()) return eval::ShapeMismatch(in, "predictions and labels differ in shape");
  if (x.dtype() != y.dtype() || x.dtype().IsBool()) return Refused{"cross entropy of bool, or of two dtypes"};
  // A scalar's product is the sum, which keeps the sign of zero.
  Scalar sum = x.rank() == 0 ? scalar::Mul(x.At(0), y.At(0)) : Scalar::Zero(x.dtype());
  for (int64_t i = 0; x.rank() > 0 && i < x.size(); ++i) sum = scalar::Add(sum, scalar::Mul(x.At(i), y.At(i)));
  sum = Negated(sum);
  if (x.rank() < 2) return eval::ValueOf(Tensor::Of(sum));
  if (x.shape()[0] == 0 && !x.dtype().IsFloating())
    return Trap{TrapKind::kDivisionByZero, "a batch of none", in.call.span};
  return eval::ValueOf(Tensor::Of(Quotient(sum, Scalar::Int(x.dtype(), x.shape()[0]))));
}

// The operands of nll_loss, from argument `first` on.
struct NllRun {
  const EvalIn& in;
  size_t first;

  const Tensor& predictions() const { return eval::TensorOf(in, first); }
  const Tensor& targets() const { return eval::TensorOf(in, first + 1); }
  bool has_weights() const { return in.args.size() > first + 2; }
  int64_t classes() const { return predictions().shape()[predictions().rank() == 1 ? 0 : 1]; }
  // The place in predictions of a target's place and a class.
  Index Place(const Index& at, int64_t target) const {
    Index place = at;
    place.insert(place.begin() + (at.empty() ? 0 : 1), target);
    return place;
  }
  std::optional<Trap> Check() const {
    Index shape = predictions().shape();
    if (shape.empty()) return eval::ShapeMismatch(in, "predictions are a scalar");
    shape.erase(shape.begin() + (shape.size() == 1 ? 0 : 1));
    bool fits =
        shape == targets().shape() && (!has_weights() || eval::TensorOf(in, first + 2).shape() == Index{classes()});
    if (!fits) return eval::ShapeMismatch(in, "shapes of predictions, targets and weights do not fit");
    for (int64_t i = 0; i < targets().size(); ++i) {
      int64_t target = targets().At(i).AsInt();
      if (!Ignores(target) && (target < 0 || target >= classes())) return eval::OutOfBounds(in, "a target is no class");
    }
    return std::nullopt;
  }
  bool Ignores(int64_t target) const { return target == IntAttr(in.call, "ignore_index"); }
  // 0 for ignored targets.
  Scalar Weight(int64_t target) const {
    DType dtype = predictions().dtype();
    if (Ignores(target)) return Scalar::Zero(dtype);
    return has_weights() ? eval::TensorOf(in, first + 2).At(target) : Scalar::One(dtype);
  }
  Scalar WeightSum() const {
    Scalar sum = Scalar::Zero(predictions().dtype());
    for (int64_t i = 0; i < targets().size(); ++i) sum = scalar::Add(sum, Weight(targets().At(i).AsInt()));
    return sum;
  }
};
EvalResult EvalNll(const EvalIn& in) {
  NllRun run{in, 0};
  DType dtype = run.predictions().dtype();
  if (dtype.IsBool()) return Refused{"a loss of bool has no agreed meaning"};
  if (run.has_weights() && eval::TensorOf(in, 2).dtype() != dtype) return Refused{"a loss of two dtypes"};
  if (std::optional<Trap> trap = run.Check()) return *trap;
  EvalResult losses = eval::Fill(dtype, run.targets().shape(), [&](const Index& at) {
    int64_t target = eval::At(run.targets(), at).AsInt();
    if (run.Ignores(target)) return Scalar::Zero(dtype);
    Scalar prediction = eval::At(run.predictions(), run.Place(at, target));
    return scalar::Mul(scalar::Sub(Scalar::Zero(dtype), prediction), run.Weight(target));
  });
  std::string_view reduction = TextAttr(in.call, "reduction");
  if (reduction == "none" || !std::holds_alternative<Value>(losses)) return losses;
  const Tensor& each = eval::TensorOf(std::get<Value>(losses));
  Scalar sum = Scalar::Zero(dtype);
  for (int64_t i = 0; i < each.size(); ++i) sum = scalar::Add(sum, each.At(i));
  if (reduction == "sum") return eval::ValueOf(Tensor::Of(sum));
  Scalar weight = run.WeightSum();
  bool divides_by_zero = !dtype.IsFloating() && !weight.IsTrue();
  if (divides_by_zero) return Trap{TrapKind::kDivisionByZero, "weights sum to 0", in.call.span};
  return eval::ValueOf(Tensor::Of(Quotient(sum, weight)));
}
EvalResult EvalNllBackward(const EvalIn& in) {
  NllRun run{in, 1};
  const Tensor& gradient = eval::TensorOf(in, 0);
  DType dtype = run.predictions().dtype();
  if (!dtype.IsFloating() || gradient.dtype() != dtype) return Refused{"a gradient of integers, or of two dtypes"};
  if (run.has_weights() && eval::TensorOf(in, 3).dtype() != dtype) return Refused{"a gradient of two dtypes"};
  if (std::optional<Trap> trap = run.Check()) return *trap;
  std::string_view reduction = TextAttr(in.call, "reduction");
  bool each = reduction == "none";
  if (gradient.shape() != (each ? run.targets().shape() : Index{})) return eval::ShapeMismatch(in, "output_grad");
  Scalar weights = run.WeightSum();
  return eval::Fill(dtype, run.predictions().shape(), [&](const Index& place) {
    Index at = place;
    at.erase(at.begin() + (at.size() == 1 ? 0 : 1));
    int64_t target = eval::At(run.targets(), at).AsInt();
    if (target != place[place.size() == 1 ? 0 : 1]) return Scalar::Zero(dtype);
    Scalar own = each ? eval::At(gradient, at) : gradient.At(0);
    if (reduction == "mean") own = scalar::Div(own, weights);
    return scalar::Mul(scalar::Sub(Scalar::Zero(dtype), run.Weight(target)), own);
  });
}

// ---- lowering

Term QuotientOf(Term a, Term b) { return a.dtype().IsFloating() ? a / b : TruncDivOf(a, b); }
Term Negated(Term x) { return Like(x, 0) - x; }

KernelBuffer SumOfAll(KernelBuilder& k, const KernelBuffer& x, const std::function<Term(const Terms&)>& element) {
  Term zero = Literal(k.ctx(), x.dtype(), 0);
  if (x.rank() == 0) return k.Compute("T_sum", {}, [&](const Terms&) { return zero + element({}); });
  return k.Reduce("T_sum", {}, Axes("k", x.dims()), zero,
                  [&](Term sum, const Terms&, const Terms& r) { return sum + element(r); });
}
Lowered LowerCrossEntropy(LowerSite& site, const Call& call) {
  const auto *x = As<TensorType>(call.args[0]->type), *y = As<TensorType>(call.args[1]->type);
  if (x->dtype != y->dtype || x->dtype.IsBool()) return Refused{"cross entropy of bool, or of two dtypes"};
  auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    KernelBuffer products =
        k.Compute("T_multiply", Axes("ax", in[0].dims()), [&](const Terms& i) { return in[0](i) * in[1](i); });
    KernelBuffer sum = in[0].rank() > 0 ? SumOfAll(k, products, [&](const Terms& i) { return products(i); })
                                        : k.Compute("T_multiply_red", {}, [&](const Terms& i) { return products(i); });
    KernelBuffer loss = k.Compute(
        "T_multiply", {}, [&](const Terms&) { return x->dtype.IsUInt() ? Negated(sum(Terms{})) : sum(Terms{}) * -1; });
    if (in[0].rank() < 2) return std::vector{loss};
    return std::vector{k.Compute(
        "T_divide", {}, [&](const Terms&) { return QuotientOf(loss(Terms{}), CastTo(loss.dtype(), in[0].dim(0))); })};
  };
  return LowerToCallTIR(site, call, "cross_entropy_with_logits", {call.args[0], call.args[1]}, body);
}

// The kernel's view of nll_loss's operands.
struct NllKernel {
  KernelBuilder& k;
  const KernelBuffer& predictions;
  const KernelBuffer& targets;
  const KernelBuffer* weights;
  int64_t ignored;

  Term Target(const Terms& at) const { return CastTo(DType::Int(64), targets(at)); }
  Term Counts(const Terms& at) const { return Target(at) != ignored; }
  Term Zero() const { return Literal(k.ctx(), predictions.dtype(), 0); }
  Term Weight(const Terms& at) const {
    Term weight = weights == nullptr ? Literal(k.ctx(), predictions.dtype(), 1) : (*weights)(Target(at));
    return IfThenElseOf(Counts(at), weight, Zero());
  }
  Terms Place(const Terms& at) const {
    Terms place = at;
    place.insert(place.begin() + (at.empty() ? 0 : 1), Target(at));
    return place;
  }
};
bool OneDType(const Call& call, size_t first) {
  DType dtype = As<TensorType>(call.args[first]->type)->dtype;
  bool weights = call.args.size() <= first + 2 || As<TensorType>(call.args[first + 2]->type)->dtype == dtype;
  return weights && !dtype.IsBool();
}
Lowered LowerNll(LowerSite& site, const Call& call) {
  if (!OneDType(call, 0)) return Refused{"a loss of bool, or of two dtypes"};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  std::string_view hint = args.size() > 2 ? "nll_loss" : "nll_loss_without_weight";
  return LowerToCallTIR(site, call, hint, args, [&](KernelBuilder& k, const auto& in) {
    NllKernel nll{k, in[0], in[1], in.size() > 2 ? &in[2] : nullptr, IntAttr(call, "ignore_index")};
    KernelBuffer losses = k.Compute("nll_loss", Axes("ax", in[1].dims()), [&](const Terms& at) {
      Term weight = nll.weights == nullptr ? Literal(k.ctx(), in[0].dtype(), 1) : (*nll.weights)(nll.Target(at));
      return IfThenElseOf(nll.Counts(at), Negated(in[0](nll.Place(at))) * weight, nll.Zero());
    });
    std::string_view reduction = TextAttr(call, "reduction");
    if (reduction == "none") return std::vector{losses};
    KernelBuffer sum = SumOfAll(k, losses, [&](const Terms& at) { return losses(at); });
    if (reduction == "sum") return std::vector{sum};
    KernelBuffer weight = SumOfAll(k, losses, [&](const Terms& at) { return nll.Weight(at); });
    return std::vector{
        k.Compute("T_divide", {}, [&](const Terms&) { return QuotientOf(sum(Terms{}), weight(Terms{})); })};
  });
}
Lowered LowerNllBackward(LowerSite& site, const Call& call) {
  DType dtype = As<TensorType>(call.args[1]->type)->dtype;
  bool fits = OneDType(call, 1) && dtype.IsFloating() && As<TensorType>(call.args[0]->type)->dtype == dtype;
  if (!fits) return Refused{"a gradient of integers, or of two dtypes"};
  std::string_view reduction = TextAttr(call, "reduction");
  bool each = reduction == "none";
  int gradients = each ? As<TensorType>(call.args[2]->type)->rank : 0;
  if (As<TensorType>(call.args[0]->type)->rank != gradients)
    return Refused{each ? "output_grad has not the rank of targets" : "output_grad is no scalar"};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  std::string_view hint = args.size() > 3 ? "nll_loss_backward" : "te_nll_loss_backward_no_weight";
  return LowerToCallTIR(site, call, hint, args, [&](KernelBuilder& k, const auto& in) {
    NllKernel nll{k, in[1], in[2], in.size() > 3 ? &in[3] : nullptr, IntAttr(call, "ignore_index")};
    KernelBuffer weights =
        k.Compute("all_weights", Axes("ax", in[2].dims()), [&](const Terms& at) { return nll.Weight(at); });
    KernelBuffer sum = weights;
    if (reduction == "mean") sum = SumOfAll(k, weights, [&](const Terms& at) { return weights(at); });
    return std::vector{k.Compute("pred_grad", Axes("ax", in[1].dims()), [&](const Terms& i) {
      Terms at = i;
      Term own_class = at[at.size() == 1 ? 0 : 1];
      at.erase(at.begin() + (at.size() == 1 ? 0 : 1));
      Term own = each ? in[0](at) : in[0](Terms{});
      if (reduction == "mean") own = own / sum(Terms{});
      return SelectOf(own_class == nll.Target(at), Negated(weights(at)) * own, nll.Zero());
    })};
  });
}

// ---- sampling

const Call* SampleCrossEntropy(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 0, 3));
  return MakeOpCall(site.ctx(), row, {x, site.Tensor(RequestShape(SampledType(x)->dtype, SampledDims(x)))});
}
// Predictions of rank 1 to 3 with constant targets: classes of predictions, some of them ignored.
std::vector<const Expr*> SampleNllArgs(SampleSite& site, DType dtype, int64_t ignored) {
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  int64_t rank = bytes.Between(1, 3), classes = bytes.Between(1, 5), count = 1;
  Dims dims;
  std::vector<int64_t> shape, targets;
  for (int64_t d = 0; d < rank; ++d) {
    bool is_class = d == (rank == 1 ? 0 : 1);
    int64_t extent = is_class ? classes : bytes.Between(1, 3);
    dims.push_back(MakeInt(ctx, extent));
    if (!is_class) shape.push_back(extent);
    if (!is_class) count *= extent;
  }
  for (; count > 0; --count) targets.push_back(bytes.Chance(1, 8) ? ignored : bytes.Between(0, classes - 1));
  DType index = bytes.Chance(1, 2) ? DType::Int(64) : DType::Int(32);
  std::vector<const Expr*> args{site.Tensor(RequestShape(dtype, dims)),
                                MakeConstant(ctx, Tensor::Ints(index, shape, targets))};
  if (bytes.Chance(1, 2)) args.push_back(site.Tensor(RequestShape(dtype, Dims{MakeInt(ctx, classes)})));
  return args;
}
AttrItems SampleNllAttrs(SampleSite& site, int64_t ignored, std::string_view* reduction) {
  static constexpr std::string_view kReductions[] = {"none", "sum", "mean"};
  *reduction = kReductions[site.bytes().Below(3)];
  return {{"reduction", MakeAttrString(site.ctx(), *reduction)}, {"ignore_index", MakeAttrInt(site.ctx(), ignored)}};
}
const Call* SampleNll(SampleSite& site, const OpSpec& row) {
  int64_t ignored = site.bytes().Chance(1, 2) ? -100 : 0;
  std::string_view reduction;
  AttrItems attrs = SampleNllAttrs(site, ignored, &reduction);
  return MakeOpCall(site.ctx(), row, SampleNllArgs(site, site.PickDType(kFloatDType), ignored), attrs);
}
const Call* SampleNllBackward(SampleSite& site, const OpSpec& row) {
  int64_t ignored = site.bytes().Chance(1, 2) ? -100 : 0;
  std::string_view reduction;
  AttrItems attrs = SampleNllAttrs(site, ignored, &reduction);
  DType dtype = site.PickDType(kFloatDType);
  std::vector<const Expr*> args = SampleNllArgs(site, dtype, ignored);
  Dims dims = reduction == "none" ? SampledDims(args[1]) : Dims{};
  args.insert(args.begin(), site.Tensor(RequestShape(dtype, dims)));
  return MakeOpCall(site.ctx(), row, args, attrs);
}

// ---- rows

constexpr Operand kCrossEntropy[] = {{"predictions", OperandKind::kTensor, kNumeric},
                                     {"labels", OperandKind::kTensor, kNumeric}};
constexpr Operand kNllOperands[] = {{"predictions", OperandKind::kTensor, kNumeric},
                                    {"targets", OperandKind::kTensor, kIntegers},
                                    {"weights", OperandKind::kTensor, kNumeric, true}};
constexpr Operand kBackward[] = {{"output_grad", OperandKind::kTensor, kFloatDType},
                                 {"predictions", OperandKind::kTensor, kFloatDType},
                                 {"targets", OperandKind::kTensor, kIntegers},
                                 {"weights", OperandKind::kTensor, kFloatDType, true}};
constexpr AttrSpec kNllAttrs[] = {{"reduction", AttrKind::kString, "\"mean\""},
                                  {"ignore_index", AttrKind::kInt, "-100"}};
constexpr Precondition kCrossEntropyRules[] = {
    {"cross_entropy_with_logits.r1", "both operands have one dtype"},
    {"cross_entropy_with_logits.r2", "both operands have one rank"},
    {"cross_entropy_with_logits.r3", "both operands have one shape"},
};
constexpr Precondition kNllRules[] = {
    {"nll_loss.r1", "predictions and weights have one dtype"},
    {"nll_loss.r2", "targets are integers"},
    {"nll_loss.r3", "predictions are (C) or (N, C, d1, …), targets () or (N, d1, …) of one number of d's, weights (C)"},
    {"nll_loss.r4", "predictions and targets agree in N, d1, …"},
    {"nll_loss.r5", "weights are as long as there are classes"},
    {"nll_loss.r6", "reduction is none, sum or mean"},
};

constexpr OpSpec kLoss[] = {
    {.name = "nn.cross_entropy_with_logits",
     .doc =
         "-sum(predictions * labels), over the first extent when there is more than one dimension; row-major, in the "
         "operands' dtype. Integers divide toward zero; a batch of none gives NaN, or a trap for integers.",
     .operands = kCrossEntropy,
     .attrs = {},
     .preconditions = kCrossEntropyRules,
     .infer = InferCrossEntropy,
     .eval = EvalCrossEntropy,
     .lower = {LowerCrossEntropy},
     .sample = SampleCrossEntropy,
     .tolerance = UlpsPerReduced(4),
     .gradient = {CrossEntropyGradient}},
    {.name = "nn.nll_loss",
     .doc =
         "-predictions[target] * weights[target] for each target; none: each, sum: their sum, mean: that over the sum "
         "of weights. Targets equal to ignore_index give 0 and weigh 0, and read nothing; another target that is no "
         "class is a trap. Without weights all weigh 1. Sums are row-major in the predictions' dtype.",
     .operands = kNllOperands,
     .attrs = kNllAttrs,
     .preconditions = kNllRules,
     .infer = InferNll,
     .eval = EvalNll,
     .lower = {LowerNll},
     .sample = SampleNll,
     .tolerance = UlpsPerReduced(4),
     .gradient = {NllLossGradient}},
    {.name = "grad.nll_loss_backward",
     .doc =
         "The gradient of nll_loss for its predictions: -weight * output_grad at each target's class (over the sum of "
         "weights for mean), 0 elsewhere and at ignored targets. TVM's kernel ignores a negative ignore_index; this "
         "one does as nll_loss.",
     .operands = kBackward,
     .attrs = kNllAttrs,
     .preconditions = {},
     .infer = InferNllBackward,
     .eval = EvalNllBackward,
     .lower = {LowerNllBackward},
     .sample = SampleNllBackward,
     .tolerance = UlpsPerReduced(4)},
};
static_assert(AllComplete(kLoss));

}  // namespace

std::span<const OpSpec> LossOps() { return kLoss; }

}  // namespace assay
