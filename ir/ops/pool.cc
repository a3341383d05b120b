// Pools over windows of images: max_pool1d … 3d, avg_pool1d … 3d, and adaptive_avg_pool1d … 3d. One family for all
// numbers of spatial dimensions, which the operator's name gives. Tested by nn_rows_test.cc.
#include <algorithm>

#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/out_order.h"
#include "ir/ops/pool.h"
#include "ir/ops/window.h"

namespace assay {

std::optional<PoolAttrs> ReadPool(const Call& call, size_t spatial) {
  std::optional<Ints> size = OnePerDim(IntsAttr(call, "pool_size"), spatial);
  std::optional<Ints> strides = OnePerDim(IntsAttr(call, "strides"), spatial);
  std::optional<Ints> dilation = OnePerDim(IntsAttr(call, "dilation"), spatial);
  std::optional<Padding> padding = ReadPadding(IntsAttr(call, "padding"), spatial);
  if (!size || !strides || !dilation || !padding) return std::nullopt;
  if (!ArePositive(*size) || !ArePositive(*strides) || !ArePositive(*dilation)) return std::nullopt;
  if (!AreNatural(padding->before) || !AreNatural(padding->after)) return std::nullopt;
  return PoolAttrs{
      *size, *strides, *dilation, *padding, BoolAttr(call, "ceil_mode"), BoolAttr(call, "count_include_pad")};
}

namespace {

using eval::Index;

// ---- inference

struct PoolLayouts {
  Layout data, out;
};
std::optional<PoolLayouts> ReadLayouts(const Call& call, size_t spatial) {
  std::optional<Layout> data = Layout::Parse(TextAttr(call, "layout"), DataLetters(spatial));
  std::optional<Layout> out = Layout::Parse(OutLayoutName(call, "layout"), DataLetters(spatial));
  if (!data || !out) return std::nullopt;
  return PoolLayouts{*data, *out};
}

// With ceil_mode the last window may begin beyond the padded front of the data; then it is left out.
const Expr* PooledExtent(Context& ctx, const Expr* in, const PoolAttrs& pool, size_t i) {
  int64_t stride = pool.strides[i], before = pool.padding.before[i], after = pool.padding.after[i];
  int64_t more = pool.ceil_mode ? stride - 1 : 0;
  const Expr* count = WindowCount(ctx, in, MakeInt(ctx, pool.size[i]), before + after + more, stride, pool.dilation[i]);
  // (count - 1) * stride is at most in + before + after + more - reach - 1.
  int64_t reach = pool.dilation[i] * (pool.size[i] - 1);
  if (!pool.ceil_mode || after + more - reach - 1 < 0) return count;
  Term windows(ctx, count), extent(ctx, in);
  return Simplified(IfThenElseOf((windows - 1) * stride >= extent + before, windows - 1, windows)).expr();
}
Result<const Type*> InferPooled(const InferIn& in, size_t spatial, const std::function<void(Dims&)>& pool) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  std::optional<PoolLayouts> layouts = ReadLayouts(in.call, spatial);
  if (!layouts)
    return Broken(in, 2, fmt::format("layouts that are orders of {}", DataLetters(spatial)), fact::Attr{"layout"},
                  fact::Attr{"out_layout"});
  bool fits = data->rank == kUnknownRank || data->rank == layouts->data.rank();
  if (!fits) return Broken(in, 3, "data of its layout's rank", fact::Arg{0}, fact::Attr{"layout"});
  const ShapeExpr* shape = KnownShape(data);
  if (shape == nullptr) return LikeWithRank(in.ctx, data, layouts->out.rank());
  if (!layouts->data.Takes(shape->values))
    return Broken(in, 3, "a split dimension as long as the layout says", fact::Arg{0}, fact::Attr{"layout"});
  Dims dims = layouts->data.ToPrimal(in.ctx, Dims(shape->values.begin(), shape->values.end()));
  pool(dims);
  return LikeWithDims(in.ctx, data, layouts->out.FromPrimal(in.ctx, dims));
}
Result<const Type*> InferPool(const InferIn& in) {
  size_t spatial = SpatialOf(in.call);
  std::optional<PoolAttrs> attrs = ReadPool(in.call, spatial);
  if (!attrs)
    return Broken(in, 1, fmt::format("pool_size, strides, dilation and padding for {} spatial dimensions", spatial),
                  fact::Attr{"pool_size"}, fact::Attr{"strides"}, fact::Attr{"dilation"}, fact::Attr{"padding"});
  return InferPooled(in, spatial, [&](Dims& dims) {
    for (size_t i = 0; i < spatial; ++i) dims[2 + i] = PooledExtent(in.ctx, dims[2 + i], *attrs, i);
  });
}
Result<const Type*> InferAdaptive(const InferIn& in) {
  size_t spatial = SpatialOf(in.call);
  std::optional<Ints> sizes = Ints();
  bool given = !IsNullAttr(in.call, "output_size");
  if (given) sizes = OnePerDim(IntsAttr(in.call, "output_size"), spatial);
  if (!sizes || !ArePositive(*sizes))
    return Broken(in, 1, fmt::format("positive output_size for {} spatial dimensions", spatial),
                  fact::Attr{"output_size"});
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  bool same = !given && TextAttr(in.call, "layout") == OutLayoutName(in.call, "layout");
  ASSAY_TRY(const Type* type, InferPooled(in, spatial, [&](Dims& dims) {
              for (size_t i = 0; given && i < spatial; ++i) dims[2 + i] = MakeInt(in.ctx, (*sizes)[i]);
            }));
  return same && data->shape != nullptr ? data : type;
}

// ---- what cannot be done

std::string WhyNotPooled(const Call& call, DType dtype) {
  std::string_view layout = TextAttr(call, "layout");
  if (!OutOrder::Of(call, "layout", SpatialOf(call))) return "out_layout splits dimensions otherwise than layout";
  if (!HasWholeSpatial(layout, SpatialOf(call))) return "a spatial dimension is split";
  if (dtype.IsBool()) return "a pool of bool has no agreed meaning";
  return "";
}

// ---- reference evaluation

// Calls f(element) for each element of the window that lies in the data. `first` and `step` are the window's place in
// each spatial dimension.
template <class F>
void ForWindow(const Tensor& x, const std::vector<size_t>& places, const Index& at, const Index& first,
               const Index& size, const Index& step, F&& f) {
  eval::ForEach(size, [&](const Index& r) {
    Index source = at;
    for (size_t i = 0; i < places.size(); ++i) {
      source[places[i]] = first[i] + r[i] * step[i];
      if (source[places[i]] < 0 || source[places[i]] >= x.shape()[places[i]]) return;
    }
    f(eval::At(x, source));
  });
}
// Integers divide toward zero, in 64 bits.
Scalar Divide(Scalar sum, int64_t count) {
  if (sum.dtype.IsFloating()) return scalar::Div(sum, Scalar::Int(sum.dtype, count));
  Scalar wide = scalar::TruncDiv(scalar::Cast(sum, DType::Int(64)), Scalar::Int(DType::Int(64), count));
  return scalar::Cast(wide, sum.dtype);
}

struct PoolRun {
  const Tensor& x;
  const PoolAttrs& attrs;
  std::vector<size_t> places;

