// Elements of a tensor at given places: gather_elements, gather_nd, index_tensor. Tested by index_rows_test.cc.
#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/indices.h"
#include "ir/ops/kernel_broadcast.h"
#include "ir/ops/layout_rules.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferGatherElements(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* indices, TensorArg(in, 1));
  bool integers = indices->dtype.IsVoid() || (indices->dtype.IsInt() && !indices->dtype.IsBool());
  if (!integers) return Broken(in, 1, "indices of signed integers", fact::Arg{1});
  if (data->rank == kUnknownRank || indices->rank == kUnknownRank) return LikeWithRank(in.ctx, data, kUnknownRank);
  if (!NormalizeAxis(IntAttr(in.call, "axis"), data->rank)) return BadAxis(in, 2, "axis", data->rank);
  if (data->rank != indices->rank) return Differ(in, 3, "ranks of data and indices", fact::Arg{0}, fact::Arg{1});
  if (indices->shape == nullptr) return LikeWithRank(in.ctx, data, indices->rank);
  return MakeTensorType(in.ctx, indices->shape, data->dtype, data->vdevice);
}

Result<const Type*> InferGatherNd(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* indices, TensorArg(in, 1));
  int64_t batch = IntAttr(in.call, "batch_dims");
  if (batch < 0) return Broken(in, 2, "batch_dims of 0 or more", fact::Attr{"batch_dims"});
  if (!indices->dtype.IsVoid() && indices->dtype != DType::Int(64))
    return Broken(in, 1, "indices of int64", fact::Arg{1});
  if (data->rank == kUnknownRank || indices->rank == kUnknownRank) return LikeWithRank(in.ctx, data, kUnknownRank);
  bool fits = batch <= data->rank && batch <= indices->rank - 1;
  if (!fits)
    return Broken(in, 2, "batch_dims at most the rank of data, and below that of indices", fact::Attr{"batch_dims"},
                  fact::Arg{0}, fact::Arg{1});
  const ShapeExpr* index_shape = KnownShape(indices);
  const IntImm* last = index_shape == nullptr ? nullptr : AsInt(index_shape->values.back());
  if (last == nullptr) return LikeWithRank(in.ctx, data, kUnknownRank);
  const ShapeExpr* shape = KnownShape(data);
  int rank = indices->rank + data->rank - static_cast<int>(last->value) - 1 - static_cast<int>(batch);
  if (shape == nullptr) return LikeWithRank(in.ctx, data, rank);
  if (last->value > data->rank - batch)
    return Broken(in, 3, "indices of at most as many dimensions as data has without batch_dims", fact::Extent{1, -1},
                  fact::Attr{"batch_dims"}, fact::Arg{0});
  Dims dims(index_shape->values.begin(), index_shape->values.end() - 1);
  dims.insert(dims.end(), shape->values.begin() + (batch + last->value), shape->values.end());
  return LikeWithDims(in.ctx, data, dims);
}

// What all shapes broadcast to; nothing where that is not known.
Result<std::optional<Dims>> BroadcastAll(const InferIn& in, int rule, const std::vector<const TensorType*>& types) {
  std::optional<Dims> joined = Dims();
  for (const TensorType* type : types) {
    const ShapeExpr* shape = KnownShape(type);
    if (shape == nullptr) joined.reset();
    if (!joined) continue;
    Broadcast2 next = BroadcastDims(in.ctx, *joined, Dims(shape->values.begin(), shape->values.end()));
    if (next.answer == Broadcast2::Answer::kConflict) return Broken(in, rule, "indices that broadcast", fact::Arg{1});
    if (next.answer == Broadcast2::Answer::kKnown) joined = next.dims;
    if (next.answer == Broadcast2::Answer::kUnknown) joined.reset();
  }
  return joined;
}
Result<const Type*> InferIndexTensor(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(std::vector<const TensorType*> indices, TensorTupleArg(in, 1));
  if (indices.empty()) return Broken(in, 1, "at least one index", fact::Arg{1});
  for (size_t i = 0; i < indices.size(); ++i) {
    DType dtype = indices[i]->dtype;
    bool integers = dtype.IsVoid() || (dtype.IsInt() && !dtype.IsBool());
    if (!integers) return Broken(in, 2, "indices of signed integers", fact::Field{1, i});
  }
  int count = static_cast<int>(indices.size());
  if (data->rank != kUnknownRank && count > data->rank)
    return Broken(in, 3, "at most as many indices as data has dimensions", fact::Value{"indices", count}, fact::Arg{0});
  ASSAY_TRY(std::optional<Dims> dims, BroadcastAll(in, 4, indices));
  const ShapeExpr* shape = KnownShape(data);
  if (!dims || data->rank == kUnknownRank) return LikeWithRank(in.ctx, data, kUnknownRank);
  if (shape == nullptr) return LikeWithRank(in.ctx, data, static_cast<int>(dims->size()) + data->rank - count);
  dims->insert(dims->end(), shape->values.begin() + count, shape->values.end());
  return LikeWithDims(in.ctx, data, *dims);
}

