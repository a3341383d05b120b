// Tensors with some elements replaced or combined: scatter_elements, scatter_nd, index_put, slice_scatter. Updates come
// one after the other, in row-major order; one that lies outside is ignored. Tested by index_rows_test.cc.
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

const TensorType* PlainType(Context& ctx, const TensorType* data) {
  return KnownShape(data) != nullptr ? data : LikeWithRank(ctx, data, data->rank);
}
bool SurelyDiffer(const InferIn& in, const Dims& a, const Dims& b) {
  for (size_t d = 0; d < std::min(a.size(), b.size()); ++d) {
    if (ExtentsDiffer(in, a[d], b[d])) return true;
  }
  return a.size() != b.size();
}
Dims DimsOfShapeExpr(const ShapeExpr* shape) { return {shape->values.begin(), shape->values.end()}; }

bool IsReduction(std::string_view name) {
  for (std::string_view known : {"update", "add", "mul", "mean", "min", "max"}) {
    if (name == known) return true;
  }
  return false;
}

Result<const Type*> InferScatterElements(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* indices, TensorArg(in, 1));
  ASSAY_TRY(const TensorType* updates, TensorArg(in, 2));
  if (data->rank == kUnknownRank) return LikeWithRank(in.ctx, data, kUnknownRank);
  bool known = indices->rank != kUnknownRank && updates->rank != kUnknownRank;
  if (known && (data->rank != indices->rank || indices->rank != updates->rank))
    return Differ(in, 1, "ranks", fact::Arg{0}, fact::Arg{1}, fact::Arg{2});
  bool one_dtype = data->dtype.IsVoid() || updates->dtype.IsVoid() || data->dtype == updates->dtype;
  if (!one_dtype) return Differ(in, 2, "dtypes", fact::Arg{0}, fact::Arg{2});
  if (!IsIndexDType(indices->dtype)) return Broken(in, 3, "indices of integers", fact::Arg{1});
  const ShapeExpr *index_shape = KnownShape(indices), *update_shape = KnownShape(updates);
  bool differ = index_shape != nullptr && update_shape != nullptr &&
                SurelyDiffer(in, DimsOfShapeExpr(index_shape), DimsOfShapeExpr(update_shape));
  if (differ) return Differ(in, 4, "shapes", fact::Arg{1}, fact::Arg{2});
  return PlainType(in.ctx, data);
}

// updates.shape = indices.shape[:-1] + data.shape[K:], K the last dimension of indices.
Status CheckNdShapes(const InferIn& in, const ShapeExpr* data, const ShapeExpr* indices, const ShapeExpr* updates) {
  const IntImm* named = indices->values.empty() ? nullptr : AsInt(indices->values.back());
  if (named == nullptr) return Broken(in, 3, "a constant last dimension of indices", fact::Arg{1});
  if (named->value > static_cast<int64_t>(data->values.size()))
    return Broken(in, 3, "indices of at most as many dimensions as data has", fact::Extent{1, -1}, fact::Arg{0});
  Dims expected(indices->values.begin(), indices->values.end() - 1);
  expected.insert(expected.end(), data->values.begin() + named->value, data->values.end());
  bool same = expected.size() == updates->values.size();
  for (size_t d = 0; same && d < expected.size(); ++d) same = ProveEqual(in.ctx, expected[d], updates->values[d]);
  if (!same)
    return Broken(in, 4, fmt::format("updates of shape {}", DimsText(expected)), fact::Arg{2}, fact::Arg{1},
                  fact::Arg{0});
  return Done{};
}
Result<const Type*> InferScatterNd(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* indices, TensorArg(in, 1));
  ASSAY_TRY(const TensorType* updates, TensorArg(in, 2));
  bool one_dtype = !data->dtype.IsVoid() && data->dtype == updates->dtype;
  if (!one_dtype) return Broken(in, 1, "data and updates of one known dtype", fact::Arg{0}, fact::Arg{2});
  if (!IsIndexDType(indices->dtype)) return Broken(in, 2, "indices of integers", fact::Arg{1});
  const ShapeExpr *data_shape = KnownShape(data), *index_shape = KnownShape(indices),
                  *update_shape = KnownShape(updates);
  if (data_shape != nullptr && index_shape != nullptr && update_shape != nullptr) {
    ASSAY_RETURN_IF_ERROR(CheckNdShapes(in, data_shape, index_shape, update_shape));
  }
  return PlainType(in.ctx, data);
}

