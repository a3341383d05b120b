// Types of normalisations, as TVM's NormCheckDtypeAndShape and InferTypeGroupNorm. Tested by nn_rows_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "ir/arith/dim_binary.h"
#include "ir/ops/norm.h"

namespace assay {

namespace {

std::string_view NameOf(const Call& call) {
  return As<Op>(call.op)->name.text().substr(std::string_view("relax.nn.").size());
}
std::vector<int64_t> AxesOf(const Call& call) {
  return NameOf(call) == "batch_norm" ? std::vector<int64_t>{IntAttr(call, "axis")} : IntsAttr(call, "axes");
}

Result<std::vector<const TensorType*>> AllTensors(const InferIn& in) {
  std::vector<const TensorType*> types;
  for (size_t i = 0; i < in.call.args.size(); ++i) {
    ASSAY_TRY(const TensorType* type, TensorArg(in, i));
    types.push_back(type);
  }
  return types;
}

// Whether all lengths are known to be the data's on these axes; broken where they surely are not.
Result<bool> LengthsAgree(const InferIn& in, int rule, const std::vector<Dims>& lengths) {
  for (size_t i = 1; i < lengths.size(); ++i) {
    for (size_t d = 0; d < lengths[0].size(); ++d) {
      if (ProveUnequal(in.ctx, lengths[0][d], lengths[i][d])) {
        return Broken(in, rule, "extents of data on these axes", fact::NamedDim("data's", lengths[0][d]),
                      fact::NamedDim("given", lengths[i][d]), fact::Arg{0}, fact::Arg{1});
      }
      if (!ProveEqual(in.ctx, lengths[0][d], lengths[i][d])) return false;
    }
  }
  return true;
}

// True where data has its type for the result; false where its rank alone is kept.
Result<bool> CheckAxesNorm(const InferIn& in, const std::vector<const TensorType*>& types) {
  const TensorType* data = types[0];
  std::vector<int64_t> given = AxesOf(in.call);
  std::vector<int> axes;
  if (data->rank != kUnknownRank) {
    ASSAY_TRY(axes, NormalizeAxes(in, 1, given, data->rank));
  }
  if (!data->dtype.IsVoid() && !IsTvmFloat(data->dtype)) return Broken(in, 2, "data of a float dtype", fact::Arg{0});
  for (size_t i = 1; i < types.size(); ++i) {
    if (types[i]->dtype != data->dtype) return Differ(in, 3, "dtypes", fact::Arg{0}, fact::Arg{i});
    bool fits = types[i]->rank == static_cast<int>(given.size());
    if (!fits) return Broken(in, 4, fmt::format("a dimension for each of {} axes", given.size()), fact::Arg{i});
  }
  std::vector<Dims> lengths;
  if (const ShapeExpr* shape = KnownShape(data)) {
    lengths.emplace_back();
    for (int axis : axes) lengths[0].push_back(shape->values[static_cast<size_t>(axis)]);
  }
  for (size_t i = 1; i < types.size(); ++i) {
    if (const ShapeExpr* shape = KnownShape(types[i])) lengths.emplace_back(shape->values.begin(), shape->values.end());
  }
  return LengthsAgree(in, 5, lengths);
}

bool Holds(const std::vector<int>& axes, int axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); }

}  // namespace

Result<const Type*> InferAxesNorm(const InferIn& in) {
  ASSAY_TRY(std::vector<const TensorType*> types, AllTensors(in));
  ASSAY_TRY(bool known, CheckAxesNorm(in, types));
  return known ? types[0] : LikeWithRank(in.ctx, types[0], types[0]->rank);
}
Result<const Type*> InferBatchNorm(const InferIn& in) {
  ASSAY_TRY(std::vector<const TensorType*> types, AllTensors(in));
  ASSAY_TRY(bool known, CheckAxesNorm(in, types));
  if (known) return MakeTupleType(in.ctx, {types[0], types[3], types[4]});
  const TensorType* vector = LikeWithRank(in.ctx, types[0], 1);
  return MakeTupleType(in.ctx, {LikeWithRank(in.ctx, types[0], types[0]->rank), vector, vector});
}
Result<const Type*> InferChannelNorm(const InferIn& in) {
  ASSAY_TRY(std::vector<const TensorType*> types, AllTensors(in));
  const TensorType* data = types[0];
  int channel = -1;
  if (data->rank != kUnknownRank) {
    ASSAY_TRY(std::vector<int> axes, NormalizeAxes(in, 1, AxesOf(in.call), data->rank));
    std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "channel_axis"), data->rank);
    if (!axis || Holds(axes, *axis))
      return Broken(in, 1, fmt::format("channel_axis in [{}, {}) and not among axes", -data->rank, data->rank),
                    fact::Attr{"channel_axis"}, fact::Attr{"axes"}, fact::Arg{0});
    channel = *axis;
  }
  const ShapeExpr* shape = KnownShape(data);
  const Expr* channels = shape == nullptr ? nullptr : shape->values[static_cast<size_t>(channel)];
  if (NameOf(in.call) == "group_norm") {
    bool floating = data->dtype.IsVoid() || data->dtype.code == DTypeCode::kFloat;
    if (!floating) return Broken(in, 4, "data of a float dtype, not bfloat16", fact::Arg{0});
    const Expr* groups = MakeInt(in.ctx, IntAttr(in.call, "num_groups"));
    if (AsInt(groups)->value <= 0) return Broken(in, 5, "num_groups of 1 or more", fact::Attr{"num_groups"});
    const Expr* rest = channels == nullptr ? nullptr : DimBinary(in.ctx, NodeKind::kFloorMod, channels, groups);
    if (rest != nullptr && ExtentsDiffer(in, Simplify(in.ctx, rest), MakeInt(in.ctx, 0))) {
      return Broken(in, 5, "channels that are divisible by num_groups", fact::Extent{0, channel},
                    fact::Attr{"num_groups"});
    }
  }
  for (size_t i = 1; i < types.size(); ++i) {
    if (types[i]->dtype != data->dtype) return Differ(in, 2, "dtypes", fact::Arg{0}, fact::Arg{i});
    if (types[i]->rank != 1) return Broken(in, 3, "a tensor of rank 1", fact::Arg{i});
    const ShapeExpr* length = KnownShape(types[i]);
    if (length != nullptr && channels != nullptr && ExtentsDiffer(in, channels, length->values[0])) {
      return Broken(in, 3, "as many numbers as there are channels", fact::Extent{i, 0}, fact::Extent{0, channel});
    }
  }
  return data;
}

NormCall ReadNorm(const Call& call, int rank) {
  std::string_view name = NameOf(call);
  NormCall norm;
  norm.epsilon = FloatAttr(call, "epsilon");
  norm.span.reduced.assign(static_cast<size_t>(rank), name == "batch_norm");
  std::vector<int> axes;
  for (int64_t axis : AxesOf(call)) axes.push_back(*NormalizeAxis(axis, rank));
  for (int axis : axes) norm.span.reduced[static_cast<size_t>(axis)] = name != "batch_norm";
  norm.scaled = axes;
  bool by_channel = name == "group_norm" || name == "instance_norm";
  if (by_channel) norm.scaled = {*NormalizeAxis(IntAttr(call, "channel_axis"), rank)};
  if (name == "group_norm") {
    norm.span.channel = norm.scaled[0];
    norm.span.groups = IntAttr(call, "num_groups");
  }
  norm.form = {.two_pass = !by_channel, .widens = name != "batch_norm"};
  return norm;
}

}  // namespace assay
