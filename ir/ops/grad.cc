// What differentiation leaves behind: gradients of pools and of take, and the marks grad.no_grad,
// grad.start_checkpoint, grad.end_checkpoint. Tested by image_rows_test.cc.
#include <algorithm>

#include "ir/ops/families.h"
#include "ir/ops/indices.h"
#include "ir/ops/out_order.h"
#include "ir/ops/pool.h"
#include "ir/tensor/int_division.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferSame(const InferIn& in) {
  const Type* type = in.call.args[0]->type;
  return type == nullptr ? in.ctx.Object() : type;
}
Result<const Type*> InferCheckpoint(const InferIn& in) {
  if (!Is<Var>(in.call.args[0])) return Broken(in, 1, "a variable", fact::Arg{0});
  return InferSame(in);
}
// A gradient has the type of what it is the gradient for.
Result<const Type*> InferBackward(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 1));
  return data;
}

// Where the pool itself would be refused, so is its gradient.
Result<const Type*> InferPoolBackward(const InferIn& in) {
  if (!ReadPool(in.call, 2))
    return Broken(in, 1, "pool_size, strides, dilation and padding for 2 spatial dimensions", fact::Attr{"pool_size"},
                  fact::Attr{"strides"}, fact::Attr{"dilation"}, fact::Attr{"padding"});
  for (std::string_view layout : {TextAttr(in.call, "layout"), OutLayoutName(in.call, "layout")}) {
    if (!Layout::Parse(layout, "NCHW"))
      return Broken(in, 2, "layouts that are orders of NCHW", fact::Attr{"layout"}, fact::Attr{"out_layout"});
  }
  return InferBackward(in);
}

// ---- the marks

EvalResult EvalSame(const EvalIn& in) { return in.args[0]; }
Lowered LowerSame(LowerSite&, const Call& call) { return call.args[0]; }
const Call* SampleMark(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kAnyDType, 0, 3));
  return Is<Var>(x) ? MakeOpCall(site.ctx(), row, {x}) : nullptr;
}

// ---- pools

struct PoolBackward {
  PoolAttrs attrs;
  std::vector<size_t> places;
};
std::string WhyNot(const Call& call) {
  DType dtype = As<TensorType>(call.args[1]->type)->dtype;
  if (!dtype.IsFloating() || As<TensorType>(call.args[0]->type)->dtype != dtype)
    return "a gradient of integers, or of two dtypes";
  std::string_view layout = TextAttr(call, "layout");
  bool known = Layout::Parse(layout, "NCHW").has_value() && HasWholeSpatial(layout, 2);
  if (!known) return "a spatial dimension is split, or the layout is unknown";
  if (!OutOrder::Of(call, "layout", 2)) return "out_layout splits dimensions otherwise than layout";
  return ReadPool(call, 2) ? "" : "pool_size, strides, dilation or padding do not fit";
}
PoolBackward ReadBackward(const Call& call) {
  return {*ReadPool(call, 2), SpatialPlaces(*Layout::Parse(TextAttr(call, "layout"), "NCHW"), 2)};
}