// The index tensors: those of a tuple, or the one that is given.
Result<std::vector<const TensorType*>> IndexTypes(const InferIn& in) {
  if (const auto* one = As<TensorType>(in.call.args[1]->type)) return std::vector{one};
  return TensorTupleArg(in, 1);
}
// Where all extents are numbers.
Status CheckPutValues(const InferIn& in, const std::vector<const TensorType*>& indices, const TensorType* values) {
  Dims joined;
  for (size_t i = 0; i < indices.size(); ++i) {
    const ShapeExpr* shape = KnownShape(indices[i]);
    if (shape == nullptr) return Done{};
    Broadcast2 next = BroadcastDims(in.ctx, joined, DimsOfShapeExpr(shape));
    if (next.answer == Broadcast2::Answer::kConflict)
      return Broken(in, 5, "index tensors that broadcast", fact::Arg{1});
    if (next.answer == Broadcast2::Answer::kUnknown) return Done{};
    joined = next.dims;
  }
  const ShapeExpr* given = KnownShape(values);
  if (given == nullptr) return Done{};
  const Expr *places = PlainProduct(in.ctx, joined), *count = PlainProduct(in.ctx, DimsOfShapeExpr(given));
  if (!ProveUnequal(in.ctx, places, count)) return Done{};
  return Broken(in, 5, "a value for each place", fact::NamedDim("places", places), fact::NamedDim("values", count),
                fact::Arg{1}, fact::Arg{2});
}
Result<const Type*> InferIndexPut(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(std::vector<const TensorType*> indices, IndexTypes(in));
  ASSAY_TRY(const TensorType* values, TensorArg(in, 2));
  if (data->rank == kUnknownRank) return LikeWithRank(in.ctx, data, kUnknownRank);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i]->rank == 0) return Broken(in, 1, "index tensors of rank 1 or more", fact::Field{1, i});
    if (!IsIndexDType(indices[i]->dtype)) return Broken(in, 2, "indices of integers", fact::Field{1, i});
  }
  if (static_cast<int>(indices.size()) != data->rank)
    return Broken(in, 3, "an index for each dimension of data",
                  fact::Value{"indices", static_cast<int64_t>(indices.size())}, fact::Arg{0});
  bool one_dtype = data->dtype.IsVoid() || values->dtype.IsVoid() || data->dtype == values->dtype;
  if (!one_dtype) return Differ(in, 4, "dtypes", fact::Arg{0}, fact::Arg{2});
  ASSAY_RETURN_IF_ERROR(CheckPutValues(in, indices, values));
  return PlainType(in.ctx, data);
}