// ---- reference evaluation

bool IsInside(const Tensor& x, const Index& at) {
  for (size_t d = 0; d < at.size(); ++d) {
    if (at[d] < 0 || at[d] >= x.shape()[d]) return false;
  }
  return true;
}
// data at source(index) for each index of `shape`; a trap where that is outside.
template <class F>
EvalResult GatherFrom(const EvalIn& in, const Tensor& data, const Index& shape, F&& source) {
  bool inside = true;
  eval::ForEach(shape, [&](const Index& i) { inside = inside && IsInside(data, source(i)); });
  if (!inside) return eval::OutOfBounds(in, "an index is outside data");
  return eval::Fill(data.dtype(), shape, [&](const Index& i) { return eval::At(data, source(i)); });
}
EvalResult EvalGatherElements(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &indices = eval::TensorOf(in, 1);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), data.rank());
  if (!axis || data.rank() != indices.rank()) return eval::ShapeMismatch(in, "ranks do not fit");
  return GatherFrom(in, data, indices.shape(), [&](const Index& i) {
    Index source = i;
    source[static_cast<size_t>(*axis)] = eval::At(indices, i).AsInt();
    return source;
  });
}
EvalResult EvalGatherNd(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &indices = eval::TensorOf(in, 1);
  int64_t batch = IntAttr(in.call, "batch_dims");
  if (indices.rank() == 0 || indices.shape().back() + batch > data.rank()) {
    return eval::ShapeMismatch(in, "indices name more dimensions than data has");
  }
  int64_t named = indices.shape().back(), lead = indices.rank() - 1;
  Index shape(indices.shape().begin(), indices.shape().end() - 1);
  shape.insert(shape.end(), data.shape().begin() + batch + named, data.shape().end());
  return GatherFrom(in, data, shape, [&](const Index& i) {
    Index source(i.begin(), i.begin() + batch), at(i.begin(), i.begin() + lead);
    at.push_back(0);
    for (; at.back() < named; ++at.back()) source.push_back(eval::At(indices, at).AsInt());
    source.insert(source.end(), i.begin() + lead, i.end());
    return source;
  });
}
EvalResult EvalIndexTensor(const EvalIn& in) {
  const Tensor& data = eval::TensorOf(in, 0);
  std::vector<Tensor> indices;
  Index shape;
  for (const Value& field : in.args[1].As<TupleValue>()->fields) {
    indices.push_back(eval::TensorOf(field));
    Index joined;
    if (!eval::BroadcastShapes(shape, indices.back().shape(), &joined)) return eval::ShapeMismatch(in, "indices");
    shape = joined;
  }
  auto lead = static_cast<std::ptrdiff_t>(shape.size()), named = static_cast<std::ptrdiff_t>(indices.size());
  if (named > data.rank()) return eval::ShapeMismatch(in, "there are more indices than dimensions");
  shape.insert(shape.end(), data.shape().begin() + named, data.shape().end());
  return GatherFrom(in, data, shape, [&](const Index& i) {
    Index at(i.begin(), i.begin() + lead), source;
    for (const Tensor& index : indices) source.push_back(index.At(eval::BroadcastOffset(index.shape(), at)).AsInt());
    source.insert(source.end(), i.begin() + lead, i.end());
    return source;
  });
}

// ---- lowering