  int64_t extent(size_t i) const { return x.shape()[places[i]]; }
  Index ResultShape() const {
    Index shape = x.shape();
    for (size_t i = 0; i < places.size(); ++i) {
      int64_t more = attrs.ceil_mode ? attrs.strides[i] - 1 : 0;
      int64_t padded = extent(i) + attrs.padding.before[i] + attrs.padding.after[i] + more;
      int64_t room = padded - attrs.dilation[i] * (attrs.size[i] - 1) - 1;
      int64_t& count = shape[places[i]];
      count = WindowPlaces(room, attrs.strides[i]);
      if (attrs.ceil_mode && (count - 1) * attrs.strides[i] >= extent(i) + attrs.padding.before[i]) --count;
    }
    return shape;
  }
  Index First(const Index& at) const {
    Index first;
    for (size_t i = 0; i < places.size(); ++i) {
      first.push_back(at[places[i]] * attrs.strides[i] - attrs.padding.before[i]);
    }
    return first;
  }
  // Places of the window in the data and the padding asked for; what ceil_mode adds does not count.
  int64_t PaddedCount(const Index& first) const {
    int64_t count = 1;
    for (size_t i = 0; i < first.size(); ++i) {
      int64_t last = first[i] + (attrs.size[i] - 1) * attrs.dilation[i];
      last = std::min(last, extent(i) + attrs.padding.after[i] - 1);
      count *= (last - first[i]) / attrs.dilation[i] + 1;
    }
    return count;
  }
};
EvalResult EvalPool(const EvalIn& in, bool average) {
  const Tensor& x = eval::TensorOf(in, 0);
  size_t spatial = SpatialOf(in.call);
  if (std::string why = WhyNotPooled(in.call, x.dtype()); !why.empty()) return Refused{why};
  std::optional<Layout> layout = Layout::Parse(TextAttr(in.call, "layout"), DataLetters(spatial));
  if (x.rank() != layout->rank()) return eval::ShapeMismatch(in, "the rank is not that of the layout");
  std::optional<PoolAttrs> attrs = ReadPool(in.call, spatial);
  PoolRun run{x, *attrs, SpatialPlaces(*layout, spatial)};
  OutOrder order = *OutOrder::Of(in.call, "layout", spatial);
  return eval::Fill(x.dtype(), order.InResult(run.ResultShape()), [&](const Index& place) {
    Index at = order.InData(place);
    Index first = run.First(at);
    Scalar value = average ? Scalar::Zero(x.dtype()) : scalar::Lowest(x.dtype());
    int64_t inside = 0;
    ForWindow(x, run.places, at, first, attrs->size, attrs->dilation, [&](Scalar element) {
      value = average ? scalar::Add(value, element) : scalar::Max(value, element);
      ++inside;
    });
    if (!average) return value;
    return Divide(value, attrs->count_include_pad ? run.PaddedCount(first) : std::max<int64_t>(inside, 1));
  });
}
EvalResult EvalMaxPool(const EvalIn& in) { return EvalPool(in, false); }
EvalResult EvalAvgPool(const EvalIn& in) { return EvalPool(in, true); }

EvalResult EvalAdaptive(const EvalIn& in) {
  const Tensor& x = eval::TensorOf(in, 0);
  size_t spatial = SpatialOf(in.call);
  if (std::string why = WhyNotPooled(in.call, x.dtype()); !why.empty()) return Refused{why};
  std::optional<Layout> layout = Layout::Parse(TextAttr(in.call, "layout"), DataLetters(spatial));
  if (x.rank() != layout->rank()) return eval::ShapeMismatch(in, "the rank is not that of the layout");
  std::vector<size_t> places = SpatialPlaces(*layout, spatial);
  Index shape = x.shape(), ones(spatial, 1);
  std::optional<Ints> sizes;
  if (!IsNullAttr(in.call, "output_size")) sizes = OnePerDim(IntsAttr(in.call, "output_size"), spatial);
  for (size_t i = 0; sizes && i < spatial; ++i) shape[places[i]] = (*sizes)[i];
  for (size_t place : places) {
    bool nothing = x.shape()[place] == 0 && eval::ElementCount(shape) > 0;
    if (nothing && !x.dtype().IsFloating()) return Trap{TrapKind::kDivisionByZero, "mean of no integers", in.call.span};
  }
  OutOrder order = *OutOrder::Of(in.call, "layout", spatial);
  return eval::Fill(x.dtype(), order.InResult(shape), [&](const Index& in_result) {
    Index at = order.InData(in_result), first, size;
    for (size_t place : places) {
      int64_t from = at[place] * x.shape()[place], to = from + x.shape()[place], count = shape[place];
      first.push_back(from / count);
      size.push_back((to + count - 1) / count - from / count);
    }
    Scalar sum = Scalar::Zero(x.dtype());
    ForWindow(x, places, at, first, size, ones, [&](Scalar element) { sum = scalar::Add(sum, element); });
    return Divide(sum, eval::ElementCount(size));
  });
}

// ---- lowering: "pad_temp", then "pool_max", or "pool_sum" and "pool_avg"

Term DivideTerm(Term sum, Term count) {
  if (sum.dtype().IsFloating()) return sum / CastTo(sum.dtype(), count);
  return CastTo(sum.dtype(), TruncDivOf(CastTo(DType::Int(64), sum), count));
}
KernelAxes WindowAxes(KernelBuilder& k, const Ints& size) {
  KernelAxes axes;
  for (size_t i = 0; i < size.size(); ++i) axes.push_back({"rv" + std::to_string(i), k.Int(size[i])});
  return axes;
}
struct PoolKernel {
  KernelBuilder& k;
  const PoolAttrs& attrs;
  std::vector<size_t> places;
  const KernelBuffer& x;

