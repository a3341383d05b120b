// Regions of interest: vision.roi_align, vision.roi_pool. A region is (image, left, top, right, bottom). Tested by
// image_rows_test.cc.
#include <algorithm>

#include "ir/ops/families.h"
#include "ir/ops/spatial.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<const Type*> InferRoi(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* rois, TensorArg(in, 1));
  if (data->rank != kUnknownRank && data->rank != 4) return Broken(in, 1, "data of rank 4", fact::Arg{0});
  if (rois->rank != kUnknownRank && rois->rank != 2) return Broken(in, 2, "rois of rank 2", fact::Arg{1});
  bool align = in.call.attrs->Find("mode") != nullptr;
  std::string_view layout = TextAttr(in.call, "layout");
  if (layout != "NCHW" && !(align && layout == "NHWC"))
    return Broken(in, 3, align ? "layout to be NCHW or NHWC" : "layout to be NCHW", fact::Attr{"layout"});
  if (align && TextAttr(in.call, "mode") != "avg" && TextAttr(in.call, "mode") != "max")
    return Broken(in, 4, "mode to be avg or max", fact::Attr{"mode"});
  std::optional<Ints> size = OnePerDim(IntsAttr(in.call, "pooled_size"), 2);
  if (!size) return Broken(in, 3, "one or two numbers in pooled_size", fact::Attr{"pooled_size"});
  const ShapeExpr *shape = KnownShape(data), *regions = KnownShape(rois);
  const IntImm* length = regions == nullptr ? nullptr : AsInt(regions->values[1]);
  if (length != nullptr && length->value != 5) return Broken(in, 2, "five numbers for each region", fact::Extent{1, 1});
  if (shape == nullptr || regions == nullptr) return LikeWithRank(in.ctx, data, 4);
  const Expr *rows = MakeInt(in.ctx, (*size)[0]), *columns = MakeInt(in.ctx, (*size)[1]);
  if (layout == "NHWC") return LikeWithDims(in.ctx, data, {regions->values[0], rows, columns, shape->values[3]});
  return LikeWithDims(in.ctx, data, {regions->values[0], shape->values[1], rows, columns});
}

// ---- what cannot be done

std::string WhyNot(const Call& call) {
  DType dtype = As<TensorType>(call.args[0]->type)->dtype;
  bool floats = dtype.IsFloating() && As<TensorType>(call.args[1]->type)->dtype == dtype;
  return floats ? "" : "regions of integers, or of two dtypes";
}
bool ChannelsLast(const Call& call) { return TextAttr(call, "layout") == "NHWC"; }
// Places of image, channel, row and column.
Index PlaceIn(bool last, int64_t n, int64_t c, int64_t y, int64_t x) {
  return last ? Index{n, y, x, c} : Index{n, c, y, x};
}
Terms PlaceTerms(bool last, const Term& n, const Term& c, const Term& y, const Term& x) {
  return last ? Terms{n, y, x, c} : Terms{n, c, y, x};
}

// ---- reference evaluation

struct RoiRun {
  const EvalIn& in;
  const Tensor &data, &rois;
  DType dtype;
  bool last;