Lowered LowerGatherElements(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "gather", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    auto axis = static_cast<size_t>(*NormalizeAxis(IntAttr(call, "axis"), in[0].rank()));
    return std::vector{k.Compute("T_gather", Axes("ax", in[1].dims()), [&](const Terms& i) {
      Terms source = i;
      source[axis] = in[1](i);
      return in[0](source);
    })};
  });
}
Lowered LowerGatherNd(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "te_gather_nd", {call.args[0], call.args[1]},
                        [&](KernelBuilder& k, const auto& in) {
                          Terms dims = k.ImportDims(KnownShape(call.type)->values);
                          int64_t batch = IntAttr(call, "batch_dims"), lead = in[1].rank() - 1;
                          int64_t named = AsInt(in[1].dim(static_cast<int>(lead)).expr())->value;
                          Terms named_first{in[1].dim(static_cast<int>(lead))};
                          for (int d = 0; d < lead; ++d) named_first.push_back(in[1].dim(d));
                          KernelBuffer indices = k.Compute("T_transpose", Axes("ax", named_first), [&](const Terms& i) {
                            Terms at(i.begin() + 1, i.end());
                            at.push_back(i[0]);
                            return in[1](at);
                          });
                          return std::vector{k.Compute("T_gather_nd", Axes("ax", dims), [&](const Terms& i) {
                            Terms source(i.begin(), i.begin() + batch);
                            for (int64_t n = 0; n < named; ++n) {
                              Terms at{k.Int(n)};
                              at.insert(at.end(), i.begin(), i.begin() + lead);
                              source.push_back(indices(at));
                            }
                            source.insert(source.end(), i.begin() + lead, i.end());
                            return in[0](source);
                          })};
                        });
}
Lowered LowerIndexTensor(LowerSite& site, const Call& call) {
  const auto* tuple = As<Tuple>(call.args[1]);
  std::vector<const Expr*> tensors{call.args[0]};
  size_t count = As<TupleType>(call.args[1]->type)->fields.size();
  for (size_t i = 0; i < count; ++i) {
    const Expr* item = MakeTupleGetItem(site.ctx(), call.args[1], static_cast<int64_t>(i));
    tensors.push_back(site.Emit(tuple == nullptr ? item : tuple->fields[i]));
  }
  return LowerToCallTIR(site, call, "index_tensor", tensors, [&](KernelBuilder& k, const auto& in) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    auto lead = static_cast<std::ptrdiff_t>(dims.size()) - in[0].rank() + static_cast<std::ptrdiff_t>(count);
    Terms indexed(dims.begin(), dims.begin() + lead);
    std::vector<KernelBuffer> indices(in.begin() + 1, in.end());
    for (size_t n = 0; n < count && count > 1; ++n) {
      indices[n] = k.Compute("T_broadcast_to", Axes("ax", indexed),
                             [&](const Terms& i) { return indices[n](BroadcastIndex(indices[n], i, indexed)); });
    }
    return std::vector{k.Compute("advanced_index", Axes("ax", dims), [&](const Terms& i) {
      Terms at(i.begin(), i.begin() + lead), source;
      for (const KernelBuffer& index : indices) source.push_back(index(at));
      source.insert(source.end(), i.begin() + lead, i.end());
      return in[0](source);
    })};
  });
}

// ---- sampling: data of constant shape, so that constant indices are inside

const Call* SampleGatherElements(SampleSite& site, const OpSpec& row) {
  std::vector<int64_t> shape = SampleShape(site, site.bytes().Between(1, 3)), index_shape;
  int64_t axis = SampleAxis(site, static_cast<int>(shape.size()));
  auto along = static_cast<size_t>(*NormalizeAxis(axis, static_cast<int>(shape.size())));
  for (int64_t extent : shape) index_shape.push_back(site.bytes().Between(1, extent));
  index_shape[along] = site.bytes().Between(1, 4);
  const Expr* data = site.Tensor(RequestShape(site.PickDType(kAnyDType), ConstantDims(site.ctx(), shape)));
  DType dtype = site.bytes().Chance(1, 3) ? DType::Int(32) : DType::Int(64);
  return MakeOpCall(site.ctx(), row, {data, ConstantIndices(site, index_shape, 0, shape[along] - 1, dtype)},
                    {{"axis", MakeAttrInt(site.ctx(), axis)}});
}
const Call* SampleGatherNd(SampleSite& site, const OpSpec& row) {
  std::vector<int64_t> shape(static_cast<size_t>(site.bytes().Between(1, 3)));
  std::ranges::fill(shape, site.bytes().Between(1, 3));
  std::vector<int64_t> index_shape;
  auto rank = static_cast<int64_t>(shape.size());
  int64_t batch = site.bytes().Chance(1, 3) ? site.bytes().Between(0, rank - 1) : 0;
  index_shape.assign(shape.begin(), shape.begin() + batch);
  if (site.bytes().Chance(2, 3)) index_shape.push_back(site.bytes().Between(1, 3));
  index_shape.push_back(site.bytes().Between(1, rank - batch));
  const Expr* data = site.Tensor(RequestShape(site.PickDType(kAnyDType), ConstantDims(site.ctx(), shape)));
  return MakeOpCall(site.ctx(), row, {data, ConstantIndices(site, index_shape, 0, shape[0] - 1)},
                    {{"batch_dims", MakeAttrInt(site.ctx(), batch)}});
}
const Call* SampleIndexTensor(SampleSite& site, const OpSpec& row) {
  std::vector<int64_t> shape(static_cast<size_t>(site.bytes().Between(1, 3)));
  std::ranges::fill(shape, site.bytes().Between(1, 3));
  std::vector<int64_t> joined = SampleShape(site, site.bytes().Between(1, 2));
  std::vector<const Expr*> indices;
  for (int64_t n = site.bytes().Between(1, static_cast<int64_t>(shape.size())); n > 0; --n) {
    std::vector<int64_t> own = joined;
    if (!indices.empty() && site.bytes().Chance(1, 3)) own[0] = 1;
    indices.push_back(ConstantIndices(site, own, 0, shape[0] - 1));
  }
  const Expr* data = site.Tensor(RequestShape(site.PickDType(kAnyDType), ConstantDims(site.ctx(), shape)));
  return MakeOpCall(site.ctx(), row, {data, MakeTuple(site.ctx(), indices)});
}