  KernelBuffer Padded(Term fill) const {
    Ints before(static_cast<size_t>(x.rank()), 0), after = before;
    for (size_t i = 0; i < places.size(); ++i) {
      before[places[i]] = attrs.padding.before[i];
      after[places[i]] = attrs.padding.after[i] + (attrs.ceil_mode ? attrs.strides[i] - 1 : 0);
    }
    bool pads = before != Ints(before.size(), 0) || after != Ints(after.size(), 0);
    return pads ? PadStage(k, x, before, after, fill, PadBounds::kPadded) : x;
  }
  KernelBuffer Fold(const char* name, const Terms& dims, Term start, Term (*step)(Term, Term)) const {
    KernelBuffer padded = Padded(start);
    return k.Reduce(name, Axes("ax", dims), WindowAxes(k, attrs.size), start,
                    [&](Term value, const Terms& s, const Terms& r) {
                      Terms source = s;
                      for (size_t i = 0; i < places.size(); ++i) {
                        Term& at = source[places[i]];
                        at = at * attrs.strides[i] + r[i] * attrs.dilation[i];
                      }
                      return step(value, padded(source));
                    });
  }
  // Whether no window of the dimension lies so far outside that its count would be below zero; `windows` is how many
  // there are.
  bool ReachesData(size_t i, const Term& windows) const {
    int64_t reach = (attrs.size[i] - 1) * attrs.dilation[i], after = attrs.padding.after[i];
    bool with_pad = attrs.count_include_pad;
    if (!with_pad && attrs.padding.before[i] > reach + 1) return false;
    if (!attrs.ceil_mode) return with_pad || after <= reach + 1;
    const IntImm *extent = AsInt(x.dim(static_cast<int>(places[i])).expr()), *count = AsInt(windows.expr());
    if (extent == nullptr || count == nullptr) return false;
    int64_t start = (count->value - 1) * attrs.strides[i] - attrs.padding.before[i];
    return start <= extent->value + (with_pad ? after : 0);
  }
  // How many places of the window count, in one dimension of so many windows, written as TVM's simplifier leaves it.
  Term Count(const Terms& at, size_t i, const Term& windows) const {
    int64_t stride = attrs.strides[i], dilation = attrs.dilation[i], before = attrs.padding.before[i];
    int64_t reach = (attrs.size[i] - 1) * dilation, after = attrs.count_include_pad ? attrs.padding.after[i] : 0;
    Term step = at[places[i]], limit = x.dim(static_cast<int>(places[i])) + (after - 1);
    // The first place in the data, at a whole number of steps from the window's own.
    Term skipped = MaxOf(TruncDivOf(before + dilation - 1 - step * stride, k.Int(dilation)), k.Int(0)) * dilation;
    if (!ReachesData(i, windows)) {
      Term first = step * stride - before;
      Term last = MinOf(first + reach, limit);
      if (!attrs.count_include_pad) first = first + skipped;
      return MaxOf((last - first) / dilation + 1, k.Int(0));
    }
    if (attrs.count_include_pad || stride == 1) {
      Term last = Farthest(step, stride, reach - before, limit);
      if (!attrs.count_include_pad) last = last - skipped;
      return TruncDivOf(last + before, k.Int(dilation)) + 1;
    }
    Term first = step * stride - before + skipped;
    return TruncDivOf(MinOf(step * stride + (reach - before), limit) - first, k.Int(dilation)) + 1;
  }
  // The smaller of `reach` and limit - step * stride, by whole strides where both are.
  Term Farthest(const Term& step, int64_t stride, int64_t reach, const Term& limit) const {
    const IntImm* end = AsInt(limit.expr());
    bool whole = end != nullptr && stride > 1 && reach % stride == 0 && end->value % stride == 0;
    if (whole) return MinOf(k.Int(reach / stride), end->value / stride - step) * stride;
    return MinOf(k.Int(reach), Simplified(limit - step * stride));
  }
};
Lowered LowerPool(LowerSite& site, const Call& call, bool average) {
  size_t spatial = SpatialOf(call);
  std::string why = WhyNotPooled(call, As<TensorType>(call.type)->dtype);
  if (!why.empty()) return Refused{why};
  std::optional<PoolAttrs> attrs = ReadPool(call, spatial);
  std::optional<Layout> layout = Layout::Parse(TextAttr(call, "layout"), DataLetters(spatial));
  std::string hint = std::string(average ? "avg" : "max") + "_pool" + std::to_string(spatial) + "d";
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    PoolKernel kernel{k, *attrs, SpatialPlaces(*layout, spatial), in[0]};
    OutOrder order = *OutOrder::Of(call, "layout", spatial);
    Terms dims = order.InData(k.ImportDims(KnownShape(call.type)->values));
    DType dtype = in[0].dtype();
    if (!average) {
      KernelBuffer greatest = kernel.Fold("pool_max", dims, LowestTerm(k.ctx(), dtype), MaxOf);
      k.Annotate("schedule_rule", MakeAttrString(k.ctx(), "meta_schedule.pool_max"));
      return std::vector{order.Laid(k, greatest)};
    }
    KernelBuffer sum = kernel.Fold("pool_sum", dims, Literal(k.ctx(), dtype, 0), [](Term a, Term b) { return a + b; });
    KernelBuffer mean = k.Compute("pool_avg", Axes("ax", dims), [&](const Terms& at) {
      Term count = k.Int(1);
      for (size_t i = 0; i < spatial; ++i) count = count * kernel.Count(at, i, dims[kernel.places[i]]);
      return DivideTerm(sum(at), Simplified(attrs->count_include_pad ? count : MaxOf(count, k.Int(1))));
    });
    k.Annotate("schedule_rule", MakeAttrString(k.ctx(), "meta_schedule.pool_avg"));
    return std::vector{order.Laid(k, mean)};
  });
}
Lowered LowerMaxPool(LowerSite& site, const Call& call) { return LowerPool(site, call, false); }
Lowered LowerAvgPool(LowerSite& site, const Call& call) { return LowerPool(site, call, true); }