// Nothing where it is longer than any tensor.
std::optional<int64_t> DistanceTo(int64_t start, int64_t end) {
  int64_t distance = 0;
  return __builtin_sub_overflow(end, start, &distance) ? std::nullopt : std::optional(distance);
}
Status CheckSlice(const InferIn& in, const Dims& data, const Dims& src, size_t axis) {
  for (size_t d = 0; d < data.size(); ++d) {
    auto at = static_cast<int64_t>(d);
    if (d != axis && ExtentsDiffer(in, data[d], src[d]))
      return Differ(in, 5, "extents", fact::Extent{0, at}, fact::Extent{1, at});
  }
  Term start(in.ctx, in.call.args[2]), end(in.ctx, in.call.args[3]), step(in.ctx, in.call.args[4]);
  // TVM's form, but for a step with which the sum could wrap.
  std::optional<int64_t> number = ConstantValue(in.ctx, step.expr());
  bool is_long = number && *number > INT32_MAX;
  Term count = Simplified(is_long ? (end - start - 1) / step + 1 : (end - start + step - 1) / step);
  if (ExtentsDiffer(in, src[axis], count.expr()))
    return Broken(in, 5, fmt::format("src as long as the slice, {}", DimText(count.expr())),
                  fact::Extent{1, static_cast<int64_t>(axis)}, fact::Arg{2}, fact::Arg{3}, fact::Arg{4});
  return Done{};
}
Result<const Type*> InferSliceScatter(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* src, TensorArg(in, 1));
  if (data->rank == kUnknownRank) return LikeWithRank(in.ctx, data, kUnknownRank);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), data->rank);
  if (!axis) return BadAxis(in, 1, "axis", data->rank);
  if (src->rank != kUnknownRank && src->rank != data->rank)
    return Differ(in, 2, "ranks of data and src", fact::Arg{0}, fact::Arg{1});
  bool one_dtype = data->dtype.IsVoid() || src->dtype.IsVoid() || data->dtype == src->dtype;
  if (!one_dtype) return Differ(in, 3, "dtypes", fact::Arg{0}, fact::Arg{1});
  std::optional<int64_t> bounds[3];
  for (size_t i = 0; i < 3; ++i) {
    if (!IsIndexDType(DTypeOf(in.call.args[2 + i])))
      return Broken(in, 4, "start, end and step of integers", fact::Arg{2 + i});
    bounds[i] = ConstantValue(in.ctx, in.call.args[2 + i]);
  }
  if (bounds[2] && *bounds[2] < 1) return Broken(in, 4, "a step of 1 or more", fact::Arg{4});
  if (bounds[0] && bounds[1] && *bounds[1] < *bounds[0])
    return Broken(in, 4, "an end that is not before start", fact::Arg{3}, fact::Arg{2});
  if (bounds[0] && bounds[1] && !DistanceTo(*bounds[0], *bounds[1]))
    return Broken(in, 5, "a slice that a tensor can hold", fact::Arg{2}, fact::Arg{3});
  const ShapeExpr *data_shape = KnownShape(data), *src_shape = KnownShape(src);
  if (data_shape != nullptr && src_shape != nullptr) {
    ASSAY_RETURN_IF_ERROR(
        CheckSlice(in, DimsOfShapeExpr(data_shape), DimsOfShapeExpr(src_shape), static_cast<size_t>(*axis)));
  }
  return data;
}

// ---- reference evaluation

Scalar Combine(std::string_view reduction, Scalar old, Scalar update) {
  if (reduction == "add") return scalar::Add(old, update);
  if (reduction == "mul") return scalar::Mul(old, update);
  if (reduction == "min") return scalar::Min(old, update);
  if (reduction == "max") return scalar::Max(old, update);
  if (reduction == "mean") return scalar::Div(scalar::Add(old, update), Scalar::Int(old.dtype, 2));
  return update;
}
std::string WhyNotCombined(std::string_view reduction, DType dtype) {
  if (!IsReduction(reduction)) return "reduction is unknown: " + std::string(reduction);
  if (reduction == "mean" && !dtype.IsFloating()) return "TVM has no mean of integers here";
  if (reduction != "update" && dtype.IsBool()) return "arithmetic is not defined for bool";
  return "";
}

// A copy of a tensor that is changed place by place.
struct Scattered {
  explicit Scattered(const Tensor& data) {
    result = eval::Fill(data.dtype(), data.shape(), [&](const Index& i) { return eval::At(data, i); });
  }
  void Update(std::string_view reduction, const Index& place, Scalar update) {
    if (!std::holds_alternative<Value>(result)) return;
    Tensor tensor = eval::TensorOf(std::get<Value>(result));
    for (size_t d = 0; d < place.size(); ++d) {
      if (place[d] < 0 || place[d] >= tensor.shape()[d]) return;
    }
    int64_t offset = eval::Offset(tensor.shape(), place);
    tensor.Set(offset, Combine(reduction, tensor.At(offset), update));
  }
  EvalResult result;
};
// Negative ones count from the end.
int64_t Wrapped(int64_t index, int64_t extent) { return index < 0 ? index + extent : index; }