// ---- rows

constexpr Operand kGather[] = {{"data"}, {"indices", OperandKind::kTensor, kIntegers}};
constexpr Operand kIndexTensor[] = {{"data"}, {"indices", OperandKind::kTensorTuple, kIntegers}};
constexpr AttrSpec kAxis[] = {{"axis", AttrKind::kInt, "0"}};
constexpr AttrSpec kBatchDims[] = {{"batch_dims", AttrKind::kInt, "0"}};
constexpr Precondition kElementsRules[] = {{"gather_elements.r1", "indices are signed integers"},
                                           {"gather_elements.r2", "axis is in [-rank, rank)"},
                                           {"gather_elements.r3", "data and indices have one rank"}};
constexpr Precondition kNdRules[] = {
    {"gather_nd.r1", "indices are int64"},
    {"gather_nd.r2", "batch_dims is in [0, rank], and below the rank of indices"},
    {"gather_nd.r3", "the last dimension of indices is at most the rank without batch_dims"},
};
constexpr Precondition kIndexTensorRules[] = {{"index_tensor.r1", "there is an index"},
                                              {"index_tensor.r2", "indices are signed integers"},
                                              {"index_tensor.r3", "there are at most as many indices as dimensions"},
                                              {"index_tensor.r4", "indices broadcast"}};

constexpr OpSpec kGatherRows[] = {
    {.name = "gather_elements",
     .doc = "data at the place of each element of indices, with that element as its index along axis; an index outside "
            "is a trap, also a negative one. Bits are kept.",
     .operands = kGather,
     .attrs = kAxis,
     .preconditions = kElementsRules,
     .infer = InferGatherElements,
     .eval = EvalGatherElements,
     .lower = {LowerGatherElements},
     .sample = SampleGatherElements,
     .tolerance = Exact(),
     .layout = LayoutOfGather},
    {.name = "gather_nd",
     .doc = "Slices of data that the last dimension of indices names, behind batch_dims leading dimensions that both "
            "share; an index outside is a trap, also a negative one. Bits are kept.",
     .operands = kGather,
     .attrs = kBatchDims,
     .preconditions = kNdRules,
     .infer = InferGatherNd,
     .eval = EvalGatherNd,
     .lower = {LowerGatherNd},
     .sample = SampleGatherNd,
     .tolerance = Exact()},
    {.name = "index_tensor",
     .doc = "data[i, j, …] with one index tensor for each leading dimension, broadcast together; an index outside is a "
            "trap, also a negative one. Bits are kept.",
     .operands = kIndexTensor,
     .attrs = {},
     .preconditions = kIndexTensorRules,
     .infer = InferIndexTensor,
     .eval = EvalIndexTensor,
     .lower = {LowerIndexTensor},
     .sample = SampleIndexTensor,
     .tolerance = Exact()},
};
static_assert(AllComplete(kGatherRows));

}  // namespace

std::span<const OpSpec> GatherOps() { return kGatherRows; }

}  // namespace assay