// Windows are of one length where that of the result divides that of the data. Else they differ by one, where each is
// reduced over the longest, and zeros stand for what it does not have.
Lowered LowerAdaptive(LowerSite& site, const Call& call) {
  size_t spatial = SpatialOf(call);
  std::string why = WhyNotPooled(call, As<TensorType>(call.type)->dtype);
  if (!why.empty()) return Refused{why};
  std::optional<Layout> layout = Layout::Parse(TextAttr(call, "layout"), DataLetters(spatial));
  std::vector<size_t> places = SpatialPlaces(*layout, spatial);
  std::string hint = "adaptive_avg_pool" + std::to_string(spatial) + "d";
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer& x = in[0];
    OutOrder order = *OutOrder::Of(call, "layout", spatial);
    Terms dims = order.InData(k.ImportDims(KnownShape(call.type)->values));
    auto extent = [&](size_t i) { return x.dim(static_cast<int>(places[i])); };
    // Nothing where windows differ, or are of no known length.
    auto length = [&](size_t i) -> std::optional<int64_t> {
      const IntImm *all = AsInt(extent(i).expr()), *windows = AsInt(dims[places[i]].expr());
      if (ProveEqual(k.ctx(), extent(i).expr(), dims[places[i]].expr())) return 1;
      bool even = all != nullptr && windows != nullptr && windows->value > 0 && all->value % windows->value == 0;
      return even ? std::optional(all->value / windows->value) : std::nullopt;
    };
    auto first = [&](const Terms& at, size_t i) {
      return length(i) ? at[places[i]] * *length(i) : at[places[i]] * extent(i) / dims[places[i]];
    };
    auto end = [&](const Terms& at, size_t i) {
      return ((at[places[i]] + 1) * extent(i) + (dims[places[i]] - 1)) / dims[places[i]];
    };
    KernelAxes window;
    for (size_t i = 0; i < spatial; ++i) {
      Term longest = (extent(i) + (dims[places[i]] - 1)) / dims[places[i]] + 1;
      window.push_back({"rv" + std::to_string(i), length(i) ? k.Int(*length(i)) : Simplified(longest)});
    }
    Term zero = Literal(k.ctx(), x.dtype(), 0);
    KernelBuffer sum =
        k.Reduce("adaptive_pool_sum", Axes("ax", dims), window, zero, [&](Term value, const Terms& s, const Terms& r) {
          Terms source = s;
          Term inside(k.ctx(), MakeBool(k.ctx(), true));
          for (size_t i = 0; i < spatial; ++i) {
            source[places[i]] = first(s, i) + r[i];
            if (!length(i)) inside = inside && source[places[i]] < end(s, i);
          }
          return value + IfThenElseOf(inside, x(source), zero);
        });
    KernelBuffer mean = k.Compute("adaptive_pool_avg", Axes("ax", dims), [&](const Terms& at) {
      Term count = k.Int(1);
      for (size_t i = 0; i < spatial; ++i) count = count * (length(i) ? k.Int(*length(i)) : end(at, i) - first(at, i));
      return count.IsInt(1) ? sum(at) : DivideTerm(sum(at), count);
    });
    k.Annotate("schedule_rule", MakeAttrString(k.ctx(), "meta_schedule.adaptive_pool_avg"));
    return std::vector{order.Laid(k, mean)};
  });
}