// Calls f(place) for each place of data in the window at `at`, row-major.
template <class F>
void ForWindow(const PoolBackward& pool, const Index& shape, const Index& at, F&& f) {
  eval::ForEach(pool.attrs.size, [&](const Index& r) {
    Index place = at;
    for (size_t i = 0; i < 2; ++i) {
      int64_t& index = place[pool.places[i]];
      index = index * pool.attrs.strides[i] - pool.attrs.padding.before[i] + r[i] * pool.attrs.dilation[i];
      if (index < 0 || index >= shape[pool.places[i]]) return;
    }
    f(place);
  });
}
// Whether each of so many windows lies in the data and its padding; what ceil_mode adds does not.
bool HasWindows(const PoolBackward& pool, const Index& shape, const Index& gradient) {
  for (size_t i = 0; i < 2 && !pool.attrs.ceil_mode; ++i) {
    int64_t padded = shape[pool.places[i]] + pool.attrs.padding.before[i] + pool.attrs.padding.after[i];
    int64_t windows = gradient[pool.places[i]];
    if (windows > 0 &&
        (windows - 1) * pool.attrs.strides[i] + (pool.attrs.size[i] - 1) * pool.attrs.dilation[i] >= padded)
      return false;
  }
  return true;
}
// Places of a window in the data and the padding asked for, which an average was taken over; what ceil_mode adds does
// not count.
int64_t PaddedCount(const PoolBackward& pool, const Index& shape, const Index& at) {
  int64_t count = 1;
  for (size_t i = 0; i < 2; ++i) {
    int64_t dilation = pool.attrs.dilation[i],
            first = at[pool.places[i]] * pool.attrs.strides[i] - pool.attrs.padding.before[i];
    int64_t last =
        std::min(first + (pool.attrs.size[i] - 1) * dilation, shape[pool.places[i]] + pool.attrs.padding.after[i] - 1);
    count *= (last - first) / dilation + 1;
  }
  return count;
}
EvalResult EvalPoolBackward(const EvalIn& in, bool average) {
  if (std::string why = WhyNot(in.call); !why.empty()) return Refused{why};
  PoolBackward pool = ReadBackward(in.call);
  const Tensor &given = eval::TensorOf(in, 0), &x = eval::TensorOf(in, 1);
  if (given.rank() != x.rank()) return eval::ShapeMismatch(in, "output_grad");
  OutOrder order = *OutOrder::Of(in.call, "layout", 2);
  const Index windows = order.InData(given.shape());
  EvalResult zeros = eval::Fill(x.dtype(), x.shape(), [&](const Index&) { return Scalar::Zero(x.dtype()); });
  if (!std::holds_alternative<Value>(zeros)) return zeros;
  Tensor out = eval::TensorOf(std::get<Value>(zeros));
  auto add = [&](const Index& place, Scalar more) {
    int64_t offset = eval::Offset(x.shape(), place);
    out.Set(offset, scalar::Add(out.At(offset), more));
  };
  bool fits = HasWindows(pool, x.shape(), windows);
  for (size_t d = 0; d < x.shape().size(); ++d) {
    bool spatial = d == pool.places[0] || d == pool.places[1];
    fits = fits && (spatial || windows[d] == x.shape()[d]);
  }
  if (!fits) return eval::ShapeMismatch(in, "output_grad");
  // From the last window to the first, as TVM's kernel sums.
  eval::ForEach(windows, [&](const Index& from_end) {
    Index at = from_end;
    for (size_t place : pool.places) at[place] = windows[place] - 1 - at[place];
    Scalar own = eval::At(given, order.InResult(at)), greatest = scalar::Lowest(x.dtype());
    Index chosen;
    int64_t inside = 0;
    ForWindow(pool, x.shape(), at, [&](const Index& place) {
      ++inside;
      if (!scalar::Gt(eval::At(x, place), greatest).IsTrue()) return;
      greatest = eval::At(x, place);
      chosen = place;
    });
    if (!average) {
      if (!chosen.empty()) add(chosen, own);
      return;
    }
    int64_t count = pool.attrs.count_include_pad ? PaddedCount(pool, x.shape(), at) : std::max<int64_t>(inside, 1);
    Scalar part = scalar::Div(own, Scalar::Int(x.dtype(), count));
    ForWindow(pool, x.shape(), at, [&](const Index& place) { add(place, part); });
  });
  return zeros;
}
EvalResult EvalMaxBackward(const EvalIn& in) { return EvalPoolBackward(in, false); }
EvalResult EvalAvgBackward(const EvalIn& in) { return EvalPoolBackward(in, true); }

struct BackwardKernel {
  KernelBuilder& k;
  const PoolBackward& pool;
  const KernelBuffer& gradient;
  const KernelBuffer& x;

