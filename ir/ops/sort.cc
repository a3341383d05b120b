// Order along one axis: sort, argsort, topk, median. One order for all: ascending, NaN after every number, equal
// elements in the order of their indices; descending is the reverse but for equal elements. Tested by
// index_rows_test.cc.
#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "ir/ops/common_rows.h"
#include "ir/ops/families.h"
#include "ir/ops/reduction.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<int> CheckAxis(const InferIn& in, const TensorType* x) {
  if (x->rank == kUnknownRank) return 0;
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x->rank);
  if (!axis) return BadAxis(in, 1, "axis", x->rank);
  return *axis;
}
Result<const Type*> InferSort(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(int axis, CheckAxis(in, x));
  (void)axis;
  return x;
}
Result<const Type*> InferArgsort(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(int axis, CheckAxis(in, x));
  (void)axis;
  return WithDType(in.ctx, x, DTypeOfResult(in.call, x->dtype));
}
Result<const Type*> InferTopK(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(int axis, CheckAxis(in, x));
  std::string_view kind = TextAttr(in.call, "ret_type");
  if (kind != "both" && kind != "values" && kind != "indices")
    return Broken(in, 2, "ret_type to be both, values or indices", fact::Attr{"ret_type"});
  int64_t k = IntAttr(in.call, "k");
  const TensorType* values = LikeWithRank(in.ctx, x, x->rank);
  if (const ShapeExpr* shape = KnownShape(x)) {
    Dims dims(shape->values.begin(), shape->values.end());
    const Expr*& dim = dims[static_cast<size_t>(axis)];
    const IntImm* extent = AsInt(dim);
    if (k > 0 && (extent == nullptr || k < extent->value)) dim = MakeInt(in.ctx, k);
    values = LikeWithDims(in.ctx, x, dims);
  }
  const TensorType* indices = WithDType(in.ctx, values, DTypeOfResult(in.call, x->dtype));
  if (kind == "values") return values;
  if (kind == "indices") return indices;
  return MakeTupleType(in.ctx, {values, indices});
}
// The value alone over all axes or several; over one axis also its index.
Result<const Type*> InferMedian(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  ASSAY_TRY(const Type* reduced, InferReduced(in, 1, x->dtype));
  const auto* value = As<TensorType>(reduced);
  bool all = IsNullAttr(in.call, "axis"), known = KnownShape(value) != nullptr;
  if (all && known) return value;
  // Of several axes there are no places; TVM says so of known shapes alone, and else gives a tuple that no value has.
  if (!all && IntsAttr(in.call, "axis").size() > 1) return value;
  if (!known && value->rank == 0) return LikeWithDims(in.ctx, x, {});
  return MakeTupleType(in.ctx, {value, WithDType(in.ctx, value, DType::Int(64))});
}

// ---- reference evaluation

bool IsNaN(Scalar x) { return scalar::Ne(x, x).IsTrue(); }
bool IsBelow(Scalar a, Scalar b) { return scalar::Lt(a, b).IsTrue() || (!IsNaN(a) && IsNaN(b)); }
// Indices of a line's elements in order.
Index OrderOf(const std::vector<Scalar>& line, bool descending) {
  Index order(line.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    const Scalar &a = line[static_cast<size_t>(i)], &b = line[static_cast<size_t>(j)];
    if (IsBelow(a, b) || IsBelow(b, a)) return descending ? IsBelow(b, a) : IsBelow(a, b);
    return i < j;
  });
  return order;
}
std::vector<Scalar> LineOf(const Tensor& x, size_t axis, Index index) {
  std::vector<Scalar> line;
  for (index[axis] = 0; index[axis] < x.shape()[axis]; ++index[axis]) line.push_back(eval::At(x, index));
  return line;
}