// ---- sampling

const Expr* SampleImage(SampleSite& site, size_t spatial, const Ints& least, bool channels_last) {
  Dims dims{site.Dim()};
  if (!channels_last) dims.push_back(site.Dim());
  Ints spare = SampleInts(site, spatial, 0, 3);
  for (size_t i = 0; i < spatial; ++i) dims.push_back(MakeInt(site.ctx(), least[i] + spare[i]));
  if (channels_last) dims.push_back(site.Dim());
  return site.Tensor(RequestShape(site.PickDType(kNumeric), dims));
}
std::string SampleLayout(size_t spatial, bool channels_last) {
  return channels_last ? "N" + std::string(SpatialLetters(spatial)) + "C" : std::string(DataLetters(spatial));
}
const Call* SamplePool(SampleSite& site, const OpSpec& row) {
  size_t spatial = SpatialOf(row.name);
  Context& ctx = site.ctx();
  Ints size = SampleInts(site, spatial, 1, 3), dilation = SampleInts(site, spatial, 1, 2), least;
  for (size_t i = 0; i < spatial; ++i) least.push_back(dilation[i] * (size[i] - 1) + 1);
  bool channels_last = site.bytes().Chance(1, 3);
  const Expr* x = SampleImage(site, spatial, least, channels_last);
  return MakeOpCall(ctx, row, {x},
                    {{"pool_size", IntsOf(ctx, size)},
                     {"strides", IntsOf(ctx, SampleInts(site, spatial, 1, 3))},
                     {"dilation", IntsOf(ctx, dilation)},
                     {"padding", IntsOf(ctx, SampleInts(site, 2 * spatial, 0, 2))},
                     {"ceil_mode", MakeAttrBool(ctx, site.bytes().Chance(1, 2))},
                     {"count_include_pad", MakeAttrBool(ctx, site.bytes().Chance(1, 2))},
                     {"layout", MakeAttrString(ctx, SampleLayout(spatial, channels_last))},
                     {"out_layout", MakeAttrString(ctx, SampleLayout(spatial, channels_last))}});
}
const Call* SampleAdaptive(SampleSite& site, const OpSpec& row) {
  size_t spatial = SpatialOf(row.name);
  Context& ctx = site.ctx();
  bool channels_last = site.bytes().Chance(1, 3);
  const Expr* x = SampleImage(site, spatial, Ints(spatial, 1), channels_last);
  AttrItems attrs{{"layout", MakeAttrString(ctx, SampleLayout(spatial, channels_last))},
                  {"out_layout", MakeAttrString(ctx, SampleLayout(spatial, channels_last))}};
  if (site.bytes().Chance(3, 4)) attrs.emplace_back("output_size", IntsOf(ctx, SampleInts(site, spatial, 1, 4)));
  return MakeOpCall(ctx, row, {x}, attrs);
}

