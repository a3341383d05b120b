// Normalisations: nn.batch_norm, nn.layer_norm, nn.group_norm, nn.instance_norm, nn.rms_norm. Their kernels are
// norm_lower.cc's. Tested by nn_rows_test.cc.
#include "ir/ops/norm.h"

#include <algorithm>
#include <map>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/layout_rules.h"

namespace assay {
namespace {

using eval::Index;

// ---- reference evaluation

// Calls f(element) for each element that shares its moments with the one at `index`, row-major.
template <class F>
void ForPeers(const Tensor& x, const NormSpan& span, const Index& index, F&& f) {
  Index inner;
  for (size_t d = 0; d < index.size(); ++d) inner.push_back(span.reduced[d] ? x.shape()[d] : 1);
  size_t channel = static_cast<size_t>(std::max(span.channel, 0));
  int64_t part = span.channel < 0 ? 1 : x.shape()[channel] / span.groups;
  if (span.channel >= 0) inner[channel] = part;
  eval::ForEach(inner, [&](const Index& at) {
    Index source = index;
    for (size_t d = 0; d < source.size(); ++d) {
      if (span.reduced[d]) source[d] = at[d];
    }
    if (span.channel >= 0) source[channel] = index[channel] / part * part + at[channel];
    f(eval::At(x, source));
  });
}
struct Moments {
  Scalar mean, variance;
};
Moments MomentsAt(const Tensor& x, const NormCall& norm, const Index& index) {
  DType dtype = SumDType(x.dtype(), norm.form);
  Scalar sum = Scalar::Zero(dtype), squares = sum;
  int64_t peers = 0;
  ForPeers(x, norm.span, index, [&](Scalar element) {
    Scalar wide = scalar::Cast(element, dtype);
    sum = scalar::Add(sum, wide);
    squares = scalar::Add(squares, scalar::Mul(wide, wide));
    ++peers;
  });
  Scalar count = Scalar::Int(dtype, peers), mean = scalar::Div(sum, count);
  if (!norm.form.two_pass) return {mean, scalar::Sub(scalar::Div(squares, count), scalar::Mul(mean, mean))};
  Scalar spread = Scalar::Zero(dtype);
  ForPeers(x, norm.span, index, [&](Scalar element) {
    Scalar deviation = scalar::Sub(scalar::Cast(element, dtype), mean);
    spread = scalar::Add(spread, scalar::Mul(deviation, deviation));
  });
  return {mean, scalar::Div(spread, count)};
}
// The moments at each place, summed once for all places that share them.
class SharedMoments {
 public:
  SharedMoments(const Tensor& x, const NormCall& norm) : x_(x), norm_(norm) {}
  const Moments& At(const Index& index) {
    const NormSpan& span = norm_.span;
    Index group = index;
    for (size_t d = 0; d < group.size(); ++d) {
      if (span.reduced[d]) group[d] = 0;
    }
    if (span.channel >= 0) {
      auto channel = static_cast<size_t>(span.channel);
      group[channel] = index[channel] / (x_.shape()[channel] / span.groups);
    }
    auto found = known_.find(group);
    if (found == known_.end()) found = known_.emplace(group, MomentsAt(x_, norm_, index)).first;
    return found->second;
  }