// The orders of all lines along the axis, one behind the other, lines in row-major order.
Index OrdersAlong(const Tensor& x, size_t axis, bool descending) {
  Index orders, lines = x.shape();
  int64_t length = std::exchange(lines[axis], 1);
  eval::ForEach(lines, [&](const Index& at) {
    // As many visits as comparisons, about.
    bool go_on = eval::Visit(length * std::bit_width(static_cast<uint64_t>(length)));
    Index order = go_on ? OrderOf(LineOf(x, axis, at), descending) : Index(static_cast<size_t>(length), 0);
    orders.insert(orders.end(), order.begin(), order.end());
  });
  return orders;
}
// The first `count` places of each line along the axis (all where it is not positive): values, or their indices. 0
// where a line is shorter.
EvalResult EvalOrdered(const EvalIn& in, bool descending, int64_t count, DType index_dtype, bool values) {
  const Tensor& x = eval::TensorOf(in, 0);
  std::optional<int> normal = NormalizeAxis(IntAttr(in.call, "axis"), x.rank());
  if (!normal) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  auto axis = static_cast<size_t>(*normal);
  const Index orders = OrdersAlong(x, axis, descending);
  Index shape = x.shape();
  int64_t length = shape[axis];
  if (count > 0) shape[axis] = count;
  DType dtype = values ? x.dtype() : index_dtype;
  return eval::Fill(dtype, shape, [&](Index at) {
    int64_t place = at[axis], line = 0;
    if (place >= length) return Scalar::Zero(dtype);
    for (size_t d = 0; d < shape.size(); ++d) line = d == axis ? line : line * shape[d] + at[d];
    at[axis] = orders[static_cast<size_t>(line * length + place)];
    return values ? eval::At(x, at) : Scalar::Int(dtype, at[axis]);
  });
}
EvalResult EvalSort(const EvalIn& in) {
  return EvalOrdered(in, BoolAttr(in.call, "descending"), 0, DType::Int(64), true);
}
EvalResult EvalArgsort(const EvalIn& in) {
  DType dtype = DTypeOfResult(in.call, eval::TensorOf(in, 0).dtype());
  return EvalOrdered(in, BoolAttr(in.call, "descending"), 0, dtype, false);
}
// What the type gives: k where the extent is known to be no less, or by name alone; else no more than there are.
int64_t CountOf(const EvalIn& in) {
  int64_t k = IntAttr(in.call, "k");
  const Tensor& x = eval::TensorOf(in, 0);
  std::optional<int> axis = NormalizeAxis(IntAttr(in.call, "axis"), x.rank());
  if (k <= 0 || !axis) return k;
  const ShapeExpr* shape = KnownShape(As<TensorType>(in.call.args[0]->type));
  bool by_name = shape != nullptr && AsInt(shape->values[static_cast<size_t>(*axis)]) == nullptr;
  return by_name || x.shape()[static_cast<size_t>(*axis)] > k ? k : 0;
}
EvalResult EvalTopK(const EvalIn& in) {
  std::string_view kind = TextAttr(in.call, "ret_type");
  bool largest = BoolAttr(in.call, "largest");
  DType dtype = DTypeOfResult(in.call, eval::TensorOf(in, 0).dtype());
  if (kind != "both") return EvalOrdered(in, largest, CountOf(in), dtype, kind == "values");
  EvalResult values = EvalOrdered(in, largest, CountOf(in), dtype, true);
  EvalResult indices = EvalOrdered(in, largest, CountOf(in), dtype, false);
  if (!std::holds_alternative<Value>(values)) return values;
  if (!std::holds_alternative<Value>(indices)) return indices;
  return TupleOf({std::get<Value>(values), std::get<Value>(indices)});
}
constexpr std::string_view kSeveralAxes = "TVM's median over several axes looks along the first alone";
bool HasSeveralAxes(const Call& call) { return !IsNullAttr(call, "axis") && IntsAttr(call, "axis").size() != 1; }

EvalResult EvalMedian(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  if (HasSeveralAxes(in.call)) return Refused{std::string(kSeveralAxes)};
  std::optional<ReducedShape> shape = ReduceShape(in.call, x.shape());
  if (!shape) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
  auto middle = [&](const Index& index, Scalar* value) {
    std::vector<Scalar> line;
    ForEachReduced(x, *shape, index, [&](Scalar element, const Index&) { line.push_back(element); });
    if (line.empty() || !eval::Visit(static_cast<int64_t>(line.size()))) return int64_t{0};
    int64_t chosen = OrderOf(line, false)[(line.size() - 1) / 2];
    *value = line[static_cast<size_t>(chosen)];
    return chosen;
  };
  EvalResult values = eval::Fill(x.dtype(), shape->kept, [&](const Index& index) {
    Scalar value = Scalar::Zero(x.dtype());
    middle(index, &value);
    return value;
  });
  if (IsNullAttr(in.call, "axis") || !std::holds_alternative<Value>(values)) return values;
  EvalResult indices = eval::Fill(DType::Int(64), shape->kept, [&](const Index& index) {
    Scalar unused = Scalar::Zero(x.dtype());
    return Scalar::Int(DType::Int(64), middle(index, &unused));
  });
  return TupleOf({std::get<Value>(values), std::get<Value>(indices)});
}