  Term Extent(size_t i) const { return x.dim(static_cast<int>(pool.places[i])); }
  KernelAxes Window() const { return {{"wh", k.Int(pool.attrs.size[0])}, {"ww", k.Int(pool.attrs.size[1])}}; }
  KernelAxes Windows() const {
    return {{"oh", gradient.dim(static_cast<int>(pool.places[0]))},
            {"ow", gradient.dim(static_cast<int>(pool.places[1]))}};
  }
  Term First(Term window, size_t i) const { return window * pool.attrs.strides[i] - pool.attrs.padding.before[i]; }
  // Windows from the last to the first, as TVM's kernel sums them.
  Terms FromEnd(const Terms& r) const {
    return {gradient.dim(static_cast<int>(pool.places[0])) - 1 - r[0],
            gradient.dim(static_cast<int>(pool.places[1])) - 1 - r[1]};
  }
  // The windows' place `r` at a place `s` of data.
  Terms WindowAt(const Terms& s, const Terms& r) const {
    Terms at = s;
    for (size_t i = 0; i < 2; ++i) at[pool.places[i]] = r[i];
    return at;
  }
  Term Number(const Terms& place) const { return place[pool.places[0]] * Extent(1) + place[pool.places[1]]; }
  // For each window the number of its greatest element, -1 where nothing is above the lowest value.
  KernelBuffer Chosen() const {
    Terms starts{k.Int(-1), LowestTerm(k.ctx(), x.dtype())};
    return k.ReduceTogether("maxpool_grad_argmax", Axes("ax", gradient.dims()), Window(), starts,
                            [&](const Terms& old, const Terms& s, const Terms& r) {
                              Terms place = s;
                              Term inside(k.ctx(), MakeBool(k.ctx(), true));
                              for (size_t i = 0; i < 2; ++i) {
                                Term index = First(s[pool.places[i]], i) + r[i] * pool.attrs.dilation[i];
                                place[pool.places[i]] = index;
                                inside = inside && 0 <= index && index < Extent(i);
                              }
                              Term element = IfThenElseOf(inside, x(place), LowestTerm(k.ctx(), x.dtype()));
                              Term above = element > old[1];
                              return Terms{SelectOf(above, Number(place), old[0]), SelectOf(above, element, old[1])};
                            })[0];
  }
  // How many places of a window lie in data, in one dimension.
  Term Inside(Term window, size_t i) const {
    int64_t dilation = pool.attrs.dilation[i];
    Term first = First(window, i), last = MinOf(first + (pool.attrs.size[i] - 1) * dilation, Extent(i) - 1);
    first = first + MaxOf((dilation - 1 - first) / dilation, k.Int(0)) * dilation;
    return MaxOf((last - first) / dilation + 1, k.Int(0));
  }
  Term Covers(const Terms& s, const Terms& r, size_t i) const {
    Term distance = s[pool.places[i]] - First(r[i], i);
    Term reaches = 0 <= distance && distance <= (pool.attrs.size[i] - 1) * pool.attrs.dilation[i];
    return pool.attrs.dilation[i] == 1 ? reaches : reaches && distance % pool.attrs.dilation[i] == 0;
  }
  // The same in the data and the padding asked for.
  Term InsidePadded(Term window, size_t i) const {
    Term first = First(window, i);
    Term last =
        MinOf(first + (pool.attrs.size[i] - 1) * pool.attrs.dilation[i], Extent(i) + (pool.attrs.padding.after[i] - 1));
    return (last - first) / pool.attrs.dilation[i] + 1;
  }
  Term Count(const Terms& r) const {
    if (pool.attrs.count_include_pad && pool.attrs.ceil_mode) return InsidePadded(r[0], 0) * InsidePadded(r[1], 1);
    if (pool.attrs.count_include_pad) return k.Int(pool.attrs.size[0] * pool.attrs.size[1]);
    return MaxOf(Inside(r[0], 0) * Inside(r[1], 1), k.Int(1));
  }
};
Lowered LowerPoolBackward(LowerSite& site, const Call& call, std::string_view hint, bool average) {
  if (std::string why = WhyNot(call); !why.empty()) return Refused{why};
  PoolBackward pool = ReadBackward(call);
  return LowerToCallTIR(site, call, hint, {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    KernelBuffer gradient = OutOrder::Of(call, "layout", 2)->Taken(k, in[0]);
    BackwardKernel kernel{k, pool, gradient, in[1]};
    Term zero = Literal(k.ctx(), in[1].dtype(), 0);
    std::optional<KernelBuffer> chosen;
    if (!average) chosen = kernel.Chosen();
    return std::vector{k.Reduce("T_pool_grad", Axes("ax", in[1].dims()), kernel.Windows(), zero,
                                [&](Term sum, const Terms& s, const Terms& step) {
                                  Terms r = kernel.FromEnd(step), window = kernel.WindowAt(s, r);
                                  if (!average)
                                    return sum +
                                           SelectOf((*chosen)(window) == kernel.Number(s), gradient(window), zero);
                                  Term part = gradient(window) / CastTo(gradient.dtype(), kernel.Count(r));
                                  return sum + SelectOf(kernel.Covers(s, r, 0) && kernel.Covers(s, r, 1), part, zero);
                                })};
  });
}
Lowered LowerMaxBackward(LowerSite& site, const Call& call) {
  return LowerPoolBackward(site, call, "max_pool2d_backward", false);
}
Lowered LowerAvgBackward(LowerSite& site, const Call& call) {
  return LowerPoolBackward(site, call, "avg_pool2d_backward", true);
}
const Call* SamplePoolBackward(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  DType dtype = site.PickDType(kFloatDType);
  Ints size = SampleInts(site, 2, 1, 3), strides = SampleInts(site, 2, 1, 2), padding = SampleInts(site, 4, 0, 1);
  Dims data{site.Dim(), site.Dim()}, gradient = data;
  for (size_t i = 0; i < 2; ++i) {
    int64_t extent = size[i] + site.bytes().Between(0, 2);
    data.push_back(MakeInt(ctx, extent));
    gradient.push_back(MakeInt(ctx, (extent + padding[i] + padding[2 + i] - size[i]) / strides[i] + 1));
  }
  std::vector<const Expr*> args = {site.Tensor(RequestShape(dtype, gradient)), site.Tensor(RequestShape(dtype, data))};
  return MakeOpCall(ctx, row, args,
                    {{"pool_size", IntsOf(ctx, size)},
                     {"strides", IntsOf(ctx, strides)},
                     {"padding", IntsOf(ctx, padding)},
                     {"count_include_pad", MakeAttrBool(ctx, site.bytes().Chance(1, 2))},
                     {"out_layout", MakeAttrString(ctx, "NCHW")}});
}