  Scalar Number(double value) const { return Scalar::Float(dtype, value); }
  // The image of a region, or -1 where there is none.
  int64_t Image(int64_t roi) const {
    int64_t image = scalar::Cast(eval::At(rois, {roi, 0}), DType::Int(32)).AsInt();
    return image >= 0 && image < data.shape()[0] ? image : -1;
  }
  Scalar Edge(int64_t roi, int64_t n) const {
    return scalar::Mul(eval::At(rois, {roi, n}), Number(FloatAttr(in.call, "spatial_scale")));
  }
  int64_t extent(size_t dimension) const { return data.shape()[last ? dimension - 1 : dimension]; }
  // 0 further than one place outside, and where there are no pixels; else clamped and interpolated.
  Scalar Bilinear(int64_t n, int64_t c, Scalar y, Scalar x) const {
    Scalar at[] = {y, x};
    int64_t low[2], high[2];
    Scalar fraction[2] = {y, x};
    for (size_t d = 0; d < 2; ++d) {
      Scalar end = Scalar::Int(dtype, extent(2 + d));
      bool outside = scalar::Lt(at[d], Number(-1)).IsTrue() || scalar::Gt(at[d], end).IsTrue();
      if (outside || extent(2 + d) == 0) return Number(0);
      Scalar clamped = scalar::Min(scalar::Max(at[d], Number(0)), Scalar::Int(dtype, extent(2 + d) - 1));
      Scalar whole = eval::Math("floor", clamped);
      low[d] = scalar::Cast(whole, DType::Int(32)).AsInt();
      high[d] = std::min(low[d] + 1, extent(2 + d) - 1);
      fraction[d] = scalar::Sub(clamped, whole);
    }
    auto pixel = [&](int64_t row, int64_t column) { return eval::At(data, PlaceIn(last, n, c, row, column)); };
    auto mix = [&](Scalar a, Scalar b, Scalar t) {
      return scalar::Add(scalar::Mul(a, scalar::Sub(Number(1), t)), scalar::Mul(b, t));
    };
    Scalar top = mix(pixel(low[0], low[1]), pixel(low[0], high[1]), fraction[1]);
    return mix(top, mix(pixel(high[0], low[1]), pixel(high[0], high[1]), fraction[1]), fraction[0]);
  }
};
EvalResult EvalRoi(const EvalIn& in,
                   Scalar (*cell)(const RoiRun&, int64_t roi, int64_t c, int64_t row, int64_t column)) {
  if (std::string why = WhyNot(in.call); !why.empty()) return Refused{why};
  const Tensor &data = eval::TensorOf(in, 0), &rois = eval::TensorOf(in, 1);
  if (rois.rank() != 2 || rois.shape()[1] != 5 || data.rank() != 4) return eval::ShapeMismatch(in, "data or rois");
  RoiRun run{in, data, rois, data.dtype(), ChannelsLast(in.call)};
  Ints size = *OnePerDim(IntsAttr(in.call, "pooled_size"), 2);
  Index shape = PlaceIn(run.last, rois.shape()[0], data.shape()[run.last ? 3 : 1], size[0], size[1]);
  bool empty = std::ranges::find(shape, 0) != shape.end();
  for (int64_t roi = 0; roi < rois.shape()[0] && !empty; ++roi) {
    if (run.Image(roi) < 0) return eval::OutOfBounds(in, "a region names no image");
  }
  return eval::Fill(data.dtype(), shape, [&](const Index& i) {
    return run.last ? cell(run, i[0], i[3], i[1], i[2]) : cell(run, i[0], i[1], i[2], i[3]);
  });
}
// Length of a cell of the region.
Scalar BinOf(const RoiRun& run, int64_t roi, size_t d) {
  Ints size = *OnePerDim(IntsAttr(run.in.call, "pooled_size"), 2);
  Scalar length = scalar::Sub(run.Edge(roi, d == 0 ? 4 : 3), run.Edge(roi, d == 0 ? 2 : 1));
  if (!BoolAttr(run.in.call, "aligned")) length = scalar::Max(length, run.Number(1));
  return scalar::Div(length, Scalar::Int(run.dtype, size[d]));
}
// How many samples a cell has: sample_ratio, or one for each element that it touches.
Index SamplesOf(const RoiRun& run, int64_t roi) {
  int64_t ratio = IntAttr(run.in.call, "sample_ratio");
  Index samples(2, ratio);
  for (size_t d = 0; d < 2 && ratio <= 0; ++d) {
    samples[d] = std::max<int64_t>(scalar::Cast(eval::Math("ceil", BinOf(run, roi, d)), DType::Int(32)).AsInt(), 0);
  }
  return samples;
}
Scalar AlignedCell(const RoiRun& run, int64_t roi, int64_t c, int64_t row, int64_t column) {
  int64_t places[] = {row, column};
  Index samples = SamplesOf(run, roi);
  bool average = TextAttr(run.in.call, "mode") == "avg";
  Scalar start[2] = {run.Edge(roi, 2), run.Edge(roi, 1)}, bin[2] = {start[0], start[1]};
  for (size_t d = 0; d < 2; ++d) {
    bin[d] = BinOf(run, roi, d);
    start[d] = scalar::Add(start[d], scalar::Mul(Scalar::Int(run.dtype, places[d]), bin[d]));
  }
  Scalar value = average ? run.Number(0) : scalar::Lowest(run.dtype);
  eval::ForEach(samples, [&](const Index& r) {
    Scalar at[2] = {start[0], start[1]};
    for (size_t d = 0; d < 2; ++d) {
      Scalar step = scalar::Mul(scalar::Add(Scalar::Int(run.dtype, r[d]), run.Number(0.5)), bin[d]);
      at[d] = scalar::Add(start[d], scalar::Div(step, Scalar::Int(run.dtype, samples[d])));
    }
    Scalar sample = run.Bilinear(run.Image(roi), c, at[0], at[1]);
    value = average ? scalar::Add(value, scalar::Div(sample, Scalar::Int(run.dtype, samples[0] * samples[1])))
                    : scalar::Max(value, sample);
  });
  return value;
}
// A region may be so long that nobody would wait for its samples.
constexpr int64_t kMostSamples = int64_t{1} << 16;
EvalResult EvalRoiAlign(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &rois = eval::TensorOf(in, 1);
  bool counts = WhyNot(in.call).empty() && rois.rank() == 2 && rois.shape()[1] == 5;
  for (int64_t roi = 0; counts && roi < rois.shape()[0]; ++roi) {
    Index samples = SamplesOf({in, data, rois, data.dtype(), ChannelsLast(in.call)}, roi);
    if (samples[0] > kMostSamples || samples[1] > kMostSamples || samples[0] * samples[1] > kMostSamples)
      return Refused{"a region of more samples than 65536 a cell"};
  }
  return EvalRoi(in, AlignedCell);
}
// Halves away from zero.
int64_t Rounded(const RoiRun& run, Scalar x) {
  Scalar half = run.Number(0.5);
  bool negative = scalar::Lt(x, run.Number(0)).IsTrue();
  Scalar whole = negative ? eval::Math("ceil", scalar::Sub(x, half)) : eval::Math("floor", scalar::Add(x, half));
  return scalar::Cast(whole, DType::Int(32)).AsInt();
}
Scalar PooledCell(const RoiRun& run, int64_t roi, int64_t c, int64_t row, int64_t column) {
  Ints size = *OnePerDim(IntsAttr(run.in.call, "pooled_size"), 2);
  int64_t places[] = {row, column}, from[2], to[2];
  for (size_t d = 0; d < 2; ++d) {
    int64_t start = Rounded(run, run.Edge(roi, d == 0 ? 2 : 1)), end = Rounded(run, run.Edge(roi, d == 0 ? 4 : 3));
    int64_t length = std::max<int64_t>(end - start + 1, 1), extent = run.extent(2 + d);
    Scalar bin = scalar::Div(Scalar::Int(run.dtype, length), Scalar::Int(run.dtype, size[d]));
    auto edge = [&](std::string_view round, int64_t place) {
      Scalar value = eval::Math(round, scalar::Mul(Scalar::Int(run.dtype, place), bin));
      return std::clamp<int64_t>(scalar::Cast(value, DType::Int(32)).AsInt() + start, 0, extent);
    };
    from[d] = edge("floor", places[d]);
    to[d] = edge("ceil", places[d] + 1);
    if (to[d] <= from[d]) return run.Number(0);
  }
  Scalar greatest = scalar::Lowest(run.dtype);
  for (int64_t y = from[0]; y < to[0]; ++y) {
    for (int64_t x = from[1]; x < to[1]; ++x) {
      greatest = scalar::Max(greatest, eval::At(run.data, PlaceIn(run.last, run.Image(roi), c, y, x)));
    }
  }
  return greatest;
}
EvalResult EvalRoiPool(const EvalIn& in) { return EvalRoi(in, PooledCell); }