// ---- lowering: stage "rank" counts what stands before each element, the next stages pick by rank

struct OrderKernel {
  KernelBuilder& k;
  const KernelBuffer& x;
  // Which dimensions a line runs along.
  std::vector<bool> along;

  KernelAxes LineAxes() const {
    KernelAxes axes;
    for (int d = 0; d < x.rank(); ++d) {
      if (along[static_cast<size_t>(d)]) axes.push_back({"k" + std::to_string(d), x.dim(d)});
    }
    return axes;
  }
  // The place `r` of the line on which `i` stands.
  Terms OnLine(const Terms& i, const Terms& r) const {
    Terms place = i;
    size_t next = 0;
    for (size_t d = 0; d < place.size(); ++d) {
      if (along[d]) place[d] = r[next++];
    }
    return place;
  }
  // Row-major number of a place on its line.
  Term Number(const Terms& place) const {
    Term number = k.Int(0);
    for (int d = 0; d < x.rank(); ++d) {
      if (along[static_cast<size_t>(d)]) number = number * x.dim(d) + place[static_cast<size_t>(d)];
    }
    return number;
  }
  Term Key(const Terms& place) const { return x.dtype().IsBool() ? CastTo(DType::Int(8), x(place)) : x(place); }
  Term Below(Term a, Term b) const {
    if (!a.dtype().IsFloating()) return a < b;
    auto nan = [](Term value) { return assay::Intrinsic("isnan", {value}, DType::Bool()); };
    return a < b || (!nan(a) && nan(b));
  }
  KernelBuffer Rank(bool descending) const {
    return k.Reduce("rank", Axes("ax", x.dims()), LineAxes(), k.Int(0),
                    [&](Term count, const Terms& i, const Terms& r) {
                      Terms other = OnLine(i, r);
                      Term own_key = Key(i), other_key = Key(other);
                      Term before = descending ? Below(own_key, other_key) : Below(other_key, own_key);
                      Term after = descending ? Below(other_key, own_key) : Below(own_key, other_key);
                      return count + CastTo(DType::Int(64), before || (!after && Number(other) < Number(i)));
                    });
  }
  using Pick = std::function<Term(const Terms& place)>;
  // What `pick` says of the element whose rank is `wanted`; 0 where there is none.
  KernelBuffer Picked(std::string_view name, const KernelBuffer& rank, const KernelAxes& axes, DType dtype,
                      const std::function<Terms(const Terms& s, const Terms& r)>& source,
                      const std::function<Term(const Terms& s)>& wanted, const Pick& pick) const {
    return k.Reduce(name, axes, LineAxes(), Literal(k.ctx(), dtype, 0),
                    [&](Term value, const Terms& s, const Terms& r) {
                      Terms place = source(s, r);
                      return SelectOf(rank(place) == wanted(s), pick(place), value);
                    });
  }
};
// Stages for sort, argsort, topk: places of result axes along the line are ranks.
std::vector<KernelBuffer> OrderStages(KernelBuilder& k, const KernelBuffer& x, size_t axis, bool descending,
                                      const Terms& dims, DType index_dtype, bool values, bool indices) {
  OrderKernel kernel{k, x, std::vector<bool>(static_cast<size_t>(x.rank()), false)};
  kernel.along[axis] = true;
  KernelBuffer rank = kernel.Rank(descending);
  auto source = [&](const Terms& s, const Terms& r) { return kernel.OnLine(s, r); };
  auto wanted = [&](const Terms& s) { return s[axis]; };
  std::vector<KernelBuffer> results;
  if (values) {
    results.push_back(kernel.Picked("sorted", rank, Axes("ax", dims), x.dtype(), source, wanted,
                                    [&](const Terms& place) { return x(place); }));
  }
  if (indices) {
    results.push_back(kernel.Picked("order", rank, Axes("ax", dims), index_dtype, source, wanted,
                                    [&](const Terms& place) { return CastTo(index_dtype, place[axis]); }));
  }
  return results;
}
const TensorType* FirstTensor(const Type* type) {
  const auto* tuple = As<TupleType>(type);
  return As<TensorType>(tuple == nullptr ? type : tuple->fields[0]);
}
Lowered LowerOrdered(LowerSite& site, const Call& call, std::string_view hint, bool descending, DType index_dtype,
                     bool values, bool indices) {
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    auto axis = static_cast<size_t>(*NormalizeAxis(IntAttr(call, "axis"), in[0].rank()));
    Terms dims = k.ImportDims(KnownShape(FirstTensor(call.type))->values);
    return OrderStages(k, in[0], axis, descending, dims, index_dtype, values, indices);
  });
}
DType IndexDType(const Call& call) { return DTypeOfResult(call, As<TensorType>(call.args[0]->type)->dtype); }
Lowered LowerSort(LowerSite& site, const Call& call) {
  return LowerOrdered(site, call, "sort", BoolAttr(call, "descending"), DType::Int(64), true, false);
}
Lowered LowerArgsort(LowerSite& site, const Call& call) {
  return LowerOrdered(site, call, "argsort", BoolAttr(call, "descending"), IndexDType(call), false, true);
}
Lowered LowerTopK(LowerSite& site, const Call& call) {
  std::string_view kind = TextAttr(call, "ret_type");
  return LowerOrdered(site, call, "topk", BoolAttr(call, "largest"), IndexDType(call), kind != "indices",
                      kind != "values");
}
Lowered LowerMedian(LowerSite& site, const Call& call) {
  if (HasSeveralAxes(call)) return Refused{std::string(kSeveralAxes)};
  return LowerToCallTIR(site, call, "median", {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    ReductionLoops loops = LoopsOf(k, call, x, BoolAttr(call, "keepdims"));
    OrderKernel kernel{k, x, loops.reduced};
    if (x.rank() == 0) return std::vector{k.Compute("median", {}, [&](const Terms&) { return x(Terms{}); })};
    KernelBuffer rank = kernel.Rank(false);
    Term length = k.Int(1);
    for (const KernelAxis& axis : kernel.LineAxes()) length = length * axis.extent;
    auto source = [&](const Terms& s, const Terms& r) { return SourceIndices(loops, s, r); };
    auto wanted = [&](const Terms&) { return Simplified((length - 1) / 2); };
    std::vector<KernelBuffer> results{kernel.Picked("median", rank, loops.axes, x.dtype(), source, wanted,
                                                    [&](const Terms& place) { return x(place); })};
    if (!IsNullAttr(call, "axis")) {
      results.push_back(kernel.Picked("median_index", rank, loops.axes, DType::Int(64), source, wanted,
                                      [&](const Terms& place) { return kernel.Number(place); }));
    }
    return results;
  });
}