// ---- rows

constexpr Operand kPoolOperands[] = {{"data", OperandKind::kTensor, kNumeric}};
// Attributes in TVM's order; `ones` and `zeros` are "[1, 1]" and "[0, 0]" for the number of spatial dimensions.
#define ASSAY_POOL_ATTRS(id, ones, zeros, include_pad, letters)                                     \
  constexpr AttrSpec id[] = {                                                                       \
      {"pool_size", AttrKind::kIntList, ones}, {"strides", AttrKind::kIntList, ones},               \
      {"dilation", AttrKind::kIntList, ones},  {"padding", AttrKind::kIntList, zeros},              \
      {"ceil_mode", AttrKind::kBool, "False"}, {"count_include_pad", AttrKind::kBool, include_pad}, \
      {"layout", AttrKind::kString, letters},  {"out_layout", AttrKind::kString, "None"}}
ASSAY_POOL_ATTRS(kMax1, "[1]", "[0, 0]", "False", "\"NCW\"");
ASSAY_POOL_ATTRS(kMax2, "[1, 1]", "[0, 0, 0, 0]", "False", "\"NCHW\"");
ASSAY_POOL_ATTRS(kMax3, "[1, 1, 1]", "[0, 0, 0, 0, 0, 0]", "False", "\"NCDHW\"");
ASSAY_POOL_ATTRS(kAvg1, "[1]", "[0, 0]", "True", "\"NCW\"");
ASSAY_POOL_ATTRS(kAvg3, "[1, 1, 1]", "[0, 0, 0, 0, 0, 0]", "True", "\"NCDHW\"");
#undef ASSAY_POOL_ATTRS
#define ASSAY_ADAPTIVE_ATTRS(id, letters)                                 \
  constexpr AttrSpec id[] = {{"output_size", AttrKind::kIntList, "None"}, \
                             {"layout", AttrKind::kString, letters},      \
                             {"out_layout", AttrKind::kString, "None"}}