// ---- lowering

struct RoiKernel {
  KernelBuilder& k;
  const Call& call;
  const KernelBuffer &data, &rois;
  bool last;

  DType dtype() const { return data.dtype(); }
  Term Number(double value) const { return Literal(k.ctx(), dtype(), value); }
  Term ToInt(Term x) const { return CastTo(DType::Int(64), CastTo(DType::Int(32), x)); }
  Term Image(const Term& roi) const { return ToInt(rois(roi, k.Int(0))); }
  Term Edge(const Term& roi, int64_t n) const { return rois(roi, k.Int(n)) * FloatAttr(call, "spatial_scale"); }
  Term Extent(size_t d) const { return data.dim(static_cast<int>(last ? 1 + d : 2 + d)); }
  Term Bilinear(const Term& n, const Term& c, const Terms& at) const {
    Terms low, high, fraction;
    Term inside(k.ctx(), MakeBool(k.ctx(), true));
    for (size_t d = 0; d < 2; ++d) {
      inside = inside && !(at[d] < -1.0 || at[d] > CastTo(dtype(), Extent(d)));
      const IntImm* extent = AsInt(Extent(d).expr());
      if (extent == nullptr || extent->value <= 0) inside = inside && Extent(d) > 0;
      Term clamped = MinOf(MaxOf(at[d], Number(0)), CastTo(dtype(), Extent(d) - 1));
      Term whole = assay::Intrinsic("floor", {clamped});
      low.push_back(ToInt(whole));
      high.push_back(MinOf(low[d] + 1, Extent(d) - 1));
      fraction.push_back(clamped - whole);
    }
    auto pixel = [&](const Term& y, const Term& x) { return data(PlaceTerms(last, n, c, y, x)); };
    auto mix = [&](Term a, Term b, Term t) { return a * (1.0 - t) + b * t; };
    Term top = mix(pixel(low[0], low[1]), pixel(low[0], high[1]), fraction[1]);
    Term value = mix(top, mix(pixel(high[0], low[1]), pixel(high[0], high[1]), fraction[1]), fraction[0]);
    return IfThenElseOf(inside, value, Number(0));
  }
  // Region, channel, row and column of a place of the result.
  Terms Parts(const Terms& i) const { return last ? Terms{i[0], i[3], i[1], i[2]} : i; }
};
struct AlignKernel {
  RoiKernel roi;
  Ints size = *OnePerDim(IntsAttr(roi.call, "pooled_size"), 2);
  int64_t ratio = IntAttr(roi.call, "sample_ratio");
  bool average = TextAttr(roi.call, "mode") == "avg";

