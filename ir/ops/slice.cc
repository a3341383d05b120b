// strided_slice: every stride-th element from begin to end, along some axes. Tested by slice_test.cc.
#include <algorithm>
#include <array>

#include "ir/arith/interval.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"
#include "ir/support/fault.h"

namespace assay {
namespace {

using eval::Index;

// ---- operands

// The expressions of a literal tuple of scalars; nothing where the operand is no literal.
std::optional<std::vector<const Expr*>> TupleItems(const Expr* operand) {
  const auto* tuple = As<Tuple>(operand);
  if (tuple == nullptr) return std::nullopt;
  return std::vector<const Expr*>(tuple->fields.begin(), tuple->fields.end());
}
struct SliceOperands {
  std::vector<int64_t> axes;
  std::vector<const Expr*> begin, end, strides;
};
// Nothing where an operand is no literal tuple, or an axis no constant.
std::optional<SliceOperands> ReadOperands(Context& ctx, const Call& call) {
  auto axes = TupleItems(call.args[1]);
  auto begin = TupleItems(call.args[2]);
  auto end = TupleItems(call.args[3]);
  if (!axes || !begin || !end) return std::nullopt;
  SliceOperands operands{{}, *begin, *end, std::vector<const Expr*>(axes->size(), MakeInt(ctx, 1))};
  if (call.args.size() > 4) {
    auto strides = TupleItems(call.args[4]);
    if (!strides) return std::nullopt;
    operands.strides = *strides;
  }
  for (const Expr* axis : *axes) {
    const IntImm* number = AsInt(axis);
    if (number == nullptr) return std::nullopt;
    operands.axes.push_back(number->value);
  }
  return operands;
}

// ---- the arithmetic of a slice, on terms

// ceil(a / b) for b > 0. TVM's form, but for a `b` with which the sum could wrap.
Term CeilDiv(const Term& a, int64_t b) { return b <= INT32_MAX ? (a + (b - 1)) / b : (a - 1) / b + 1; }

// How far a step goes, as a positive number. One of 2^63 goes beyond all there is, as does one that is shorter by 1.
int64_t Magnitude(int64_t stride) { return stride < 0 ? -std::max(stride, -INT64_MAX) : stride; }

// An index made absolute: negative ones count from the end, then it is clamped to [0, extent], or with a negative
// stride to [-1, extent - 1].
Term Absolute(const Term& index, const Term& extent, bool backwards) {
  const IntImm* number = AsInt(index.expr());
  Term absolute = index;
  if (number != nullptr && number->value < 0) absolute = index + extent;
  if (number == nullptr && index.expr() != extent.expr()) absolute = IfThenElseOf(index < 0, index + extent, index);
  Term low = Like(index, backwards ? -1 : 0);
  Term high = backwards ? extent - 1 : extent;
  // A non-negative constant is above the lower end already.
  if (!(number != nullptr && number->value >= 0)) absolute = MaxOf(absolute, low);
  return MinOf(absolute, high);
}
// Whether `end` surely reaches the extent, so that no clamp is needed.
bool IsWhole(const Term& end, const Term& extent) {
  const IntImm* limit = AsInt(extent.expr());
  const IntImm* number = AsInt(end.expr());
  if (limit != nullptr) return number != nullptr && number->value >= limit->value;
  return ProveEqual(end.ctx(), end.expr(), extent.expr());
}
// Whether, of two indices into any extent, the second surely is no smaller: clamping keeps the order.
bool InOrder(const Term& low, const Term& high) {
  const IntImm* x = AsInt(low.expr());
  const IntImm* y = AsInt(high.expr());
  if (y != nullptr && y->value == INT64_MAX) return true;
  return x != nullptr && y != nullptr && (x->value < 0) == (y->value < 0) && x->value <= y->value;
}
// Elements from `begin` to the extent: extent - min(b, extent) = max(extent - b, 0), where b is begin without the upper
// clamp.
Term LengthToExtent(const Term& begin, int64_t stride, const Term& extent) {
  const IntImm* number = AsInt(begin.expr());
  if (begin.IsInt(0)) return CeilDiv(extent, stride);
  Term from = begin;
  if (number != nullptr && number->value < 0) from = MaxOf(begin + extent, Like(begin, 0));
  if (number == nullptr) from = MaxOf(IfThenElseOf(begin < 0, begin + extent, begin), Like(begin, 0));
  return CeilDiv(MaxOf(extent - from, Like(begin, 0)), stride);
}
// TVM leaves out the clamp to 0, so that a slice which ends before it begins has a negative extent there.
Term SliceLength(const Term& begin, const Term& end, int64_t stride, const Term& extent, bool inbound) {
  bool backwards = stride < 0;
  if (inbound || FaultOn(Fault::strided_slice_inference_without_clamping))
    return CeilDiv(backwards ? begin - end : end - begin, Magnitude(stride));
  if (!backwards && IsWhole(end, extent)) return LengthToExtent(begin, stride, extent);
  // Extents are no smaller than 0, nor is an end that is clamped to one.
  if (!backwards && begin.IsInt(0)) return CeilDiv(Absolute(end, extent, false), stride);
  const Term &low = backwards ? end : begin, &high = backwards ? begin : end;
  Term distance = Absolute(high, extent, backwards) - Absolute(low, extent, backwards);
  if (!InOrder(low, high)) distance = MaxOf(distance, Like(begin, 0));
  return CeilDiv(distance, Magnitude(stride));
}

// ---- inference

bool IsIntTuple(const Type* type) {
  if (Is<ObjectType>(type)) return true;
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && std::all_of(tuple->fields.begin(), tuple->fields.end(), [](const Type* field) {
           const auto* prim = As<PrimType>(field);
           return Is<ObjectType>(field) || (prim != nullptr && prim->dtype == DType::Int(64));
         });
}
Result<Dims> SlicedDims(const InferIn& in, const SliceOperands& operands, Dims dims) {
  size_t count = operands.axes.size();
  if (operands.begin.size() != count || operands.end.size() != count || operands.strides.size() != count) {
    return Differ(in, 2, "lengths of axes, begin, end and strides", fact::Arg{1}, fact::Arg{2}, fact::Arg{3},
                  fact::Arg{4});
  }
  ASSAY_TRY(std::vector<int> axes, NormalizeAxes(in, 3, operands.axes, static_cast<int>(dims.size())));
  bool inbound = BoolAttr(in.call, "assume_inbound");
  for (size_t i = 0; i < count; ++i) {
    const IntImm* stride = AsInt(operands.strides[i]);
    if (stride == nullptr || stride->value == 0)
      return Broken(in, 4, "constant strides other than 0",
                    fact::NamedDim(fmt::format("strides[{}]", i), operands.strides[i]));
    const Expr*& dim = dims[static_cast<size_t>(axes[i])];
    Term length =
        SliceLength({in.ctx, operands.begin[i]}, {in.ctx, operands.end[i]}, stride->value, {in.ctx, dim}, inbound);
    dim = Simplified(length).expr();
  }
  return dims;
}
Result<const Type*> InferStridedSlice(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  for (size_t i = 1; i < in.call.args.size(); ++i) {
    if (!IsIntTuple(in.call.args[i]->type)) return Broken(in, 1, "tuples of int64 scalars", fact::Arg{i});
  }
  if (in.call.args.size() < 4 || in.call.args.size() > 5)
    return Broken(in, 2, "four or five arguments", fact::Value{"arguments", static_cast<int64_t>(in.call.args.size())});
  std::optional<SliceOperands> operands = ReadOperands(in.ctx, in.call);
  std::optional<Dims> dims = DimsOf(x);
  if (operands && operands->axes.empty() && x->shape != nullptr) return x;
  if (!operands || !dims) return LikeWithRank(in.ctx, x, x->rank);
  ASSAY_TRY(Dims sliced, SlicedDims(in, *operands, *dims));
  return LikeWithDims(in.ctx, x, sliced);
}

// ---- reference evaluation, in numbers

struct Slice {
  int64_t begin = 0;
  int64_t stride = 1;
  int64_t length = 0;
};
int64_t AbsoluteAt(int64_t index, int64_t extent, int64_t stride) {
  if (index < 0) index += extent;
  return stride < 0 ? std::clamp<int64_t>(index, -1, extent - 1) : std::clamp<int64_t>(index, 0, extent);
}
Slice SliceAt(int64_t begin, int64_t end, int64_t stride, int64_t extent, bool inbound) {
  if (!inbound) {
    begin = AbsoluteAt(begin, extent, stride);
    end = AbsoluteAt(end, extent, stride);
  }
  int64_t distance = stride < 0 ? begin - end : end - begin;
  int64_t step = Magnitude(stride);
  int64_t length = distance <= 0 ? 0 : (distance - 1) / step + 1;
  return {begin, stride, length};
}
// Whether taking the indices as they are gives an extent that no tensor has.
bool IsNegative(int64_t begin, int64_t end, int64_t stride) {
  return stride < 0 ? end >= begin && end - begin >= Magnitude(stride) : begin >= end && begin - end >= stride;
}
EvalResult EvalStridedSlice(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  Index axes = eval::IntsOf(in.args[1]), begin = eval::IntsOf(in.args[2]), end = eval::IntsOf(in.args[3]);
  Index strides = in.args.size() > 4 ? eval::IntsOf(in.args[4]) : Index(axes.size(), 1);
  if (begin.size() != axes.size() || end.size() != axes.size() || strides.size() != axes.size()) {
    return eval::ShapeMismatch(in, "axes, begin, end and strides have different lengths");
  }
  bool inbound = BoolAttr(in.call, "assume_inbound");
  std::vector<Slice> slices;
  for (int64_t extent : x.shape()) slices.push_back({0, 1, extent});
  for (size_t i = 0; i < axes.size(); ++i) {
    std::optional<int> axis = NormalizeAxis(axes[i], x.rank());
    if (!axis) return eval::ShapeMismatch(in, "axis is outside the run-time rank");
    if (strides[i] == 0) return eval::ShapeMismatch(in, "a stride is zero");
    int64_t extent = x.shape()[static_cast<size_t>(*axis)];
    Slice slice = SliceAt(begin[i], end[i], strides[i], extent, inbound);
    if (inbound && IsNegative(begin[i], end[i], strides[i])) {
      Trap trap = eval::ShapeMismatch(in, "a slice that was said to be in bounds has a negative extent");
      trap.negative_extent = true;
      return trap;
    }
    WideInt begins = slice.begin, last = begins + (WideInt{slice.length} - 1) * slice.stride;
    if (slice.length > 0 && (std::min(begins, last) < 0 || std::max(begins, last) >= extent)) {
      return eval::OutOfBounds(in, "a slice that was said to be in bounds is not");
    }
    slices[static_cast<size_t>(*axis)] = slice;
  }
  Index shape;
  for (const Slice& slice : slices) shape.push_back(slice.length);
  return eval::Fill(x.dtype(), shape, [&](const Index& i) {
    Index source;
    for (size_t d = 0; d < i.size(); ++d) source.push_back(slices[d].begin + i[d] * slices[d].stride);
    return eval::At(x, source);
  });
}

// ---- lowering

bool IsConstant(const std::vector<const Expr*>& items) {
  return std::all_of(items.begin(), items.end(), [](const Expr* e) { return AsInt(e) != nullptr; });
}
// Where the slice starts. TVM takes begin as it is written when a dimension is symbolic; that reads out of bounds for
// negative values, so it is made absolute here, but for constants and variables that are known not to be negative.
Term SliceStart(const Term& begin, const Term& extent, int64_t stride, bool inbound) {
  const IntImm* number = AsInt(begin.expr());
  bool plain = Is<Var>(begin.expr()) || (number != nullptr && number->value >= 0 && AsInt(extent.expr()) == nullptr);
  if (inbound || (plain && stride > 0)) return begin;
  return Absolute(begin, extent, stride < 0);
}
Lowered LowerStridedSlice(LowerSite& site, const Call& call) {
  std::optional<SliceOperands> operands = ReadOperands(site.ctx(), call);
  if (!operands) return Refused{"axes, begin, end or strides are not written as tuples"};
  if (!IsConstant(operands->strides)) return Refused{"a stride is not constant"};
  auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) {
    const KernelBuffer& x = in[0];
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    bool fixed = IsConstant(operands->begin) && IsConstant(operands->end) && IsConstant(ExprsOf(x.dims()));
    const char* name = fixed ? "T_strided_slice_with_axes" : "T_dynamic_strided_slice_with_axes";
    bool inbound = BoolAttr(call, "assume_inbound");
    return std::vector{k.Compute(name, Axes("ax", dims), [&](const Terms& i) {
      Terms source = i;
      for (size_t n = 0; n < operands->axes.size(); ++n) {
        int axis = *NormalizeAxis(operands->axes[n], x.rank());
        int64_t stride = AsInt(operands->strides[n])->value;
        Term start = SliceStart(k.Import(operands->begin[n]), x.dim(axis), stride, inbound);
        Term& at = source[static_cast<size_t>(axis)];
        at = at * stride + start;
      }
      return x(source);
    })};
  };
  return LowerToCallTIR(site, call, "strided_slice", {call.args[0]}, body);
}

// ---- sampling

// Where clamping begins, and counting from the end: about the first element and the last one, from either side.
const Expr* SampleAboutEnds(SampleSite& site, const Expr* dim) {
  const IntImm* number = AsInt(dim);
  int64_t extent = number == nullptr ? 0 : number->value;
  constexpr std::array<int64_t, 3> kExtents = {-1, 0, 1};
  int64_t end = site.bytes().Pick(kExtents) * extent;
  return MakeInt(site.ctx(), end + site.bytes().Between(-1, 1));
}

// One way to go through a dimension.
struct SampledSlice {
  const Expr *begin, *end;
  int64_t stride;
};
SampledSlice SampleSlice(SampleSite& site, const Expr* dim) {
  Context& ctx = site.ctx();
  int64_t step = site.bytes().Between(1, 3);
  bool backwards = site.bytes().Chance(1, 4);
  switch (site.bytes().Below(4)) {
    // From anywhere to anywhere, also beyond the ends and the other way round.
    case 0:
      return {MakeInt(ctx, site.bytes().Between(-9, 9)), MakeInt(ctx, site.bytes().Between(-9, 9)),
              site.bytes().Chance(1, 2) ? -step : step};
    case 1: {
      const Expr *begin = SampleAboutEnds(site, dim), *end = SampleAboutEnds(site, dim);
      return {begin, end, site.bytes().Chance(2, 3) ? -step : step};
    }
    default: break;
  }
  int64_t from = site.bytes().Between(0, 3), to = site.bytes().Between(0, 4);
  const Expr* begin = MakeInt(ctx, backwards ? -1 - from : from);
  const Expr* whole = backwards ? MakeInt(ctx, INT64_MIN / 2) : dim;
  const Expr* end = site.bytes().Chance(1, 2) ? whole : MakeInt(ctx, backwards ? -1 - from - to : from + to);
  return {begin, end, backwards ? -step : step};
}

const Call* SampleStridedSlice(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  Dims dims = SampledDims(x);
  auto rank = static_cast<int64_t>(dims.size());
  std::vector<const Expr*> axes, begin, end, strides;
  bool plain = true;
  for (int64_t d = 0; d < rank; ++d) {
    if (!site.bytes().Chance(1, 2)) continue;
    SampledSlice slice = SampleSlice(site, dims[static_cast<size_t>(d)]);
    axes.push_back(MakeInt(ctx, site.bytes().Chance(1, 4) ? d - rank : d));
    begin.push_back(slice.begin);
    end.push_back(slice.end);
    strides.push_back(MakeInt(ctx, slice.stride));
    plain = plain && slice.stride == 1;
  }
  std::vector<const Expr*> args{x, MakeTuple(ctx, axes), MakeTuple(ctx, begin), MakeTuple(ctx, end)};
  if (!plain || site.bytes().Chance(3, 4)) args.push_back(MakeTuple(ctx, strides));
  return MakeOpCall(ctx, row, args);
}

constexpr Operand kSliceOperands[] = {{"x"},
                                      {"axes", OperandKind::kTuple},
                                      {"begin", OperandKind::kTuple},
                                      {"end", OperandKind::kTuple},
                                      {"strides", OperandKind::kTuple, kAnyDType, true}};
constexpr AttrSpec kSliceAttrs[] = {{"assume_inbound", AttrKind::kBool, "False"}};
constexpr Precondition kSliceRules[] = {
    {"strided_slice.r1", "axes, begin, end and strides are tuples of int64 scalars"},
    {"strided_slice.r2", "they have one length"},
    {"strided_slice.r3", "axes are distinct and in [-rank, rank)"},
    {"strided_slice.r4", "strides are constants other than zero"},
};

constexpr OpSpec kSlice[] = {
    {.name = "strided_slice",
     .doc =
         "x[begin:end:stride] along the named axes, as Python slices: negative indices count from the end, both are "
         "clamped "
         "to the extent, and an empty range gives extent 0. With assume_inbound indices are taken as they are, and an "
         "element outside x is a trap. Bits are kept.",
     .operands = kSliceOperands,
     .attrs = kSliceAttrs,
     .preconditions = kSliceRules,
     .infer = InferStridedSlice,
     .eval = EvalStridedSlice,
     .lower = {LowerStridedSlice},
     .sample = SampleStridedSlice,
     .tolerance = Exact(),
     .layout = LayoutOfStridedSlice,
     .mixed = kFollows},
};
static_assert(AllComplete(kSlice));

}  // namespace

std::span<const OpSpec> SliceOps() { return kSlice; }

}  // namespace assay