EvalResult EvalScatterElements(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &indices = eval::TensorOf(in, 1), &updates = eval::TensorOf(in, 2);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), data.rank());
  bool fits = axis && data.rank() == indices.rank() && indices.shape() == updates.shape();
  if (!fits) return eval::ShapeMismatch(in, "shapes of data, indices and updates do not fit");
  std::string_view reduction = TextAttr(in.call, "reduction");
  if (std::string why = WhyNotCombined(reduction, data.dtype()); !why.empty()) return Refused{why};
  Scattered out(data);
  eval::ForEach(indices.shape(), [&](const Index& i) {
    Index place = i;
    auto along = static_cast<size_t>(*axis);
    place[along] = Wrapped(eval::At(indices, i).AsInt(), data.shape()[along]);
    out.Update(reduction, place, eval::At(updates, i));
  });
  return out.result;
}
EvalResult EvalScatterNd(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &indices = eval::TensorOf(in, 1), &updates = eval::TensorOf(in, 2);
  std::string_view reduction = TextAttr(in.call, "reduction");
  if (std::string why = WhyNotCombined(reduction, data.dtype()); !why.empty()) return Refused{why};
  if (indices.rank() == 0 || indices.shape().back() > data.rank()) return eval::ShapeMismatch(in, "indices");
  int64_t named = indices.shape().back(), lead = indices.rank() - 1;
  Index expected(indices.shape().begin(), indices.shape().end() - 1);
  expected.insert(expected.end(), data.shape().begin() + named, data.shape().end());
  if (updates.shape() != expected) return eval::ShapeMismatch(in, "updates");
  Scattered out(data);
  eval::ForEach(expected, [&](const Index& i) {
    Index at(i.begin(), i.begin() + lead), place;
    at.push_back(0);
    for (; at.back() < named; ++at.back()) place.push_back(eval::At(indices, at).AsInt());
    place.insert(place.end(), i.begin() + lead, i.end());
    out.Update(reduction, place, eval::At(updates, i));
  });
  return out.result;
}
EvalResult EvalIndexPut(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &values = eval::TensorOf(in, 2);
  std::vector<Tensor> indices;
  if (const auto* tuple = in.args[1].As<TupleValue>()) {
    for (const Value& field : tuple->fields) indices.push_back(eval::TensorOf(field));
  } else {
    indices.push_back(eval::TensorOf(in, 1));
  }
  std::string_view reduction = BoolAttr(in.call, "accumulate") ? "add" : "update";
  if (std::string why = WhyNotCombined(reduction, data.dtype()); !why.empty()) return Refused{why};
  Index shape;
  for (const Tensor& index : indices) {
    Index joined;
    if (!eval::BroadcastShapes(shape, index.shape(), &joined)) return eval::ShapeMismatch(in, "indices");
    shape = joined;
  }
  bool fits = static_cast<int>(indices.size()) == data.rank() && values.size() == eval::ElementCount(shape);
  if (!fits) return eval::ShapeMismatch(in, "there is not one value for each place");
  Scattered out(data);
  int64_t number = 0;
  eval::ForEach(shape, [&](const Index& at) {
    Index place;
    for (size_t d = 0; d < indices.size(); ++d) {
      int64_t index = indices[d].At(eval::BroadcastOffset(indices[d].shape(), at)).AsInt();
      place.push_back(Wrapped(index, data.shape()[d]));
    }
    out.Update(reduction, place, values.At(number++));
  });
  return out.result;
}
EvalResult EvalSliceScatter(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &src = eval::TensorOf(in, 1);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), data.rank());
  if (!axis || src.rank() != data.rank()) return eval::ShapeMismatch(in, "ranks do not fit");
  int64_t numbers[3];
  for (size_t i = 0; i < 3; ++i) numbers[i] = in.args[2 + i].As<PrimValue>()->scalar.AsInt();
  auto [start, end, step] = numbers;
  if (step < 1) return eval::ShapeMismatch(in, "step is not positive");
  Index shape = data.shape();
  auto along = static_cast<size_t>(*axis);
  std::optional<int64_t> distance = DistanceTo(start, end);
  if (!distance) return eval::ShapeMismatch(in, "no src is as long as the slice");
  shape[along] = *distance <= 0 ? 0 : (*distance - 1) / step + 1;
  if (src.shape() != shape) return eval::ShapeMismatch(in, "src is not as long as the slice");
  Scattered out(data);
  eval::ForEach(shape, [&](const Index& i) {
    Index place = i;
    place[along] = start + i[along] * step;
    out.Update("update", place, eval::At(src, i));
  });
  return out.result;
}