// ---- take

// Indices of any rank, as take has them; TVM's lowering has vectors alone.
constexpr std::string_view kTakeShapes = "output_grad does not have the shape of what take gives";
// Dimensions with others in the place of one.
template <class List>
List InPlaceOf(List dims, size_t place, const List& others) {
  dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(place));
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(place), others.begin(), others.end());
  return dims;
}
EvalResult EvalTakeBackward(const EvalIn& in) {
  const Tensor &gradient = eval::TensorOf(in, 0), &x = eval::TensorOf(in, 1), &indices = eval::TensorOf(in, 2);
  bool flat = IsNullAttr(in.call, "axis");
  std::optional<int> axis = NormalizeAxis(flat ? 0 : IntAttr(in.call, "axis"), x.rank());
  if (!axis || (flat && x.rank() != 1)) return eval::ShapeMismatch(in, std::string(kTakeShapes));
  if (gradient.dtype() != x.dtype() || x.dtype().IsBool()) return Refused{"a gradient of bool, or of two dtypes"};
  auto along = static_cast<size_t>(*axis);
  if (gradient.shape() != InPlaceOf(x.shape(), along, indices.shape()))
    return eval::ShapeMismatch(in, std::string(kTakeShapes));
  // What lies behind one index: the extents after the axis, row-major.
  int64_t inner = 1;
  for (size_t i = along + 1; i < x.shape().size(); ++i) inner *= x.shape()[i];
  return eval::Fill(x.dtype(), x.shape(), [&](const Index& i) {
    Scalar sum = Scalar::Zero(x.dtype());
    int64_t at = eval::Offset(x.shape(), i), before = at / (inner * x.shape()[along]), after = at % inner;
    for (int64_t k = 0; k < indices.size(); ++k) {
      int64_t index = indices.At(k).AsInt();
      if ((flat ? FloorRemainder(index, x.shape()[along]) : index) == i[along])
        sum = scalar::Add(sum, gradient.At((before * indices.size() + k) * inner + after));
    }
    return sum;
  });
}
Lowered LowerTakeBackward(LowerSite& site, const Call& call) {
  const auto *gradient = As<TensorType>(call.args[0]->type), *x = As<TensorType>(call.args[1]->type);
  if (gradient->dtype != x->dtype || x->dtype.IsBool()) return Refused{"a gradient of bool, or of two dtypes"};
  bool flat = IsNullAttr(call, "axis");
  int rank = As<TensorType>(call.args[2]->type)->rank;
  bool fits = gradient->rank == x->rank - 1 + rank && (!flat || x->rank == 1) &&
              NormalizeAxis(flat ? 0 : IntAttr(call, "axis"), x->rank).has_value();
  if (!fits) return Refused{std::string(kTakeShapes)};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "take_backward", args, [&](KernelBuilder& k, const auto& in) {
    auto along = static_cast<size_t>(*NormalizeAxis(flat ? 0 : IntAttr(call, "axis"), in[1].rank()));
    Term zero = Literal(k.ctx(), in[1].dtype(), 0);
    auto named = [&](const Terms& at, const Terms& index) {
      Term place = CastTo(DType::Int(64), in[2](index));
      return (flat ? place % in[1].dim(0) : place) == at[along];
    };
    KernelAxes axes = Axes("ax", in[1].dims());
    if (rank == 0) {
      return std::vector{k.Compute("take_backward", axes, [&](const Terms& s) {
        return SelectOf(named(s, {}), in[0](InPlaceOf(s, along, Terms())), zero);
      })};
    }
    KernelAxes over = rank == 1 ? KernelAxes{{"k", in[2].dim(0)}} : Axes("k", in[2].dims());
    return std::vector{k.Reduce("take_backward", axes, over, zero, [&](Term sum, const Terms& s, const Terms& r) {
      return SelectOf(named(s, r), sum + in[0](InPlaceOf(s, along, r)), sum);
    })};
  });
}
const Call* SampleTakeBackward(SampleSite& site, const OpSpec& row) {
  const Expr* x = site.Tensor(RequestRank(kNumeric, 1, 3));
  Dims dims = SampledDims(x);
  int64_t axis = site.bytes().Between(0, static_cast<int64_t>(dims.size()) - 1);
  std::vector<int64_t> counts;
  Dims places;
  for (int64_t left = site.bytes().Below(3) == 0 ? site.bytes().Between(0, 2) : 1; left > 0; --left) {
    counts.push_back(site.bytes().Between(1, 4));
    places.push_back(MakeInt(site.ctx(), counts.back()));
  }
  const Expr* gradient =
      site.Tensor(RequestShape(SampledType(x)->dtype, InPlaceOf(dims, static_cast<size_t>(axis), places)));
  return MakeOpCall(site.ctx(), row, {gradient, x, ConstantIndices(site, counts, 0, 2)},
                    {{"axis", MakeAttrInt(site.ctx(), axis)}});
}