// ---- sampling

const Attr* Flag(SampleSite& site) { return MakeAttrBool(site.ctx(), site.bytes().Chance(1, 2)); }
AttrItems SampleAxisOf(SampleSite& site, const Expr* x) {
  return {{"axis", MakeAttrInt(site.ctx(), SampleAxis(site, SampledType(x)->rank))}};
}
const Attr* SampleIndexDType(SampleSite& site) {
  return MakeAttrDType(site.ctx(), site.bytes().Chance(1, 2) ? DType::Int(32) : DType::Int(64));
}
const Call* SampleSort(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  AttrItems attrs = SampleAxisOf(site, x);
  attrs.emplace_back("descending", Flag(site));
  if (row.name == "argsort") attrs.emplace_back("dtype", SampleIndexDType(site));
  return MakeOpCall(site.ctx(), row, {x}, attrs);
}
const Call* SampleTopK(SampleSite& site, const OpSpec& row) {
  static constexpr std::string_view kKinds[] = {"both", "values", "indices"};
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  AttrItems attrs = SampleAxisOf(site, x);
  // A symbolic extent may be less than k; 1 and all are always there.
  attrs.emplace_back("k", MakeAttrInt(site.ctx(), site.bytes().Between(0, 1)));
  attrs.emplace_back("ret_type", MakeAttrString(site.ctx(), kKinds[site.bytes().Below(3)]));
  attrs.emplace_back("largest", Flag(site));
  attrs.emplace_back("dtype", SampleIndexDType(site));
  int64_t axis = *NormalizeAxis(As<AttrInt>(attrs[0].second)->value, SampledType(x)->rank);
  const IntImm* extent = AsInt(SampledDims(x)[static_cast<size_t>(axis)]);
  if (extent != nullptr) attrs[1].second = MakeAttrInt(site.ctx(), site.bytes().Between(0, extent->value + 1));
  return MakeOpCall(site.ctx(), row, {x}, attrs);
}
const Call* SampleMedian(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 4));
  AttrItems attrs{{"keepdims", Flag(site)}};
  if (site.bytes().Chance(2, 3)) {
    std::vector<int64_t> axis{SampleAxis(site, SampledType(x)->rank)};
    attrs.emplace_back("axis", MakeAttrInts(site.ctx(), axis));
  }
  return MakeOpCall(site.ctx(), row, {x}, attrs);
}

