// dynamic_strided_slice: strided_slice whose numbers tensors hold. The result's shape is computed by a kernel of its
// own (TVM's topi.shape_func_dynamic_strided_slice), read as a shape and bound to fresh dimensions. Tested by
// slice_test.cc.
#include <algorithm>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

Result<const Type*> InferDynamicSlice(const InferIn& in) {
  ASSAY_TRY(const TensorType* x, TensorArg(in, 0));
  if (x->rank == kUnknownRank) return LikeWithRank(in.ctx, x, kUnknownRank);
  for (size_t i = 1; i < 4; ++i) {
    ASSAY_TRY(const TensorType* list, TensorArg(in, i));
    const ShapeExpr* shape = KnownShape(list);
    const IntImm* length = shape == nullptr || list->rank != 1 ? nullptr : AsInt(shape->values[0]);
    if (length == nullptr || length->value != x->rank)
      return Broken(in, 1, fmt::format("{} numbers in begin, end and strides", x->rank), fact::Arg{i}, fact::Arg{0});
    if (!list->dtype.IsVoid() && list->dtype != DType::Int(64))
      return Broken(in, 2, "begin, end and strides of int64", fact::Arg{i});
  }
  return LikeWithRank(in.ctx, x, x->rank);
}

// ---- reference evaluation

struct AxisSlice {
  int64_t first = 0, stride = 1, length = 0;
};
// Python's rule for one axis. A step of -2^63 goes as far as one that is shorter by 1: beyond all there is.
AxisSlice SliceOf(int64_t begin, int64_t end, int64_t stride, int64_t extent) {
  int64_t low = stride < 0 ? -1 : 0, high = stride < 0 ? extent - 1 : extent;
  auto place = [&](int64_t at) { return std::min(std::max(at < 0 ? at + extent : at, low), high); };
  int64_t first = place(begin), room = stride < 0 ? first - place(end) : place(end) - first;
  int64_t step = stride < 0 ? -std::max(stride, -INT64_MAX) : stride;
  return {first, stride, room <= 0 ? 0 : (room - 1) / step + 1};
}
EvalResult EvalDynamicSlice(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  std::vector<AxisSlice> axes;
  Index shape;
  for (int64_t d = 0; d < x.rank(); ++d) {
    int64_t stride = eval::TensorOf(in, 3).At(d).AsInt();
    if (stride == 0) return Trap{TrapKind::kDivisionByZero, "a stride is zero", in.call.span};
    axes.push_back(SliceOf(eval::TensorOf(in, 1).At(d).AsInt(), eval::TensorOf(in, 2).At(d).AsInt(), stride,
                           x.shape()[static_cast<size_t>(d)]));
    shape.push_back(axes.back().length);
  }
  return eval::Fill(x.dtype(), shape, [&](Index at) {
    for (size_t d = 0; d < at.size(); ++d) at[d] = axes[d].first + at[d] * axes[d].stride;
    return eval::At(x, at);
  });
}

// ---- lowering

Term Clamped(Term at, Term low, Term high) { return MinOf(MaxOf(at, low), high); }

