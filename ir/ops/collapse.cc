// Sums that undo a broadcast: collapse_sum_like, collapse_sum_to. Tested by index_rows_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

// Aligned at the last dimension, each of the target's is data's or 1; what is not known to be so is broken. As in TVM
// nothing is said of further dimensions of the target: such calls are refused when they run.
Status CheckCollapse(const InferIn& in, const Dims& data, const Dims& target) {
  for (size_t i = 1; i <= std::min(target.size(), data.size()); ++i) {
    const Expr* wanted = target[target.size() - i];
    const IntImm* number = AsInt(wanted);
    bool fits = ProveEqual(in.ctx, data[data.size() - i], wanted) || (number != nullptr && number->value == 1);
    if (!fits)
      return Broken(in, 1, "dimensions of the target, from the last, that are those of data or 1",
                    fact::Extent{1, static_cast<int64_t>(target.size() - i)},
                    fact::Extent{0, static_cast<int64_t>(data.size() - i)});
  }
  return Done{};
}
Result<const Type*> InferCollapseLike(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* target, TensorArg(in, 1));
  std::optional<Dims> from = DimsOf(data), to = DimsOf(target);
  if (from && to) ASSAY_RETURN_IF_ERROR(CheckCollapse(in, *from, *to));
  return WithDType(in.ctx, target, data->dtype);
}
Result<const Type*> InferCollapseTo(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  std::optional<Dims> from = DimsOf(data), to = DimsOfShape(in.call.args[1]);
  if (from && to) ASSAY_RETURN_IF_ERROR(CheckCollapse(in, *from, *to));
  return MakeTensorType(in.ctx, in.call.args[1], data->dtype, data->vdevice);
}

// ---- reference evaluation

EvalResult Collapse(const EvalIn& in, const Index& target) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (static_cast<int>(target.size()) > x.rank()) return eval::ShapeMismatch(in, "the target has more dimensions");
  size_t lead = x.shape().size() - target.size();
  Index inner = x.shape();
  for (size_t d = 0; d < target.size(); ++d) {
    bool summed = target[d] == 1;
    if (!summed && target[d] != x.shape()[lead + d])
      return eval::ShapeMismatch(in, "an extent is neither data's nor 1");
    if (!summed) inner[lead + d] = 1;
  }
  return eval::Fill(x.dtype(), target, [&](const Index& i) {
    Scalar sum = Scalar::Zero(x.dtype());
    eval::ForEach(inner, [&](const Index& r) {
      Index source = r;
      for (size_t d = 0; d < target.size(); ++d) source[lead + d] += i[d];
      Scalar element = eval::At(x, source);
      sum = x.dtype().IsBool() ? scalar::Or(sum, element) : scalar::Add(sum, element);
    });
    return sum;
  });
}
EvalResult EvalCollapseLike(const EvalIn& in) { return Collapse(in, eval::TensorOf(in, 1).shape()); }
EvalResult EvalCollapseTo(const EvalIn& in) { return Collapse(in, eval::IntsOf(in.args[1])); }

// ---- lowering

Lowered LowerCollapse(LowerSite& site, const Call& call) {
  bool fits = As<TensorType>(call.type)->rank <= As<TensorType>(call.args[0]->type)->rank;
  if (!fits) return Refused{"the target has more dimensions than data"};
  return LowerToCallTIR(site, call, "collapse_sum", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    Terms target = k.ImportDims(KnownShape(call.type)->values);
    size_t lead = static_cast<size_t>(x.rank()) - target.size();
    KernelAxes reduce;
    std::vector<bool> summed;
    for (size_t d = 0; d < static_cast<size_t>(x.rank()); ++d) {
      Term extent = x.dim(static_cast<int>(d));
      summed.push_back(d < lead || (target[d - lead].IsInt(1) && !extent.IsInt(1)));
      if (summed[d]) reduce.push_back({"k" + std::to_string(d), extent});
    }
    auto source = [&](const Terms& s, const Terms& r) {
      Terms place;
      size_t next = 0;
      for (size_t d = 0; d < summed.size(); ++d) place.push_back(summed[d] ? r[next++] : s[d - lead]);
      return place;
    };
    if (reduce.empty()) {
      return std::vector{k.Compute("T_collapse_sum", Axes("ax", target), [&](const Terms& s) { return x(s); })};
    }
    return std::vector{k.Reduce("T_collapse_sum", Axes("ax", target), reduce, Literal(k.ctx(), x.dtype(), 0),
                                [&](Term sum, const Terms& s, const Terms& r) {
                                  Term element = x(source(s, r));
                                  return x.dtype().IsBool() ? sum || element : sum + element;
                                })};
  });
}

// ---- sampling

Dims SampleTarget(SampleSite& site, const Expr* x) {
  Dims dims = SampledDims(x);
  dims.erase(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(site.bytes().Below(dims.size() + 1)));
  for (const Expr*& dim : dims) {
    if (site.bytes().Chance(1, 2)) dim = MakeInt(site.ctx(), 1);
  }
  return dims;
}
const Call* SampleCollapseLike(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  return MakeOpCall(site.ctx(), row, {x, site.Tensor(RequestShape(SampledType(x)->dtype, SampleTarget(site, x)))});
}
const Call* SampleCollapseTo(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  return MakeOpCall(site.ctx(), row, {x, MakeShape(site.ctx(), SampleTarget(site, x))});
}

constexpr Operand kLike[] = {{"data", OperandKind::kTensor, kNumeric}, {"collapse_target"}};
constexpr Operand kTo[] = {{"data", OperandKind::kTensor, kNumeric}, {"shape", OperandKind::kShape}};
constexpr Precondition kLikeRules[] = {
    {"collapse_sum_like.r1", "each dimension of collapse_target, from the last, is known to be data's or 1"}};
constexpr Precondition kToRules[] = {
    {"collapse_sum_to.r1", "each dimension of shape, from the last, is known to be data's or 1"}};

constexpr OpSpec kCollapse[] = {
    {.name = "collapse_sum_like",
     .doc =
         "Sum of data over what a broadcast of collapse_target to it repeats: leading dimensions and those that are 1 "
         "there; row-major, rounded or wrapped in data's dtype. Of bool: any.",
     .operands = kLike,
     .attrs = {},
     .preconditions = kLikeRules,
     .infer = InferCollapseLike,
     .eval = EvalCollapseLike,
     .lower = {LowerCollapse},
     .sample = SampleCollapseLike,
     .tolerance = SumsOfProducts(1)},
    {.name = "collapse_sum_to",
     .doc = "collapse_sum_like for a tensor of that shape.",
     .operands = kTo,
     .attrs = {},
     .preconditions = kToRules,
     .infer = InferCollapseTo,
     .eval = EvalCollapseTo,
     .lower = {LowerCollapse},
     .sample = SampleCollapseTo,
     .tolerance = SumsOfProducts(1)},
};
static_assert(AllComplete(kCollapse));

}  // namespace

std::span<const OpSpec> CollapseOps() { return kCollapse; }

}  // namespace assay