  Term Bin(const Term& region, size_t d) const {
    Term length = roi.Edge(region, d == 0 ? 4 : 3) - roi.Edge(region, d == 0 ? 2 : 1);
    if (!BoolAttr(roi.call, "aligned")) length = MaxOf(length, roi.Number(1));
    return length / static_cast<double>(size[d]);
  }
  Term Samples(const Term& region, size_t d) const {
    if (ratio > 0) return roi.k.Int(ratio);
    return MaxOf(roi.ToInt(assay::Intrinsic("ceil", {Bin(region, d)})), roi.k.Int(0));
  }
  Term Start() const { return average ? roi.Number(0) : LowestTerm(roi.k.ctx(), roi.dtype()); }
  // The value of a place of the result after the sample number r.
  Term Next(const Term& value, const Terms& place, const Terms& r) const {
    Terms parts = roi.Parts(place), at, counts{Samples(parts[0], 0), Samples(parts[0], 1)};
    for (size_t d = 0; d < 2; ++d) {
      Term bin = Bin(parts[0], d), from = roi.Edge(parts[0], d == 0 ? 2 : 1) + CastTo(roi.dtype(), parts[2 + d]) * bin;
      at.push_back(from + (CastTo(roi.dtype(), r[d]) + 0.5) * bin / CastTo(roi.dtype(), counts[d]));
    }
    Term sample = roi.Bilinear(roi.Image(parts[0]), parts[1], at);
    return average ? value + sample / CastTo(roi.dtype(), counts[0] * counts[1]) : MaxOf(value, sample);
  }
  // Loops whose length each region says.
  KernelBuffer Counted(const Terms& dims) const {
    return roi.k.Extern("roi_align", {{"roi_align", dims, roi.dtype()}}, [&](const std::vector<KernelBuffer>& made) {
      Terms place;
      std::function<const Stmt*(size_t)> nest = [&](size_t axis) -> const Stmt* {
        if (axis < dims.size()) {
          return LoopOf("i" + std::to_string(axis), dims[axis], [&](const Term& at) {
            place.push_back(at);
            return nest(axis + 1);
          });
        }
        Term region = place[0];
        const Stmt* samples = LoopOf("rh", Samples(region, 0), [&](const Term& rh) {
          return LoopOf("rw", Samples(region, 1),
                        [&](const Term& rw) { return Write(made[0], place, Next(made[0](place), place, {rh, rw})); });
        });
        return MakeSeqStmt(roi.k.ctx(), {Write(made[0], place, Start()), samples});
      };
      return nest(0);
    })[0];
  }
};
Lowered LowerRoiAlign(LowerSite& site, const Call& call) {
  if (std::string why = WhyNot(call); !why.empty()) return Refused{why};
  return LowerToCallTIR(site, call, "roi_align", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    AlignKernel kernel{{k, call, in[0], in[1], ChannelsLast(call)}};
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    if (kernel.ratio <= 0) return std::vector{kernel.Counted(dims)};
    KernelAxes samples{{"rh", k.Int(kernel.ratio)}, {"rw", k.Int(kernel.ratio)}};
    return std::vector{k.Reduce("roi_align", Axes("i", dims), samples, kernel.Start(),
                                [&](Term value, const Terms& s, const Terms& r) { return kernel.Next(value, s, r); })};
  });
}
Lowered LowerRoiPool(LowerSite& site, const Call& call) {
  if (std::string why = WhyNot(call); !why.empty()) return Refused{why};
  Ints size = *OnePerDim(IntsAttr(call, "pooled_size"), 2);
  return LowerToCallTIR(site, call, "roi_pool", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    RoiKernel kernel{k, call, in[0], in[1], false};
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    auto rounded = [&](Term x) {
      Term down = assay::Intrinsic("floor", {x + 0.5}), up = assay::Intrinsic("ceil", {x - 0.5});
      return kernel.ToInt(SelectOf(x < 0.0, up, down));
    };
    // First and end of a bin in one dimension.
    auto bounds = [&](const Terms& i, size_t d) {
      Term start = rounded(kernel.Edge(i[0], d == 0 ? 2 : 1)), end = rounded(kernel.Edge(i[0], d == 0 ? 4 : 3));
      Term length = MaxOf(end - start + 1, k.Int(1));
      Term bin = CastTo(kernel.dtype(), length) / static_cast<double>(size[d]);
      auto edge = [&](std::string_view round, Term place) {
        Term value = kernel.ToInt(assay::Intrinsic(round, {CastTo(kernel.dtype(), place) * bin}));
        return MinOf(MaxOf(value + start, k.Int(0)), kernel.Extent(d));
      };
      return std::pair(edge("floor", i[2 + d]), edge("ceil", i[2 + d] + 1));
    };
    KernelAxes places{{"rh", kernel.Extent(0)}, {"rw", kernel.Extent(1)}};
    KernelBuffer pooled = k.Reduce("roi_pool_max", Axes("i", dims), places, LowestTerm(k.ctx(), kernel.dtype()),
                                   [&](Term value, const Terms& s, const Terms& r) {
                                     auto [top, bottom] = bounds(s, 0);
                                     auto [left, right] = bounds(s, 1);
                                     Term inside = top <= r[0] && r[0] < bottom && left <= r[1] && r[1] < right;
                                     Term element = in[0](kernel.Image(s[0]), s[1], r[0], r[1]);
                                     return IfThenElseOf(inside, MaxOf(value, element), value);
                                   });
    return std::vector{k.Compute("roi_pool", Axes("i", dims), [&](const Terms& i) {
      auto [top, bottom] = bounds(i, 0);
      auto [left, right] = bounds(i, 1);
      return SelectOf(bottom <= top || right <= left, kernel.Number(0), pooled(i));
    })};
  });
}