// Begin or end of one axis, inside it: before the first element at the lowest where the stride is negative.
Term PlaceIn(const Term& at, const Term& stride, const Term& extent) {
  Term absolute = SelectOf(at < 0, at + extent, at);
  KernelBuilder k(at.ctx());
  return SelectOf(stride < 0, Clamped(absolute, k.Int(-1), extent - 1), Clamped(absolute, k.Int(0), extent));
}
// The extent of an axis by its number.
Term ExtentAt(const KernelBuffer& x, const Term& axis) {
  Term extent = x.dim(0);
  for (int d = 1; d < x.rank(); ++d) extent = SelectOf(axis == d, x.dim(d), extent);
  return extent;
}
std::vector<KernelBuffer> ShapeKernel(KernelBuilder& k, const std::vector<KernelBuffer>& in) {
  return {k.Compute("T_shape_func_strided_slice_dynamic", {{"i", k.Int(in[0].rank())}}, [&](const Terms& i) {
    Term extent = ExtentAt(in[0], i[0]), stride = in[3](i);
    Term way = PlaceIn(in[2](i), stride, extent) - PlaceIn(in[1](i), stride, extent);
    // The steps that are taken from the first element, and it. No sum here wraps, whatever the stride.
    return MaxOf(SelectOf(stride < 0, way + 1, way - 1) / stride + 1, k.Int(0));
  })};
}
std::vector<KernelBuffer> SliceKernel(KernelBuilder& k, const std::vector<KernelBuffer>& in, Nodes<Expr> dims) {
  return {k.Compute("T_strided_slice_dynamic", Axes("ax", k.ImportDims(dims)), [&](const Terms& i) {
    Terms at;
    for (int d = 0; d < in[0].rank(); ++d) {
      Term begin = in[1](k.Int(d)), stride = in[3](k.Int(d));
      at.push_back(PlaceIn(begin, stride, in[0].dim(d)) + i[static_cast<size_t>(d)] * stride);
    }
    return in[0](at);
  })};
}
Lowered LowerDynamicSlice(LowerSite& site, const Call& call) {
  Context& ctx = site.ctx();
  const auto* x = As<TensorType>(call.args[0]->type);
  if (KnownShape(x) == nullptr || x->rank == 0) return Refused{"the shape of x is not known, or it is a scalar"};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  Call sized = call;
  sized.type = MakeTensorType(ctx, Dims{MakeInt(ctx, x->rank)}, DType::Int(64));
  Lowered shape_call = LowerToCallTIR(site, sized, "shape_func", args, ShapeKernel);
  if (std::holds_alternative<Refused>(shape_call)) return shape_call;
  const Var* extents = site.Emit(std::get<const Expr*>(shape_call));
  std::vector<const Expr*> dims;
  for (int d = 0; d < x->rank; ++d) dims.push_back(MakeVar(ctx, "s", DType::Int(64)));
  // A type that says more than inference knows is bound by a match_cast.
  const ShapeType* shape = MakeShapeType(ctx, dims);
  site.Emit(MakeCall(ctx, OpNode(ctx, "tensor_to_shape"), {extents}, nullptr, {}, shape));
  sized.type = MakeTensorType(ctx, dims, x->dtype, x->vdevice);
  return LowerToCallTIR(site, sized, "dynamic_strided_slice", args,
                        [&](KernelBuilder& k, const auto& in) { return SliceKernel(k, in, shape->values); });
}

// ---- sampling: all of x, or numbers that may also leave nothing

const Expr* Numbers(SampleSite& site, int rank, int64_t low, int64_t high, bool zero) {
  std::vector<int64_t> numbers;
  for (int d = 0; d < rank; ++d) {
    int64_t number = site.bytes().Between(low, high);
    numbers.push_back(number == 0 && !zero ? 1 : number);
  }
  return MakeConstant(site.ctx(), Tensor::Ints(DType::Int(64), {rank}, numbers).View());
}
const Call* SampleDynamicSlice(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 1, 4));
  int rank = SampledType(x)->rank;
  bool backwards = site.bytes().Chance(1, 3);
  bool anywhere = site.bytes().Chance(1, 4);
  auto numbers = [&](int64_t low, int64_t high) {
    return anywhere ? Numbers(site, rank, -5, 5, true) : Numbers(site, rank, low, high, true);
  };
  const Expr* begin = backwards ? numbers(50, 99) : numbers(0, 1);
  const Expr* end = backwards ? numbers(-99, -50) : numbers(50, 99);
  const Expr* strides = backwards ? Numbers(site, rank, -3, -1, false) : Numbers(site, rank, 1, 3, false);
  return MakeOpCall(site.ctx(), row, {x, begin, end, strides});
}

constexpr Operand kOperands[] = {{"x"},
                                 {"begin", OperandKind::kTensor, kIntDType},
                                 {"end", OperandKind::kTensor, kIntDType},
                                 {"strides", OperandKind::kTensor, kIntDType}};
constexpr Precondition kRules[] = {{"dynamic_strided_slice.r1", "begin, end and strides have one number for each axis"},
                                   {"dynamic_strided_slice.r2", "begin, end and strides are int64"}};
constexpr OpSpec kDynamicSlice[] = {
    {.name = "dynamic_strided_slice",
     .doc = "x[begin:end:stride] along every axis, by numbers that tensors hold, as Python slices: negative ones count "
            "from "
            "the end, both are clamped, and an empty range gives extent 0. A stride of zero traps.",
     .operands = kOperands,
     .attrs = {},
     .preconditions = kRules,
     .infer = InferDynamicSlice,
     .eval = EvalDynamicSlice,
     .lower = {LowerDynamicSlice},
     .sample = SampleDynamicSlice,
     .tolerance = Exact(),
     .mixed = kFollows},
};
static_assert(AllComplete(kDynamicSlice));

}  // namespace

std::span<const OpSpec> DynamicSliceOps() { return kDynamicSlice; }

}  // namespace assay