// ---- lowering: each element of data is folded over all updates; step 0 of the fold takes the element itself

Term CombineTerms(std::string_view reduction, Term old, Term update) {
  if (reduction == "add") return old + update;
  if (reduction == "mul") return old * update;
  if (reduction == "min") return MinOf(old, update);
  if (reduction == "max") return MaxOf(old, update);
  if (reduction == "mean") return (old + update) / 2.0;
  return update;
}
using UpdateBody = std::function<Term(const Terms& s, Term old, Term number)>;
KernelBuffer FoldUpdates(KernelBuilder& k, const KernelBuffer& data, Term count, const UpdateBody& body) {
  Term start = Literal(k.ctx(), data.dtype(), 0);
  return k.Reduce("scatter", Axes("ax", data.dims()), {{"k", Simplified(count + 1)}}, start,
                  [&](Term old, const Terms& s, const Terms& r) {
                    return IfThenElseOf(r[0] == 0, data(s), body(s, old, r[0] - 1));
                  });
}
Term WrappedTerm(Term index, Term extent) {
  Term wide = CastTo(DType::Int(64), index);
  return SelectOf(wide < 0, wide + extent, wide);
}
Lowered LowerScatterElements(LowerSite& site, const Call& call) {
  std::string_view reduction = TextAttr(call, "reduction");
  std::string why = WhyNotCombined(reduction, As<TensorType>(call.args[0]->type)->dtype);
  if (!why.empty()) return Refused{why};
  // Nothing asks of its type that the axis is one of data.
  std::optional<int> along = NormalizeAxis(IntAttr(call, "axis"), As<TensorType>(call.args[0]->type)->rank);
  if (!along) return Refused{fmt::format("data has no axis {}", IntAttr(call, "axis"))};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "scatter_elements", args, [&](KernelBuilder& k, const auto& in) {
    auto axis = static_cast<size_t>(*along);
    Term count = in[1].dim(static_cast<int>(axis));
    return std::vector{FoldUpdates(k, in[0], count, [&](const Terms& s, Term old, Term number) {
      Terms place = s;
      place[axis] = number;
      Term covered(k.ctx(), MakeBool(k.ctx(), true));
      for (size_t d = 0; d < s.size(); ++d) {
        if (d != axis) covered = covered && s[d] < in[1].dim(static_cast<int>(d));
      }
      Term hit = WrappedTerm(in[1](place), in[0].dim(static_cast<int>(axis))) == s[axis];
      return IfThenElseOf(covered, IfThenElseOf(hit, CombineTerms(reduction, old, in[2](place)), old), old);
    })};
  });
}
Lowered LowerScatterNd(LowerSite& site, const Call& call) {
  std::string_view reduction = TextAttr(call, "reduction");
  std::string why = WhyNotCombined(reduction, As<TensorType>(call.args[0]->type)->dtype);
  if (!why.empty()) return Refused{why};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "scatter_nd", args, [&](KernelBuilder& k, const auto& in) {
    Terms lead = in[1].dims();
    int64_t named = AsInt(lead.back().expr())->value;
    lead.pop_back();
    return std::vector{FoldUpdates(k, in[0], ProductOf(k, lead), [&](const Terms& s, Term old, Term number) {
      Terms at = PlaceAmong(number, lead), update = at;
      update.insert(update.end(), s.begin() + named, s.end());
      Term hit(k.ctx(), MakeBool(k.ctx(), true));
      for (int64_t n = 0; n < named; ++n) {
        Terms index = at;
        index.push_back(k.Int(n));
        hit = hit && CastTo(DType::Int(64), in[1](index)) == s[static_cast<size_t>(n)];
      }
      return IfThenElseOf(hit, CombineTerms(reduction, old, in[2](update)), old);
    })};
  });
}
Lowered LowerIndexPut(LowerSite& site, const Call& call) {
  std::string_view reduction = BoolAttr(call, "accumulate") ? "add" : "update";
  std::string why = WhyNotCombined(reduction, As<TensorType>(call.args[0]->type)->dtype);
  if (!why.empty()) return Refused{why};
  // As TVM's kernels have it: data, one tensor of indices for each axis, values.
  std::vector<const Expr*> tensors{call.args[0]};
  const auto* types = As<TupleType>(call.args[1]->type);
  const auto* tuple = As<Tuple>(call.args[1]);
  if (types == nullptr) tensors.push_back(call.args[1]);
  for (size_t i = 0; types != nullptr && i < types->fields.size(); ++i) {
    if (tuple != nullptr) tensors.push_back(tuple->fields[i]);
    if (tuple == nullptr) {
      tensors.push_back(site.Emit(MakeTupleGetItem(site.ctx(), call.args[1], static_cast<int64_t>(i))));
    }
  }
  tensors.push_back(call.args[2]);
  return LowerToCallTIR(site, call, "index_put", tensors, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& values = in.back();
    size_t rank = 0;
    for (size_t n = 1; n + 1 < in.size(); ++n) rank = std::max(rank, static_cast<size_t>(in[n].rank()));
    Terms dims(rank, k.Int(1));
    for (size_t n = 1; n + 1 < in.size(); ++n) {
      for (size_t d = rank - static_cast<size_t>(in[n].rank()), own = 0; d < rank; ++d, ++own) {
        dims[d] = BroadcastExtent(dims[d], in[n].dim(static_cast<int>(own)));
      }
    }
    return std::vector{FoldUpdates(k, in[0], ProductOf(k, dims), [&](const Terms& s, Term old, Term number) {
      Terms at = PlaceAmong(number, dims);
      Term hit(k.ctx(), MakeBool(k.ctx(), true));
      for (size_t n = 1; n + 1 < in.size(); ++n) {
        Term index = in[n](BroadcastIndex(in[n], at, dims));
        hit = hit && WrappedTerm(index, in[0].dim(static_cast<int>(n - 1))) == s[n - 1];
      }
      return IfThenElseOf(hit, CombineTerms(reduction, old, values(PlaceOfElement(values, number))), old);
    })};
  });
}
Lowered LowerSliceScatter(LowerSite& site, const Call& call) {
  return LowerToCallTIR(site, call, "slice_scatter", {call.args[0], call.args[1]},
                        [&](KernelBuilder& k, const auto& in) {
                          auto axis = static_cast<size_t>(*NormalizeAxis(IntAttr(call, "axis"), in[0].rank()));
                          auto bound = [&](size_t i) { return CastTo(DType::Int(64), k.Import(call.args[i])); };
                          return std::vector{k.Compute("T_where", Axes("ax", in[0].dims()), [&](const Terms& i) {
                            Term distance = i[axis] - bound(2), step = bound(4);
                            Terms place = i;
                            place[axis] = distance / step;
                            Term inside = bound(2) <= i[axis] && i[axis] < bound(3) && distance % step == 0;
                            return IfThenElseOf(inside, in[1](place), in[0](i));
                          })};
                        });
}