// ---- rows

constexpr Operand kX[] = {{"x", OperandKind::kAny}};
constexpr Operand kPool[] = {{"output_grad", OperandKind::kTensor, kFloatDType},
                             {"data", OperandKind::kTensor, kFloatDType}};
constexpr Operand kTake[] = {{"output_grad"}, {"x"}, {"indices", OperandKind::kTensor, kIntegers}};
constexpr AttrSpec kPoolAttrs[] = {
    {"pool_size", AttrKind::kIntList, "[1, 1]"}, {"strides", AttrKind::kIntList, "[1, 1]"},
    {"dilation", AttrKind::kIntList, "[1, 1]"},  {"padding", AttrKind::kIntList, "[0, 0, 0, 0]"},
    {"ceil_mode", AttrKind::kBool, "False"},     {"count_include_pad", AttrKind::kBool, "False"},
    {"layout", AttrKind::kString, "\"NCHW\""},   {"out_layout", AttrKind::kString, "None"}};
// TVM has and writes the attributes of take; mode says nothing here.
constexpr AttrSpec kTakeAttrs[] = {{"axis", AttrKind::kInt, "None"}, {"mode", AttrKind::kString, "\"\""}};
constexpr Precondition kStartRules[] = {{"start_checkpoint.r1", "x is a variable"}};
constexpr Precondition kMaxPoolRules[] = {
    {"max_pool2d_backward.r1", "pool_size, strides, dilation and padding fit two spatial dimensions"},
    {"max_pool2d_backward.r2", "layout and out_layout are orders of NCHW"}};