// ---- sampling: regions are made of numbers that name an image: there is one

const Call* SampleRoi(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  bool align = row.name == "vision.roi_align", last = align && bytes.Chance(1, 3);
  DType dtype = DType::Float(32);
  const Expr *one = MakeInt(ctx, 1), *channels = site.Dim(), *height = MakeInt(ctx, bytes.Between(1, 4)),
             *width = MakeInt(ctx, bytes.Between(1, 4));
  const Expr* data =
      site.Tensor(RequestShape(dtype, last ? Dims{one, height, width, channels} : Dims{one, channels, height, width}));
  int64_t count = bytes.Between(1, 2);
  Tensor regions(dtype, {count, 5});
  for (int64_t n = 0; n < count; ++n) {
    for (int64_t i = 1; i < 5; ++i) {
      double edge = static_cast<double>(bytes.Between(0, 8)) / 2;
      regions.Set(n * 5 + i, Scalar::Float(dtype, edge));
    }
    regions.Set(n * 5, Scalar::Zero(dtype));
  }
  AttrItems attrs{{"pooled_size", IntsOf(ctx, SampleInts(site, 2, 1, 3))},
                  {"spatial_scale", MakeAttrFloat(ctx, bytes.Chance(1, 2) ? 1.0 : 0.5)}};
  if (align) {
    attrs.emplace_back("sample_ratio", MakeAttrInt(ctx, bytes.Chance(1, 4) ? 0 : bytes.Between(1, 2)));
    attrs.emplace_back("aligned", MakeAttrBool(ctx, bytes.Chance(1, 2)));
    attrs.emplace_back("layout", MakeAttrString(ctx, last ? "NHWC" : "NCHW"));
    attrs.emplace_back("mode", MakeAttrString(ctx, bytes.Chance(1, 2) ? "avg" : "max"));
  }
  return MakeOpCall(ctx, row, {data, MakeConstant(ctx, regions)}, attrs);
}