 private:
  const Tensor& x_;
  const NormCall& norm_;
  std::map<Index, Moments> known_;
};
// The element of gamma or beta for a place of data.
Scalar ScaleAt(const Tensor& scale, const NormCall& norm, const Index& index) {
  Index at;
  for (int d : norm.scaled) at.push_back(index[static_cast<size_t>(d)]);
  return eval::At(scale, at);
}
Scalar Epsilon(DType dtype, const NormCall& norm) { return Scalar::Float(dtype, norm.epsilon); }

bool Fits(const EvalIn& in, const NormCall& norm, size_t first, size_t last) {
  const Tensor& x = eval::TensorOf(in, 0);
  Index lengths;
  for (int d : norm.scaled) lengths.push_back(x.shape()[static_cast<size_t>(d)]);
  bool fits = true;
  for (size_t i = first; i < last; ++i) fits = fits && eval::TensorOf(in, i).shape() == lengths;
  return fits && (norm.span.channel < 0 || lengths[0] % norm.span.groups == 0);
}
// layer_norm, group_norm, instance_norm: (x - mean) * rsqrt(variance + epsilon), rounded to x's dtype, then scaled.
EvalResult EvalScaledNorm(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (!x.dtype().IsFloating()) return Refused{"a norm of integers"};
  NormCall norm = ReadNorm(in.call, x.rank());
  if (!Fits(in, norm, 1, 3)) return eval::ShapeMismatch(in, "lengths or channels do not fit");
  SharedMoments shared(x, norm);
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& index) {
    const Moments& moments = shared.At(index);
    DType dtype = moments.mean.dtype;
    Scalar centred = scalar::Sub(scalar::Cast(eval::At(x, index), dtype), moments.mean);
    Scalar root = eval::Math("rsqrt", scalar::Add(moments.variance, Epsilon(dtype, norm)));
    Scalar value = scalar::Cast(scalar::Mul(centred, root), x.dtype());
    value = scalar::Mul(value, ScaleAt(eval::TensorOf(in, 1), norm, index));
    return scalar::Add(value, ScaleAt(eval::TensorOf(in, 2), norm, index));
  });
}
EvalResult EvalRmsNorm(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  NormCall norm = ReadNorm(in.call, x.rank());
  if (!Fits(in, norm, 1, 2)) return eval::ShapeMismatch(in, "lengths do not fit");
  constexpr DType kWide = DType::Float(32);
  DType late = RootDType(x.dtype());
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& index) {
    Scalar squares = Scalar::Zero(kWide);
    int64_t peers = 0;
    ForPeers(x, norm.span, index, [&](Scalar element) {
      Scalar wide = scalar::Cast(element, kWide);
      squares = scalar::Add(squares, scalar::Mul(wide, wide));
      ++peers;
    });
    Scalar mean = scalar::Cast(scalar::Div(squares, Scalar::Int(kWide, peers)), late);
    Scalar root = eval::Math("rsqrt", scalar::Add(mean, Epsilon(late, norm)));
    auto widened = [&](Scalar element) { return scalar::Cast(scalar::Cast(element, kWide), late); };
    Scalar value = scalar::Mul(root, widened(eval::At(x, index)));
    Scalar weight = widened(ScaleAt(eval::TensorOf(in, 1), norm, index));
    return scalar::Cast(scalar::Mul(value, weight), x.dtype());
  });
}

// (1 - momentum) * moving + momentum * observed, or moving itself.
EvalResult MovingAverage(const EvalIn& in, size_t argument, const NormCall& norm, bool variance) {
  const Tensor& moving = eval::TensorOf(in, argument);
  const Tensor& x = eval::TensorOf(in, 0);
  if (!BoolAttr(in.call, "training")) return eval::ValueOf(moving);
  double momentum = FloatAttr(in.call, "momentum");
  return eval::Fill(moving.dtype(), moving.shape(), [&](const Index& channel) {
    Index index(static_cast<size_t>(x.rank()), 0);
    index[static_cast<size_t>(norm.scaled[0])] = channel[0];
    Moments moments = MomentsAt(x, norm, index);
    Scalar kept = scalar::Mul(Scalar::Float(moving.dtype(), 1 - momentum), eval::At(moving, channel));
    Scalar observed = variance ? moments.variance : moments.mean;
    return scalar::Add(kept, scalar::Mul(Scalar::Float(moving.dtype(), momentum), observed));
  });
}
EvalResult EvalBatchNorm(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  NormCall norm = ReadNorm(in.call, x.rank());
  if (!Fits(in, norm, 1, 5)) return eval::ShapeMismatch(in, "lengths do not fit");
  bool training = BoolAttr(in.call, "training");
  SharedMoments shared(x, norm);
  EvalResult out = eval::Fill(x.dtype(), x.shape(), [&](const Index& index) {
    Moments moments{ScaleAt(eval::TensorOf(in, 3), norm, index), ScaleAt(eval::TensorOf(in, 4), norm, index)};
    if (training) moments = shared.At(index);
    Scalar root = eval::Math("sqrt", scalar::Add(moments.variance, Epsilon(x.dtype(), norm)));
    Scalar value = scalar::Div(scalar::Sub(eval::At(x, index), moments.mean), root);
    if (BoolAttr(in.call, "scale")) value = scalar::Mul(value, ScaleAt(eval::TensorOf(in, 1), norm, index));
    if (BoolAttr(in.call, "center")) value = scalar::Add(value, ScaleAt(eval::TensorOf(in, 2), norm, index));
    return value;
  });
  EvalResult mean = MovingAverage(in, 3, norm, false), variance = MovingAverage(in, 4, norm, true);
  for (EvalResult* part : {&out, &mean, &variance}) {
    if (!std::holds_alternative<Value>(*part)) return *part;
  }
  return Value{TupleValue{{std::get<Value>(out), std::get<Value>(mean), std::get<Value>(variance)}}};
}