constexpr Precondition kAvgPoolRules[] = {
    {"avg_pool2d_backward.r1", "pool_size, strides, dilation and padding fit two spatial dimensions"},
    {"avg_pool2d_backward.r2", "layout and out_layout are orders of NCHW"}};
constexpr Precondition kEndRules[] = {{"end_checkpoint.r1", "x is a variable"}};

constexpr OpSpec kGrad[] = {
    {.name = "grad.no_grad",
     .doc = "the value itself; Gradient does not look behind it",
     .operands = kX,
     .attrs = {},
     .preconditions = {},
     .infer = InferSame,
     .eval = EvalSame,
     .lower = {LowerSame},
     .sample = SampleMark,
     .tolerance = Exact()},
    {.name = "grad.start_checkpoint",
     .doc = "the value itself; what follows is computed again for Gradient",
     .operands = kX,
     .attrs = {},
     .preconditions = kStartRules,
     .infer = InferCheckpoint,
     .eval = EvalSame,
     .lower = {LowerSame},
     .sample = SampleMark,
     .tolerance = Exact()},
    {.name = "grad.end_checkpoint",
     .doc = "the value itself; ends what grad.start_checkpoint began",
     .operands = kX,
     .attrs = {},
     .preconditions = kEndRules,
     .infer = InferCheckpoint,
     .eval = EvalSame,
     .lower = {LowerSame},
     .sample = SampleMark,
     .tolerance = Exact()},
    {.name = "grad.max_pool2d_backward",
     .doc = "The gradient of max_pool2d for data: each window's goes to its first greatest element, which is above the "
            "lowest finite value (NaN is not); sums over windows from the last to the first.",
     .operands = kPool,
     .attrs = kPoolAttrs,
     .preconditions = kMaxPoolRules,
     .infer = InferPoolBackward,
     .eval = EvalMaxBackward,
     .lower = {LowerMaxBackward},
     .sample = SamplePoolBackward,
     .tolerance = UlpsPerReduced(1)},
    {.name = "grad.avg_pool2d_backward",
     .doc = "The gradient of avg_pool2d for data: each window's in equal parts to its elements, over the window's size "
            "when "
            "padding counts, else over how many there are; sums over windows from the last to the first.",
     .operands = kPool,
     .attrs = kPoolAttrs,
     .preconditions = kAvgPoolRules,
     .infer = InferPoolBackward,
     .eval = EvalAvgBackward,
     .lower = {LowerAvgBackward},
     .sample = SamplePoolBackward,
     .tolerance = UlpsPerReduced(2)},
    {.name = "grad.take_backward",
     .doc = "The gradient of take for x: at each place the sum of output_grad over the indices that name it, in order; "
            "indices outside are ignored, but without an axis they wrap, as in take.",
     .operands = kTake,
     .attrs = kTakeAttrs,
     .preconditions = {},
     .infer = InferBackward,
     .eval = EvalTakeBackward,
     .lower = {LowerTakeBackward},
     .sample = SampleTakeBackward,
     .tolerance = UlpsPerReduced(1),
     .tvm_reads_back = false},
};
static_assert(AllComplete(kGrad));

}  // namespace

std::span<const OpSpec> GradOps() { return kGrad; }

}  // namespace assay