// ---- sampling

std::string_view SampleReduction(SampleSite& site, DType dtype, bool mean) {
  static constexpr std::string_view kNames[] = {"update", "add", "mul", "min", "max", "mean"};
  if (dtype.IsBool()) return "update";
  return kNames[site.bytes().Below(mean && dtype.IsFloating() ? 6 : 5)];
}
const Call* SampleScatterElements(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  std::vector<int64_t> shape = SampleShape(site, site.bytes().Between(1, 3)), index_shape;
  int64_t axis = SampleAxis(site, static_cast<int>(shape.size()));
  auto along = static_cast<size_t>(*NormalizeAxis(axis, static_cast<int>(shape.size())));
  for (int64_t extent : shape) index_shape.push_back(site.bytes().Between(1, extent));
  index_shape[along] = site.bytes().Between(1, 4);
  DType dtype = site.PickDType(kNumeric);
  const Expr* data = site.Tensor(RequestShape(dtype, ConstantDims(ctx, shape)));
  const Expr* indices = ConstantIndices(site, index_shape, -shape[along], shape[along] - 1);
  const Expr* updates = site.Tensor(RequestShape(dtype, ConstantDims(ctx, index_shape)));
  return MakeOpCall(
      ctx, row, {data, indices, updates},
      {{"axis", MakeAttrInt(ctx, axis)}, {"reduction", MakeAttrString(ctx, SampleReduction(site, dtype, true))}});
}
const Call* SampleScatterNd(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  std::vector<int64_t> shape(static_cast<size_t>(site.bytes().Between(1, 3)));
  std::ranges::fill(shape, site.bytes().Between(1, 3));
  std::vector<int64_t> index_shape = SampleShape(site, site.bytes().Between(0, 2)), update_shape = index_shape;
  int64_t named = site.bytes().Between(1, static_cast<int64_t>(shape.size()));
  index_shape.push_back(named);
  update_shape.insert(update_shape.end(), shape.begin() + named, shape.end());
  DType dtype = site.PickDType(kNumeric);
  const Expr* data = site.Tensor(RequestShape(dtype, ConstantDims(ctx, shape)));
  const Expr* indices = ConstantIndices(site, index_shape, 0, shape[0] - 1);
  const Expr* updates = site.Tensor(RequestShape(dtype, ConstantDims(ctx, update_shape)));
  return MakeOpCall(ctx, row, {data, indices, updates},
                    {{"reduction", MakeAttrString(ctx, SampleReduction(site, dtype, false))}});
}
const Call* SampleIndexPut(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  std::vector<int64_t> shape(static_cast<size_t>(site.bytes().Between(1, 3)));
  std::ranges::fill(shape, site.bytes().Between(1, 3));
  std::vector<int64_t> places{site.bytes().Between(1, 4)};
  std::vector<const Expr*> indices;
  for (size_t d = 0; d < shape.size(); ++d) indices.push_back(ConstantIndices(site, places, -shape[d], shape[d] - 1));
  DType dtype = site.PickDType(kNumeric);
  const Expr* data = site.Tensor(RequestShape(dtype, ConstantDims(ctx, shape)));
  const Expr* values = site.Tensor(RequestShape(dtype, ConstantDims(ctx, places)));
  return MakeOpCall(ctx, row, {data, MakeTuple(ctx, indices), values},
                    {{"accumulate", MakeAttrBool(ctx, site.bytes().Chance(1, 2))}});
}
const Call* SampleSliceScatter(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* data = site.Tensor(RequestRank(kAnyDType, 1, 4));
  Dims dims = SampledDims(data);
  int64_t axis = SampleAxis(site, static_cast<int>(dims.size()));
  int64_t start = site.bytes().Between(0, 3), length = site.bytes().Between(0, 4), step = site.bytes().Between(1, 2);
  dims[static_cast<size_t>(*NormalizeAxis(axis, static_cast<int>(dims.size())))] =
      MakeInt(ctx, (length + step - 1) / step);
  const Expr* src = site.Tensor(RequestShape(SampledType(data)->dtype, dims));
  return MakeOpCall(ctx, row, {data, src, MakeInt(ctx, start), MakeInt(ctx, start + length), MakeInt(ctx, step)},
                    {{"axis", MakeAttrInt(ctx, axis)}});
}