// ---- sampling

// One of the dtypes that TVM's norms know; nothing when the run has none.
const Expr* SampleData(SampleSite& site, int least_rank) {
  const Expr* x = site.Tensor(RequestRank(kFloatDType, least_rank, 4));
  DType dtype = SampledType(x)->dtype;
  return dtype.code == DTypeCode::kFloat && dtype.bits >= 16 ? x : nullptr;
}
const Attr* SampleEpsilon(SampleSite& site) {
  return MakeAttrFloat(site.ctx(), site.bytes().Chance(1, 3) ? 0.25 : 1e-5);
}
// Distinct axes, at least one, in any order of signs.
std::vector<int64_t> SomeAxes(SampleSite& site, int rank) {
  std::vector<int64_t> axes = SampleAxes(site, rank);
  if (axes.empty()) axes.push_back(SampleAxis(site, rank));
  return axes;
}
std::vector<const Expr*> Vectors(SampleSite& site, const Expr* x, const std::vector<int64_t>& axes, int count) {
  Dims dims = SampledDims(x), lengths;
  for (int64_t axis : axes)
    lengths.push_back(dims[static_cast<size_t>(*NormalizeAxis(axis, static_cast<int>(dims.size())))]);
  std::vector<const Expr*> args{x};
  for (int i = 0; i < count; ++i) args.push_back(site.Tensor(RequestShape(SampledType(x)->dtype, lengths)));
  return args;
}
const Call* SampleAxesNorm(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleData(site, 1);
  if (x == nullptr) return nullptr;
  std::vector<int64_t> axes = SomeAxes(site, SampledType(x)->rank);
  int vectors = row.name == "nn.rms_norm" ? 1 : 2;
  std::vector<const Expr*> args = Vectors(site, x, axes, vectors);
  return MakeOpCall(site.ctx(), row, args,
                    {{"axes", MakeAttrInts(site.ctx(), axes)}, {"epsilon", SampleEpsilon(site)}});
}
const Call* SampleBatchNorm(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleData(site, 1);
  if (x == nullptr) return nullptr;
  int64_t axis = SampleAxis(site, SampledType(x)->rank);
  auto flag = [&] { return MakeAttrBool(site.ctx(), site.bytes().Chance(1, 2)); };
  std::vector<const Expr*> args = Vectors(site, x, {axis}, 4);
  return MakeOpCall(site.ctx(), row, args,
                    {{"axis", MakeAttrInt(site.ctx(), axis)},
                     {"epsilon", SampleEpsilon(site)},
                     {"center", flag()},
                     {"scale", flag()},
                     {"training", flag()}});
}
const Call* SampleChannelNorm(SampleSite& site, const OpSpec& row) {
  const Expr* x = SampleData(site, 2);
  if (x == nullptr) return nullptr;
  int rank = SampledType(x)->rank;
  int64_t channel = site.bytes().Between(0, rank - 1);
  std::vector<int64_t> axes;
  for (int64_t d = 0; d < rank; ++d) {
    if (d != channel && site.bytes().Chance(2, 3)) axes.push_back(d);
  }
  if (axes.empty()) axes.push_back(channel == 0 ? 1 : 0);
  AttrItems attrs{{"channel_axis", MakeAttrInt(site.ctx(), channel)},
                  {"axes", MakeAttrInts(site.ctx(), axes)},
                  {"epsilon", SampleEpsilon(site)}};
  const IntImm* channels = AsInt(SampledDims(x)[static_cast<size_t>(channel)]);
  int64_t groups = channels != nullptr && channels->value > 0 && site.bytes().Chance(1, 2) ? channels->value : 1;
  if (groups % 2 == 0 && site.bytes().Chance(1, 2)) groups /= 2;
  if (row.name == "nn.group_norm") attrs.emplace_back("num_groups", MakeAttrInt(site.ctx(), groups));
  return MakeOpCall(site.ctx(), row, Vectors(site, x, {channel}, 2), attrs);
}

