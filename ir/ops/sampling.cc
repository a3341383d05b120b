// Drawing from distributions: multinomial_from_uniform. Tested by index_rows_test.cc.
#include <algorithm>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/indices.h"
#include "ir/ops/sampling.h"

namespace assay {
namespace {

using eval::Index;

Result<const Type*> InferMultinomial(const InferIn& in) {
  ASSAY_TRY(const TensorType* prob, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* uniform, TensorArg(in, 1));
  ASSAY_TRY(const TensorType* rows, TensorArg(in, 2));
  for (const TensorType* floats : {prob, uniform}) {
    if (!floats->dtype.IsVoid() && !IsTvmFloat(floats->dtype))
      return Broken(in, 1, "prob and uniform_sample of float dtypes", fact::Arg{0}, fact::Arg{1});
  }
  bool integers = rows->dtype.IsVoid() || (rows->dtype.IsInt() && !rows->dtype.IsBool());
  if (!integers) return Broken(in, 2, "sample_indices of signed integers", fact::Arg{2});
  DType dtype = DTypeAttr(in.call, "dtype");
  auto open = [&](int rank) { return MakeTensorTypeOfRank(in.ctx, rank, dtype, prob->vdevice); };
  bool known = true;
  for (const TensorType* type : {prob, uniform, rows}) known = known && type->rank != kUnknownRank;
  if (!known) return open(kUnknownRank);
  for (const TensorType* type : {prob, uniform, rows}) {
    if (type->rank != 2) return Broken(in, 3, "tensors of rank 2", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
  }
  const ShapeExpr *samples = KnownShape(uniform), *indices = KnownShape(rows);
  if (KnownShape(prob) == nullptr || samples == nullptr || indices == nullptr) return open(2);
  auto is_one = [](const Expr* dim) { return AsInt(dim) != nullptr && AsInt(dim)->value == 1; };
  bool fits = ProveEqual(in.ctx, samples->values[0], indices->values[0]) && is_one(samples->values[1]) &&
              is_one(indices->values[1]);
  if (!fits) return Broken(in, 4, "uniform_sample and sample_indices of shape (n, 1)", fact::Arg{1}, fact::Arg{2});
  return MakeTensorType(in.ctx, Dims{samples->values[0], MakeInt(in.ctx, 1)}, dtype, prob->vdevice);
}

EvalResult EvalMultinomial(const EvalIn& in) {
  const Tensor &prob = eval::TensorOf(in, 0), &uniform = eval::TensorOf(in, 1), &rows = eval::TensorOf(in, 2);
  if (prob.dtype() != uniform.dtype()) return Refused{"probabilities and samples of two dtypes"};
  bool fits = prob.rank() == 2 && uniform.rank() == 2 && uniform.shape() == rows.shape() && uniform.shape()[1] == 1;
  if (!fits) return eval::ShapeMismatch(in, "operands do not fit");
  for (int64_t i = 0; i < rows.size(); ++i) {
    int64_t row = rows.At(i).AsInt();
    if (prob.shape()[1] > 0 && (row < 0 || row >= prob.shape()[0]))
      return eval::OutOfBounds(in, "a sample names no row");
  }
  DType dtype = DTypeAttr(in.call, "dtype");
  return eval::Fill(dtype, uniform.shape(), [&](const Index& i) {
    Scalar sum = Scalar::Zero(prob.dtype()), sample = eval::At(uniform, i);
    int64_t drawn = 0, last = prob.shape()[1] - 1;
    for (int64_t n = 0; n <= last; ++n) {
      bool above_previous = n == 0 || scalar::Le(sum, sample).IsTrue();
      sum = scalar::Add(sum, eval::At(prob, {eval::At(rows, i).AsInt(), n}));
      if (above_previous && (n == last || scalar::Lt(sample, sum).IsTrue())) drawn = n;
    }
    return Scalar::Int(dtype, drawn);
  });
}
Lowered LowerMultinomial(LowerSite& site, const Call& call) {
  const auto *prob = As<TensorType>(call.args[0]->type), *uniform = As<TensorType>(call.args[1]->type);
  if (prob->dtype != uniform->dtype) return Refused{"probabilities and samples of two dtypes"};
  DType dtype = As<TensorType>(call.type)->dtype;
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "multinomial_from_uniform", args, [&](KernelBuilder& k, const auto& in) {
    Term n = in[1].dim(0), length = in[0].dim(1), zero = Literal(k.ctx(), in[0].dtype(), 0);
    auto row = [&](const Term& i) { return CastTo(DType::Int(64), in[2](i, k.Int(0))); };
    KernelBuffer sums = k.Reduce("prefix_sum", Axes("ax", {n, length}), {{"k", length}}, zero,
                                 [&](Term sum, const Terms& s, const Terms& r) {
                                   return SelectOf(r[0] <= s[1], sum + in[0](row(s[0]), r[0]), sum);
                                 });
    KernelBuffer drawn =
        k.Reduce("drawn", Axes("ax", {n}), {{"k", length}}, k.Int(0), [&](Term last, const Terms& s, const Terms& r) {
          auto sum = [&](const Term& at) { return sums(s[0], at); };
          return MaxOf(last, SelectOf(IsDrawn(sum, in[1](s[0], k.Int(0)), r[0], length), r[0], k.Int(0)));
        });
    return std::vector{k.Compute("multinomial", Axes("ax", {n, k.Int(1)}),
                                 [&](const Terms& i) { return CastTo(dtype, drawn(i[0])); })};
  });
}
const Call* SampleMultinomial(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  DType dtype = site.PickDType(kFloatDType);
  if (dtype.bits < 16) return nullptr;
  int64_t rows = site.bytes().Between(1, 3), count = site.bytes().Between(1, 3);
  const Expr* prob = site.Tensor(RequestShape(dtype, {MakeInt(ctx, rows), site.Dim()}));
  const Expr* uniform = site.Tensor(RequestShape(dtype, ConstantDims(ctx, {count, 1})));
  const Expr* indices = ConstantIndices(site, {count, 1}, 0, rows - 1);
  return MakeOpCall(ctx, row, {prob, uniform, indices},
                    {{"dtype", MakeAttrDType(ctx, site.bytes().Chance(1, 2) ? DType::Int(32) : DType::Int(64))}});
}

constexpr Operand kOperands[] = {{"prob", OperandKind::kTensor, kFloatDType},
                                 {"uniform_sample", OperandKind::kTensor, kFloatDType},
                                 {"sample_indices", OperandKind::kTensor, kIntDType}};
constexpr AttrSpec kAttrs[] = {{"dtype", AttrKind::kDType, "\"int64\""}};
constexpr Precondition kRules[] = {{"multinomial_from_uniform.r1", "prob and uniform_sample are float"},
                                   {"multinomial_from_uniform.r2", "sample_indices are signed integers"},
                                   {"multinomial_from_uniform.r3", "all are matrices"},
                                   {"multinomial_from_uniform.r4", "uniform_sample and sample_indices are (n, 1)"}};
constexpr OpSpec kSampling[] = {
    {.name = "multinomial_from_uniform",
     .doc = "For each sample the index that it draws: the last one of its row of prob whose running sum is above it, "
            "or the last of all, "
            "while the sum before is not. Sums round in prob's dtype; a sample that names no row is a trap.",
     .operands = kOperands,
     .attrs = kAttrs,
     .preconditions = kRules,
     .infer = InferMultinomial,
     .eval = EvalMultinomial,
     .lower = {LowerMultinomial},
     .sample = SampleMultinomial,
     .tolerance = UlpsPerReduced(1)},
};
static_assert(AllComplete(kSampling));

}  // namespace

Term IsDrawn(const std::function<Term(const Term&)>& sum, const Term& sample, const Term& n, const Term& length) {
  return (sample < sum(n) || n + 1 == length) && (n == 0 || sum(MaxOf(n - 1, n * 0)) <= sample);
}

std::span<const OpSpec> SamplingOps() { return kSampling; }

}  // namespace assay