// ---- rows

constexpr Operand kScatter[] = {{"data"}, {"indices", OperandKind::kTensor, kIntegers}, {"updates"}};
constexpr Operand kIndexPut[] = {{"data"}, {"indices", OperandKind::kAny, kIntegers}, {"values"}};
constexpr Operand kSliceScatter[] = {
    {"input"}, {"src"}, {"start", OperandKind::kPrim}, {"end", OperandKind::kPrim}, {"step", OperandKind::kPrim}};
constexpr AttrSpec kElementsAttrs[] = {{"axis", AttrKind::kInt, "0"}, {"reduction", AttrKind::kString, "\"update\""}};
constexpr AttrSpec kNdAttrs[] = {{"reduction", AttrKind::kString, "\"update\""}};
constexpr AttrSpec kPutAttrs[] = {{"accumulate", AttrKind::kBool, "False"}};
constexpr AttrSpec kSliceAttrs[] = {{"axis", AttrKind::kInt, "0"}};
constexpr Precondition kElementsRules[] = {{"scatter_elements.r1", "data, indices and updates have one rank"},
                                           {"scatter_elements.r2", "data and updates have one dtype"},
                                           {"scatter_elements.r3", "indices are integers"},
                                           {"scatter_elements.r4", "indices and updates have one shape"}};