// ---- rows

constexpr Operand kScaled[] = {{"data", OperandKind::kTensor, kFloatDType},
                               {"gamma", OperandKind::kTensor, kFloatDType},
                               {"beta", OperandKind::kTensor, kFloatDType}};
constexpr Operand kBatch[] = {{"data", OperandKind::kTensor, kFloatDType},
                              {"gamma", OperandKind::kTensor, kFloatDType},
                              {"beta", OperandKind::kTensor, kFloatDType},
                              {"moving_mean", OperandKind::kTensor, kFloatDType},
                              {"moving_var", OperandKind::kTensor, kFloatDType}};
constexpr Operand kRms[] = {{"data", OperandKind::kTensor, kFloatDType}, {"weight", OperandKind::kTensor, kFloatDType}};
constexpr AttrSpec kEpsilonAttr{"epsilon", AttrKind::kFloat, "1e-05"};
constexpr AttrSpec kCenterAttr{"center", AttrKind::kBool, "True"};
constexpr AttrSpec kScaleAttr{"scale", AttrKind::kBool, "True"};
constexpr AttrSpec kLayerAttrs[] = {{"axes", AttrKind::kIntList, ""}, kEpsilonAttr, kCenterAttr, kScaleAttr};
constexpr AttrSpec kRmsAttrs[] = {{"axes", AttrKind::kIntList, "-1"}, kEpsilonAttr};
constexpr AttrSpec kBatchAttrs[] = {
    {"axis", AttrKind::kInt, ""},         kEpsilonAttr, kCenterAttr, kScaleAttr, {"momentum", AttrKind::kFloat, "0.1"},
    {"training", AttrKind::kBool, "True"}};
constexpr AttrSpec kGroupAttrs[] = {{"num_groups", AttrKind::kInt, ""},
                                    {"channel_axis", AttrKind::kInt, ""},
                                    {"axes", AttrKind::kIntList, ""},
                                    kEpsilonAttr,
                                    kCenterAttr,
                                    kScaleAttr};
constexpr AttrSpec kInstanceAttrs[] = {
    {"channel_axis", AttrKind::kInt, ""}, {"axes", AttrKind::kIntList, ""}, kEpsilonAttr, kCenterAttr, kScaleAttr};