// ---- rows

constexpr Operand kOperands[] = {{"data", OperandKind::kTensor, kFloatDType},
                                 {"rois", OperandKind::kTensor, kFloatDType}};
constexpr AttrSpec kAlignAttrs[] = {{"pooled_size", AttrKind::kIntList, ""},   {"spatial_scale", AttrKind::kFloat, ""},
                                    {"sample_ratio", AttrKind::kInt, "-1"},    {"aligned", AttrKind::kBool, "False"},
                                    {"layout", AttrKind::kString, "\"NCHW\""}, {"mode", AttrKind::kString, "\"avg\""}};
constexpr AttrSpec kPoolAttrs[] = {{"pooled_size", AttrKind::kIntList, ""},
                                   {"spatial_scale", AttrKind::kFloat, ""},
                                   {"layout", AttrKind::kString, "\"NCHW\""}};
constexpr Precondition kAlignRules[] = {{"roi_align.r1", "data has four dimensions"},
                                        {"roi_align.r2", "rois are rows of five numbers"},
                                        {"roi_align.r3", "layout is NCHW or NHWC, pooled_size one or two numbers"},
                                        {"roi_align.r4", "mode is avg or max"}};
constexpr Precondition kPoolRules[] = {{"roi_pool.r1", "data has four dimensions"},
                                       {"roi_pool.r2", "rois are rows of five numbers"},
                                       {"roi_pool.r3", "layout is NCHW, pooled_size one or two numbers"}};
constexpr OpSpec kRoi[] = {
    {.name = "vision.roi_align",
     .doc = "Each region in pooled_size cells: the mean or the greatest of sample_ratio^2 samples (where that is not "
            "positive, "
            "as many in each dimension as the cell is long, rounded up; none: 0, or the lowest value), interpolated "
            "from the "
            "four elements around; a sample more than one place outside is 0. A region that names no image is a trap. "
            "Each step "
            "rounds in data's dtype.",
     .operands = kOperands,
     .attrs = kAlignAttrs,
     .preconditions = kAlignRules,
     .infer = InferRoi,
     .eval = EvalRoiAlign,
     .lower = {LowerRoiAlign},
     .sample = SampleRoi,
     .tolerance = Ulps(64),
     .mixed = kFollows},
    {.name = "vision.roi_pool",
     .doc = "Each region, its edges rounded with halves away from zero, in pooled_size cells: the greatest element of "
            "each, "
            "0 of an empty one. A region that names no image is a trap.",
     .operands = kOperands,
     .attrs = kPoolAttrs,
     .preconditions = kPoolRules,
     .infer = InferRoi,
     .eval = EvalRoiPool,
     .lower = {LowerRoiPool},
     .sample = SampleRoi,
     .tolerance = Exact(),
     .mixed = kFollows},
};
static_assert(AllComplete(kRoi));

}  // namespace

std::span<const OpSpec> RoiOps() { return kRoi; }

}  // namespace assay