constexpr Precondition kNdRules[] = {
    {"scatter_nd.r1", "data and updates have one dtype, which is known"},
    {"scatter_nd.r2", "indices are integers"},
    {"scatter_nd.r3", "the last dimension of indices is constant and at most data's rank"},
    {"scatter_nd.r4", "updates have the leading dimensions of indices and data's that are not named"},
};
constexpr Precondition kPutRules[] = {
    {"index_put.r1", "index tensors have a dimension"},
    {"index_put.r2", "indices are integers"},
    {"index_put.r3", "there is an index tensor for each dimension of data"},
    {"index_put.r4", "data and values have one dtype"},
    {"index_put.r5", "index tensors broadcast, and there is a value for each place that they name"}};
constexpr Precondition kSliceRules[] = {
    {"slice_scatter.r1", "axis is in [-rank, rank)"},
    {"slice_scatter.r2", "data and src have one rank"},
    {"slice_scatter.r3", "data and src have one dtype"},
    {"slice_scatter.r4", "start, end and step are integers, end from start, step from 1"},
    {"slice_scatter.r5", "src has the slice's shape"}};

constexpr OpSpec kScatterRows[] = {
    {.name = "scatter_elements",
     .doc = "data, where each update replaces or combines with the element at its own place, but for the index along "
            "axis, which indices give; negative ones count from the end, others outside are ignored. Updates come in "
            "row-major order; mean is (old + update) / 2, for floats.",
     .operands = kScatter,
     .attrs = kElementsAttrs,
     .preconditions = kElementsRules,
     .infer = InferScatterElements,
     .eval = EvalScatterElements,
     .lower = {LowerScatterElements},
     .sample = SampleScatterElements,
     .tolerance = UlpsPerReduced(1),
     .layout = LayoutOfScatter},
    {.name = "scatter_nd",
     .doc = "data, where each update replaces or combines with the element that the last dimension of indices names; "
            "indices outside, negative ones too, are ignored. Updates come in row-major order.",
     .operands = kScatter,
     .attrs = kNdAttrs,
     .preconditions = kNdRules,
     .infer = InferScatterNd,
     .eval = EvalScatterNd,
     .lower = {LowerScatterNd},
     .sample = SampleScatterNd,
     .tolerance = UlpsPerReduced(1)},
    {.name = "index_put",
     .doc =
         "data[i, j, …] = values, or += with accumulate, for index tensors that broadcast together, one value for each "
         "place in row-major order; negative indices count from the end, others outside are ignored.",
     .operands = kIndexPut,
     .attrs = kPutAttrs,
     .preconditions = kPutRules,
     .infer = InferIndexPut,
     .eval = EvalIndexPut,
     .lower = {LowerIndexPut},
     .sample = SampleIndexPut,
     .tolerance = UlpsPerReduced(1)},
    {.name = "slice_scatter",
     .doc =
         "input with src in place of the slice start:end:step along axis; what of the slice lies outside is ignored. "
         "Bits are kept.",
     .operands = kSliceScatter,
     .attrs = kSliceAttrs,
     .preconditions = kSliceRules,
     .infer = InferSliceScatter,
     .eval = EvalSliceScatter,
     .lower = {LowerSliceScatter},
     .sample = SampleSliceScatter,
     .tolerance = Exact()},
};
static_assert(AllComplete(kScatterRows));

}  // namespace

std::span<const OpSpec> ScatterOps() { return kScatterRows; }

}  // namespace assay