#define ASSAY_AXES_RULES(name)                                                       \
  constexpr Precondition k_##name##_rules[] = {                                      \
      {#name ".r1", "axes are distinct and in [-rank, rank)"},                       \
      {#name ".r2", "data is float"},                                                \
      {#name ".r3", "all operands have data's dtype"},                               \
      {#name ".r4", "the other operands have as many dimensions as there are axes"}, \
      {#name ".r5", "they are as long as data on these axes"}}
ASSAY_AXES_RULES(batch_norm);
ASSAY_AXES_RULES(layer_norm);
ASSAY_AXES_RULES(rms_norm);
#undef ASSAY_AXES_RULES
constexpr Precondition kGroupRules[] = {
    {"group_norm.r1", "axes are distinct, in [-rank, rank) and without channel_axis, which is too"},
    {"group_norm.r2", "all operands have data's dtype"},
    {"group_norm.r3", "gamma and beta are vectors, as long as there are channels"},
    {"group_norm.r4", "data is float, not bfloat16"},
    {"group_norm.r5", "channels are divisible by num_groups, which is positive"},
};
constexpr Precondition kInstanceRules[] = {
    {"instance_norm.r1", "axes are distinct, in [-rank, rank) and without channel_axis, which is too"},
    {"instance_norm.r2", "all operands have data's dtype"},
    {"instance_norm.r3", "gamma and beta are vectors, as long as there are channels"},
};

constexpr OpSpec kNorm[] = {
    {.name = "nn.batch_norm",
     .doc =
         "(x - mean) / sqrt(variance + epsilon), times gamma if scale, plus beta if center; then the moving mean and "
         "variance. In training the moments are those of each channel (two passes, in data's dtype), and moving ones "
         "become (1 - momentum) * moving + momentum * observed; else the moving ones are used and kept. Moments of "
         "nothing are NaN.",
     .operands = kBatch,
     .attrs = kBatchAttrs,
     .preconditions = k_batch_norm_rules,
     .infer = InferBatchNorm,
     .eval = EvalBatchNorm,
     .lower = {LowerBatchNorm},
     .sample = SampleBatchNorm,
     .tolerance = UlpsPerReduced(8),
     .layout = LayoutOfBatchNorm},
    {.name = "nn.layer_norm",
     .doc = "(x - mean) * rsqrt(variance + epsilon), rounded to data's dtype, then times gamma plus beta. Moments over "
            "axes in two passes, in float32 where data is narrower. center and scale say nothing, as in TVM's kernel. "
            "Moments of nothing are NaN.",
     .operands = kScaled,
     .attrs = kLayerAttrs,
     .preconditions = k_layer_norm_rules,
     .infer = InferAxesNorm,
     .eval = EvalScaledNorm,
     .lower = {LowerLayerNorm},
     .sample = SampleAxesNorm,
     .tolerance = UlpsPerReduced(8),
     .layout = LayoutOfNorm,
     .mixed = kFollows},
    {.name = "nn.group_norm",
     .doc = "layer_norm over axes and one of num_groups equal parts of the channels; the variance is E[x^2] - E[x]^2, "
            "which may round to below 0, and gamma and beta run along channels.",
     .operands = kScaled,
     .attrs = kGroupAttrs,
     .preconditions = kGroupRules,
     .infer = InferChannelNorm,
     .eval = EvalScaledNorm,
     .lower = {LowerGroupNorm},
     .sample = SampleChannelNorm,
     .tolerance = UlpsPerReduced(16),
     .layout = LayoutOfNorm,
     .mixed = kFollows},
    {.name = "nn.instance_norm",
     .doc = "layer_norm over axes for each other place; the variance is E[x^2] - E[x]^2, and gamma and beta run along "
            "channels.",
     .operands = kScaled,
     .attrs = kInstanceAttrs,
     .preconditions = kInstanceRules,
     .infer = InferChannelNorm,
     .eval = EvalScaledNorm,
     .lower = {LowerInstanceNorm},
     .sample = SampleChannelNorm,
     .tolerance = UlpsPerReduced(16),
     .layout = LayoutOfNorm,
     .mixed = kFollows},
    {.name = "nn.rms_norm",
     .doc = "x * rsqrt(E[x^2] + epsilon) * weight; operands and E, over axes, in float32 whatever the dtype, the rest "
            "in float64 "
            "where data is, as TVM's kernel.",
     .operands = kRms,
     .attrs = kRmsAttrs,
     .preconditions = k_rms_norm_rules,
     .infer = InferAxesNorm,
     .eval = EvalRmsNorm,
     .lower = {LowerRmsNorm},
     .sample = SampleAxesNorm,
     .tolerance = AddedIn(DType::Float(32), UlpsPerReduced(4)),
     .layout = LayoutOfNorm,
     .mixed = kFollows},
};
static_assert(AllComplete(kNorm));

}  // namespace

std::span<const OpSpec> NormOps() { return kNorm; }

}  // namespace assay