// ---- rows

constexpr Operand kData[] = {{"data", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kSortAttrs[] = {{"axis", AttrKind::kInt, "-1"}, {"descending", AttrKind::kBool, "False"}};
constexpr AttrSpec kArgsortAttrs[] = {{"axis", AttrKind::kInt, "-1"},
                                      {"descending", AttrKind::kBool, "False"},
                                      {"dtype", AttrKind::kDType, "\"int32\"", true}};
constexpr AttrSpec kTopKAttrs[] = {{"k", AttrKind::kInt, "1"},
                                   {"axis", AttrKind::kInt, "-1"},
                                   {"ret_type", AttrKind::kString, "\"both\""},
                                   {"largest", AttrKind::kBool, "True"},
                                   {"dtype", AttrKind::kDType, "\"int32\"", true}};
constexpr AttrSpec kMedianAttrs[] = {{"axis", AttrKind::kIntList, "None"}, {"keepdims", AttrKind::kBool, "False"}};
constexpr Precondition kSortRules[] = {{"sort.r1", "axis is in [-rank, rank)"}};
constexpr Precondition kArgsortRules[] = {{"argsort.r1", "axis is in [-rank, rank)"}};
constexpr Precondition kTopKRules[] = {{"topk.r1", "axis is in [-rank, rank)"},
                                       {"topk.r2", "ret_type is both, values or indices"}};
constexpr Precondition kMedianRules[] = {{"median.r1", "axes are distinct and in [-rank, rank)"}};

constexpr OpSpec kSort[] = {
    {.name = "sort",
     .doc = "Elements along axis in ascending order, NaN last; descending: NaN first. Equal elements (-0 and +0 are) "
            "keep their order. Bits are kept.",
     .operands = kData,
     .attrs = kSortAttrs,
     .preconditions = kSortRules,
     .infer = InferSort,
     .eval = EvalSort,
     .lower = {LowerSort},
     .sample = SampleSort,
     .tolerance = Exact(),
     .laws = kIdempotentLaw},
    {.name = "argsort",
     .doc = "Indices along axis of the elements in the order of sort; an index that dtype does not hold is cast to it.",
     .operands = kData,
     .attrs = kArgsortAttrs,
     .preconditions = kArgsortRules,
     .infer = InferArgsort,
     .eval = EvalArgsort,
     .lower = {LowerArgsort},
     .sample = SampleSort,
     .tolerance = Exact()},
    {.name = "topk",
     .doc = "The first k elements along axis in descending order (largest) or ascending order, NaN first or last, and "
            "their indices; all when k is not positive or above a constant extent. Places beyond a symbolic extent "
            "that turns out to be less than k hold 0.",
     .operands = kData,
     .attrs = kTopKAttrs,
     .preconditions = kTopKRules,
     .infer = InferTopK,
     .eval = EvalTopK,
     .lower = {LowerTopK},
     .sample = SampleTopK,
     .tolerance = Exact()},
    {.name = "median",
     .doc = "The element in the middle of all, or along one axis, in ascending order with NaN last: the lower of two. "
            "Along an axis also its index, that of the first among equals that stands there. 0 of nothing.",
     .operands = kData,
     .attrs = kMedianAttrs,
     .preconditions = kMedianRules,
     .infer = InferMedian,
     .eval = EvalMedian,
     .lower = {LowerMedian},
     .sample = SampleMedian,
     .tolerance = Exact()},
};
static_assert(AllComplete(kSort));

}  // namespace

std::span<const OpSpec> SortOps() { return kSort; }

}  // namespace assay