ASSAY_ADAPTIVE_ATTRS(kAdaptive1, "\"NCW\"");
ASSAY_ADAPTIVE_ATTRS(kAdaptive2, "\"NCHW\"");
ASSAY_ADAPTIVE_ATTRS(kAdaptive3, "\"NCDHW\"");
#undef ASSAY_ADAPTIVE_ATTRS

#define ASSAY_POOL_RULES(name, first)                                                                        \
  constexpr Precondition k_##name##_rules[] = {                                                              \
      {#name ".r1", first},                                                                                  \
      {#name ".r2", "layouts are orders of the data's letters (NCW, NCHW, NCDHW), dimensions may be split"}, \
      {#name ".r3", "the rank, and the length of a split dimension, is that of the layout"}}
constexpr std::string_view kWindowRule =
    "pool_size, strides, dilation (positive) and padding (not negative) fit the spatial dimensions";
constexpr std::string_view kSizeRule = "output_size is None or positive, one number or one for each spatial dimension";
ASSAY_POOL_RULES(max_pool1d, kWindowRule);
ASSAY_POOL_RULES(max_pool2d, kWindowRule);
ASSAY_POOL_RULES(max_pool3d, kWindowRule);
ASSAY_POOL_RULES(avg_pool1d, kWindowRule);
ASSAY_POOL_RULES(avg_pool2d, kWindowRule);
ASSAY_POOL_RULES(avg_pool3d, kWindowRule);
ASSAY_POOL_RULES(adaptive_avg_pool1d, kSizeRule);
ASSAY_POOL_RULES(adaptive_avg_pool2d, kSizeRule);
ASSAY_POOL_RULES(adaptive_avg_pool3d, kSizeRule);
#undef ASSAY_POOL_RULES

constexpr std::string_view kMaxDoc =
    "Greatest element of each window, at least the lowest finite value of the dtype, which is also what padding holds. "
    "NaN wins. With ceil_mode a window may reach beyond the padding, unless it begins there.";
constexpr std::string_view kAvgDoc =
    "Sum of each window in data's own dtype, row-major, divided by its number of elements: padding counts when "
    "count_include_pad is set; a window of padding alone gives 0. Integers divide toward zero, in 64 bits, and keep "
    "their dtype (TVM's kernel gives int32 against its own inference). With ceil_mode a window may reach beyond the "
    "padding, which never counts.";
constexpr std::string_view kAdaptiveDoc =
    "Mean of the elements floor(o * in / out) … ceil((o + 1) * in / out) - 1 of each spatial dimension; sums in data's "
    "own dtype, integers divide toward zero in 64 bits. None keeps the extents. Of no elements: NaN, or a trap for "
    "integers.";

constexpr OpSpec Row(std::string_view name, std::string_view doc, std::span<const AttrSpec> attrs,
                     std::span<const Precondition> rules, InferFn infer, EvalFn eval, LowerFn lower, SampleFn sample,
                     Tolerance tolerance) {
  return {.name = name,
          .doc = doc,
          .operands = kPoolOperands,
          .attrs = attrs,
          .preconditions = rules,
          .infer = infer,
          .eval = eval,
          .lower = {lower},
          .sample = sample,
          .tolerance = tolerance,
          .layout = LayoutOfPool,
          .mixed = kFollows};
}
constexpr OpSpec MaxRow(std::string_view name, std::span<const AttrSpec> attrs, std::span<const Precondition> rules) {
  return Row(name, kMaxDoc, attrs, rules, InferPool, EvalMaxPool, LowerMaxPool, SamplePool, Exact());
}
constexpr OpSpec AvgRow(std::string_view name, std::span<const AttrSpec> attrs, std::span<const Precondition> rules) {
  return Row(name, kAvgDoc, attrs, rules, InferPool, EvalAvgPool, LowerAvgPool, SamplePool, UlpsPerReduced(2));
}
constexpr OpSpec AdaptiveRow(std::string_view name, std::span<const AttrSpec> attrs,
                             std::span<const Precondition> rules) {
  return Row(name, kAdaptiveDoc, attrs, rules, InferAdaptive, EvalAdaptive, LowerAdaptive, SampleAdaptive,
             UlpsPerReduced(2));
}
constexpr OpSpec kPool[] = {
    MaxRow("nn.max_pool1d", kMax1, k_max_pool1d_rules),
    With(MaxRow("nn.max_pool2d", kMax2, k_max_pool2d_rules), {MaxPool2dGradient}),
    MaxRow("nn.max_pool3d", kMax3, k_max_pool3d_rules),
    AvgRow("nn.avg_pool1d", kAvg1, k_avg_pool1d_rules),
    With(AvgRow("nn.avg_pool2d", kMax2, k_avg_pool2d_rules), {AvgPool2dGradient}),
    AvgRow("nn.avg_pool3d", kAvg3, k_avg_pool3d_rules),
    AdaptiveRow("nn.adaptive_avg_pool1d", kAdaptive1, k_adaptive_avg_pool1d_rules),
    AdaptiveRow("nn.adaptive_avg_pool2d", kAdaptive2, k_adaptive_avg_pool2d_rules),
    AdaptiveRow("nn.adaptive_avg_pool3d", kAdaptive3, k_adaptive_avg_pool3d_rules),
};
static_assert(AllComplete(kPool));

}  // namespace

std::span<const OpSpec> PoolOps() { return kPool; }

}  // namespace assay
