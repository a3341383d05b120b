// Images in another size: image.resize2d, image.resize3d. Coordinates and interpolation are float32 throughout, as in
// TVM's kernels. Tested by image_rows_test.cc.
#include <algorithm>
#include <cmath>

#include "ir/ops/families.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/spatial.h"

namespace assay {
namespace {

using eval::Index;

size_t SpatialCount(const Call& call) { return SpatialOf(call); }

// ---- attributes

struct ResizeAttrs {
  std::string_view method, mode, rounding;
  // Start and end of the region of interest, in parts of the image, for each dimension.
  std::vector<float> start, end;
  float alpha = 0, extrapolation = 0;
  bool exclude = false;
};
bool Holds(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
// The numbers of attribute roi: none, one for all, or starts and then ends.
std::vector<float> RoiOf(const Call& call) {
  const auto* list = As<AttrList>(call.attrs->Find("roi"));
  std::vector<float> numbers;
  for (size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const auto* node = As<AttrNode>(list->items[i]);
    const auto* imm = node == nullptr ? nullptr : As<FloatImm>(node->node);
    const auto* number = As<AttrFloat>(list->items[i]);
    const auto* whole = As<AttrInt>(list->items[i]);
    numbers.push_back(imm != nullptr      ? static_cast<float>(imm->value)
                      : number != nullptr ? static_cast<float>(number->value)
                      : whole != nullptr  ? static_cast<float>(whole->value)
                                          : 0.0f);
  }
  return numbers;
}
ResizeAttrs ReadResize(const Call& call) {
  ResizeAttrs attrs{TextAttr(call, "method"),
                    TextAttr(call, "coordinate_transformation_mode"),
                    TextAttr(call, "rounding_method"),
                    {},
                    {}};
  std::vector<float> roi = RoiOf(call);
  size_t spatial = SpatialCount(call);
  roi.resize(2 * spatial, 0.0f);
  auto middle = roi.begin() + static_cast<std::ptrdiff_t>(spatial);
  attrs.start.assign(roi.begin(), middle);
  attrs.end.assign(middle, roi.end());
  attrs.alpha = static_cast<float>(FloatAttr(call, "cubic_alpha"));
  attrs.extrapolation = static_cast<float>(FloatAttr(call, "extrapolation_value"));
  attrs.exclude = IntAttr(call, "cubic_exclude") != 0;
  if (attrs.rounding.empty()) attrs.rounding = attrs.mode == "align_corners" ? "round" : "floor";
  return attrs;
}
std::string WhyNotResized(const Call& call) {
  ResizeAttrs attrs = ReadResize(call);
  if (!HasWholeSpatial(TextAttr(call, "layout"), SpatialCount(call))) return "a spatial dimension is split";
  if (!Holds({"nearest_neighbor", "linear", "cubic"}, attrs.method)) return "the method is unknown";
  if (!Holds({"half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn",
              "tf_crop_and_resize"},
             attrs.mode)) {
    return "the coordinate transformation is unknown";
  }
  if (!Holds({"round", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}, attrs.rounding)) {
    return "the rounding method is unknown";
  }
  return "";
}

// ---- inference

Result<const Type*> InferResize(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  size_t spatial = SpatialCount(in.call);
  const auto* size = As<ShapeType>(in.call.args[1]->type);
  if (size->rank != static_cast<int>(spatial))
    return Broken(in, 1, fmt::format("{} numbers in size", spatial), fact::Arg{1});
  std::optional<Layout> layout = Layout::Parse(TextAttr(in.call, "layout"), DataLetters(spatial));
  if (!layout)
    return Broken(in, 2, fmt::format("layout to be an order of {}", DataLetters(spatial)), fact::Attr{"layout"});
  if (data->rank != kUnknownRank && data->rank != layout->rank())
    return Broken(in, 3, "data of its layout's rank", fact::Arg{0}, fact::Attr{"layout"});
  DType dtype = DTypeAttr(in.call, "out_dtype");
  const TensorType* result = dtype.IsVoid() ? data : WithDType(in.ctx, data, dtype);
  const ShapeExpr* shape = KnownShape(data);
  const auto* wanted = As<ShapeExpr>(in.call.args[1]);
  if (shape == nullptr || wanted == nullptr) return LikeWithRank(in.ctx, result, layout->rank());
  if (!layout->Takes(shape->values))
    return Broken(in, 3, "a split dimension as long as the layout says", fact::Arg{0}, fact::Attr{"layout"});
  Dims dims = layout->ToPrimal(in.ctx, Dims(shape->values.begin(), shape->values.end()));
  for (size_t i = 0; i < spatial; ++i) dims[2 + i] = wanted->values[i];
  return LikeWithDims(in.ctx, result, layout->FromPrimal(in.ctx, dims));
}

// ---- reference evaluation

// Where place `o` of `out` lies among `in` places.
float Coordinate(const ResizeAttrs& attrs, size_t i, int64_t o, int64_t in, int64_t out) {
  auto x = static_cast<float>(o), from = static_cast<float>(in), to = static_cast<float>(out);
  float last = static_cast<float>(in - 1), steps = static_cast<float>(out - 1), scale = from / to;
  if (attrs.mode == "align_corners") return out > 1 ? last / steps * x : 0.0f;
  if (attrs.mode == "asymmetric") return scale * x;
  if (attrs.mode == "tf_half_pixel_for_nn") return (x + 0.5f) * scale;
  if (attrs.mode == "tf_crop_and_resize") {
    float length = attrs.end[i] - attrs.start[i];
    return out > 1 ? attrs.start[i] * last + x * length * last / steps : 0.5f * (attrs.start[i] + attrs.end[i]) * last;
  }
  if (attrs.mode == "pytorch_half_pixel" && out <= 1) return 0.0f;
  return (x + 0.5f) * scale - 0.5f;
}
int64_t ToIndex(float value) {
  return scalar::Cast(Scalar::Float(DType::Float(32), static_cast<double>(value)), DType::Int(32)).AsInt();
}
float MathOf(std::string_view name, float value) {
  return static_cast<float>(eval::Math(name, Scalar::Float(DType::Float(32), static_cast<double>(value))).AsDouble());
}
int64_t Nearest(std::string_view rounding, float c) {
  if (rounding == "round") return ToIndex(MathOf("round", c));
  if (rounding == "round_prefer_floor") return ToIndex(std::ceil(c - 0.5f));
  if (rounding == "round_prefer_ceil") return ToIndex(std::floor(c + 0.5f));
  return rounding == "floor" ? ToIndex(std::floor(c + 1e-5f)) : ToIndex(std::ceil(c - 1e-5f));
}
// What is read along one dimension: indices (before they are clamped) and their weights.
struct Taps {
  Index places;
  std::vector<float> weights;
};
Taps TapsOf(const ResizeAttrs& attrs, float c, int64_t in) {
  if (attrs.method == "nearest_neighbor") return {{Nearest(attrs.rounding, c)}, {1.0f}};
  int64_t whole = ToIndex(std::floor(c));
  if (attrs.method == "linear") {
    float t = c - static_cast<float>(whole);
    return {{whole, whole + 1}, {1.0f - t, t}};
  }
  float t = c - std::floor(c), t2 = t * t, t3 = t * t * t, a = attrs.alpha;
  Taps taps{{whole - 1, whole, whole + 1, whole + 2},
            {a * (t3 - 2.0f * t2 + t), (a + 2.0f) * t3 - (3.0f + a) * t2 + 1.0f,
             -(a + 2.0f) * t3 + (3.0f + 2.0f * a) * t2 - a * t, -a * t3 + a * t2}};
  if (!attrs.exclude) return taps;
  for (size_t n = 0; n < 4; ++n) {
    if (taps.places[n] < 0 || taps.places[n] + 1 > in) taps.weights[n] = 0.0f;
  }
  float sum = taps.weights[0] + taps.weights[1] + taps.weights[2] + taps.weights[3];
  for (float& weight : taps.weights) weight /= sum;
  return taps;
}
struct ResizeRun {
  const Tensor& x;
  const ResizeAttrs& attrs;
  const std::vector<size_t>& places;
  const std::vector<Taps>& taps;

  // The last dimension is interpolated first.
  // recursion: once for each spatial dimension, of which there are at most three
  float At(size_t level, Index& source) const {
    if (level == places.size())
      return static_cast<float>(scalar::Cast(eval::At(x, source), DType::Float(32)).AsDouble());
    float sum = 0;
    for (size_t n = 0; n < taps[level].places.size(); ++n) {
      source[places[level]] = std::max<int64_t>(std::min(taps[level].places[n], x.shape()[places[level]] - 1), 0);
      float value = At(level + 1, source);
      if (attrs.method != "nearest_neighbor") value = value * taps[level].weights[n];
      sum = n == 0 ? value : sum + value;
    }
    return sum;
  }
};
EvalResult EvalResize(const EvalIn& in) {
  if (std::string why = WhyNotResized(in.call); !why.empty()) return Refused{why};
  const Tensor& x = eval::TensorOf(in, 0);
  size_t spatial = SpatialCount(in.call);
  std::optional<Layout> layout = Layout::Parse(TextAttr(in.call, "layout"), DataLetters(spatial));
  if (x.rank() != layout->rank()) return eval::ShapeMismatch(in, "the rank is not the layout's");
  std::vector<size_t> places = SpatialPlaces(*layout, spatial);
  Index shape = x.shape(), size = eval::IntsOf(in.args[1]);
  if (size.size() != spatial) return eval::ShapeMismatch(in, "size");
  for (size_t i = 0; i < spatial; ++i) shape[places[i]] = size[i];
  if (eval::ElementCount(shape) != 0 && eval::ElementCount(x.shape()) == 0)
    return eval::OutOfBounds(in, "an empty image");
  ResizeAttrs attrs = ReadResize(in.call);
  DType dtype = DTypeAttr(in.call, "out_dtype");
  if (dtype.IsVoid()) dtype = x.dtype();
  return eval::Fill(dtype, shape, [&](const Index& at) {
    Index source = at;
    std::vector<Taps> taps;
    bool outside = false;
    for (size_t i = 0; i < spatial; ++i) {
      int64_t extent = x.shape()[places[i]];
      float c = Coordinate(attrs, i, at[places[i]], extent, size[i]);
      taps.push_back(TapsOf(attrs, c, extent));
      outside = outside || c < 0 || c > static_cast<float>(extent - 1);
    }
    float value = ResizeRun{x, attrs, places, taps}.At(0, source);
    if (outside && attrs.mode == "tf_crop_and_resize") value = attrs.extrapolation;
    return scalar::Cast(Scalar::Float(DType::Float(32), static_cast<double>(value)), dtype);
  });
}

// ---- lowering

struct TermTaps {
  Terms places, weights;
};
struct ResizeKernel {
  KernelBuilder& k;
  const ResizeAttrs& attrs;

  Term Float(Term value) const { return CastTo(DType::Float(32), value); }
  Term Number(double value) const { return Literal(k.ctx(), DType::Float(32), value); }
  Term Floor(Term x) const { return assay::Intrinsic("floor", {x}); }
  Term Ceil(Term x) const { return assay::Intrinsic("ceil", {x}); }
  Term ToInt(Term x) const { return CastTo(DType::Int(64), x); }

  Term At(size_t i, Term o, Term in, Term out) const {
    Term x = Float(o), last = Float(in - 1), steps = Float(out - 1), scale = Float(in) / Float(out);
    if (attrs.mode == "align_corners") return SelectOf(out > 1, last / steps * x, Number(0));
    if (attrs.mode == "asymmetric") return scale * x;
    if (attrs.mode == "tf_half_pixel_for_nn") return (x + 0.5) * scale;
    Term half = (x + 0.5) * scale - 0.5;
    if (attrs.mode == "pytorch_half_pixel") return SelectOf(out > 1, half, Number(0));
    if (attrs.mode != "tf_crop_and_resize") return half;
    Term start = Number(static_cast<double>(attrs.start[i])),
         length = Number(static_cast<double>(attrs.end[i] - attrs.start[i]));
    Term middle = Number(static_cast<double>(0.5f * (attrs.start[i] + attrs.end[i])));
    return SelectOf(out > 1, start * last + x * length * last / steps, middle * last);
  }
  Term NearestTo(Term c) const {
    if (attrs.rounding == "round") return ToInt(assay::Intrinsic("round", {c}));
    if (attrs.rounding == "round_prefer_floor") return ToInt(Ceil(c - 0.5));
    if (attrs.rounding == "round_prefer_ceil") return ToInt(Floor(c + 0.5));
    constexpr double step = 1e-5;
    return attrs.rounding == "floor" ? ToInt(Floor(c + step)) : ToInt(Ceil(c - step));
  }
  TermTaps TapsAt(Term c, Term in) const {
    if (attrs.method == "nearest_neighbor") return {{NearestTo(c)}, {}};
    Term whole = ToInt(Floor(c));
    if (attrs.method == "linear") {
      Term t = c - Float(CastTo(DType::Int(32), Floor(c)));
      return {{whole, whole + 1}, {1.0 - t, t}};
    }
    auto a = [&](float value) { return Number(static_cast<double>(value)); };
    float alpha = attrs.alpha;
    Term t = c - Floor(c), t2 = t * t, t3 = t * t * t;
    TermTaps taps{
        {whole - 1, whole, whole + 1, whole + 2},
        {a(alpha) * (t3 - 2.0 * t2 + t), a(alpha + 2.0f) * t3 - a(3.0f + alpha) * t2 + 1.0,
         a(-(alpha + 2.0f)) * t3 + a(3.0f + 2.0f * alpha) * t2 - a(alpha) * t, a(-alpha) * t3 + a(alpha) * t2}};
    if (!attrs.exclude) return taps;
    for (size_t n = 0; n < 4; ++n) {
      Term outside = taps.places[n] < 0 || taps.places[n] >= in;
      taps.weights[n] = SelectOf(outside, Number(0), taps.weights[n]);
    }
    Term sum = taps.weights[0] + taps.weights[1] + taps.weights[2] + taps.weights[3];
    for (Term& weight : taps.weights) weight = weight / sum;
    return taps;
  }
  // recursion: once for each spatial dimension, of which there are at most three
  Term Interpolated(const KernelBuffer& x, const std::vector<size_t>& places, const std::vector<TermTaps>& taps,
                    size_t level, Terms source) const {
    if (level == places.size()) return Float(x(source));
    std::optional<Term> sum;
    for (size_t n = 0; n < taps[level].places.size(); ++n) {
      Term last = x.dim(static_cast<int>(places[level])) - 1;
      source[places[level]] = MaxOf(MinOf(taps[level].places[n], last), k.Int(0));
      Term value = Interpolated(x, places, taps, level + 1, source);
      if (!taps[level].weights.empty()) value = value * taps[level].weights[n];
      sum = sum ? *sum + value : value;
    }
    return *sum;
  }
};
// The coordinates and weights of cubic interpolation stand in stages of their own along each spatial dimension: each
// output element needs up to 4^spatial of them.
struct ResizeStages {
  ResizeKernel kernel;
  const KernelBuffer& x;
  const std::vector<size_t>& places;
  const Terms& dims;
  std::vector<KernelBuffer> coordinates = {};
  std::vector<std::vector<KernelBuffer>> weights = {};

  Term extent(size_t i) const { return x.dim(static_cast<int>(places[i])); }
  Term Coordinate(size_t i, const Term& at) const { return kernel.At(i, at, extent(i), dims[places[i]]); }
  void Add(size_t i) {
    KernelBuilder& k = kernel.k;
    Term out = dims[places[i]];
    coordinates.push_back(
        k.Compute("coordinate", Axes("i", {out}), [&](const Terms& at) { return Coordinate(i, at[0]); }));
    std::vector<KernelBuffer>& stages = weights.emplace_back();
    for (size_t tap = 0; tap < 4; ++tap) {
      stages.push_back(k.Compute("weight", Axes("i", {out}), [&](const Terms& at) {
        return kernel.TapsAt(coordinates[i](at[0]), extent(i)).weights[tap];
      }));
    }
  }
  Term At(const Terms& at) const {
    std::vector<TermTaps> taps;
    Term inside(kernel.k.ctx(), MakeBool(kernel.k.ctx(), true));
    for (size_t i = 0; i < places.size(); ++i) {
      Term place = at[places[i]], c = coordinates.empty() ? Coordinate(i, place) : coordinates[i](place);
      taps.push_back(kernel.TapsAt(c, extent(i)));
      for (size_t tap = 0; !weights.empty() && tap < 4; ++tap) taps.back().weights[tap] = weights[i][tap](place);
      inside = inside && !(c < 0.0 || c > kernel.Float(extent(i) - 1));
    }
    Term value = kernel.Interpolated(x, places, taps, 0, at);
    if (kernel.attrs.mode != "tf_crop_and_resize") return value;
    return SelectOf(inside, value, kernel.Number(static_cast<double>(kernel.attrs.extrapolation)));
  }
};
Lowered LowerResize(LowerSite& site, const Call& call) {
  if (std::string why = WhyNotResized(call); !why.empty()) return Refused{why};
  size_t spatial = SpatialCount(call);
  ResizeAttrs attrs = ReadResize(call);
  std::vector<size_t> places = SpatialPlaces(*Layout::Parse(TextAttr(call, "layout"), DataLetters(spatial)), spatial);
  DType dtype = As<TensorType>(call.type)->dtype;
  std::string name = spatial == 2 ? "resize2d" : "resize3d";
  return LowerToCallTIR(site, call, name, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    Terms dims = k.ImportDims(KnownShape(call.type)->values);
    ResizeStages stages{{k, attrs}, in[0], places, dims};
    for (size_t i = 0; i < spatial && attrs.method == "cubic"; ++i) stages.Add(i);
    return std::vector{
        k.Compute("resize", Axes("i", dims), [&](const Terms& at) { return CastTo(dtype, stages.At(at)); })};
  });
}

// ---- sampling

const Call* SampleResize(SampleSite& site, const OpSpec& row) {
  static constexpr std::string_view kMethods[] = {"nearest_neighbor", "linear", "cubic"};
  static constexpr std::string_view kModes[] = {"half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel"};
  static constexpr std::string_view kRoundings[] = {"round", "round_prefer_floor", "round_prefer_ceil", "floor",
                                                    "ceil"};
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  size_t spatial = SpatialOf(row.name);
  bool channels_last = bytes.Chance(1, 3);
  Dims dims{site.Dim()}, size;
  if (!channels_last) dims.push_back(site.Dim());
  Ints from = SampleInts(site, spatial, 1, 4), to = SampleInts(site, spatial, 1, 4);
  for (size_t i = 0; i < spatial; ++i) {
    dims.push_back(MakeInt(ctx, from[i]));
    size.push_back(MakeInt(ctx, to[i]));
  }
  if (channels_last) dims.push_back(site.Dim());
  std::string layout =
      channels_last ? "N" + std::string(SpatialLetters(spatial)) + "C" : std::string(DataLetters(spatial));
  std::string_view method = kMethods[bytes.Below(spatial == 2 ? 3 : 2)];
  // As TVM holds it: float32 scalars.
  const Attr* none = MakeAttrNode(ctx, MakeFloat(ctx, 0));
  const Attr* roi = MakeAttrList(ctx, std::vector<const Attr*>(2 * spatial, none));
  const Expr* data = site.Tensor(RequestShape(site.PickDType(kNumeric), dims));
  return MakeOpCall(ctx, row, {data, MakeShape(ctx, size)},
                    {{"roi", roi},
                     {"layout", MakeAttrString(ctx, layout)},
                     {"method", MakeAttrString(ctx, method)},
                     {"coordinate_transformation_mode", MakeAttrString(ctx, kModes[bytes.Below(4)])},
                     {"rounding_method", MakeAttrString(ctx, kRoundings[bytes.Below(5)])},
                     {"cubic_exclude", MakeAttrInt(ctx, bytes.Chance(1, 4) ? 1 : 0)}});
}

// ---- rows

constexpr Operand kOperands[] = {{"data", OperandKind::kTensor, kNumeric}, {"size", OperandKind::kShape}};
#define ASSAY_RESIZE_ATTRS(id, roi, layout, rounding)                                                 \
  constexpr AttrSpec id[] = {{"roi", AttrKind::kAny, roi},                                            \
                             {"layout", AttrKind::kString, layout},                                   \
                             {"method", AttrKind::kString, "\"linear\""},                             \
                             {"coordinate_transformation_mode", AttrKind::kString, "\"half_pixel\""}, \
                             {"rounding_method", AttrKind::kString, rounding},                        \
                             {"cubic_alpha", AttrKind::kFloat, "-0.75"},                              \
                             {"cubic_exclude", AttrKind::kInt, "0"},                                  \
                             {"extrapolation_value", AttrKind::kFloat, "0.0"},                        \
                             {"out_dtype", AttrKind::kDType, "None"}}
ASSAY_RESIZE_ATTRS(kAttrs2, "[0.0, 0.0, 0.0, 0.0]", "\"NCHW\"", "\"round\"");
ASSAY_RESIZE_ATTRS(kAttrs3, "[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]", "\"NCDHW\"", "\"\"");
#undef ASSAY_RESIZE_ATTRS
#define ASSAY_RESIZE_RULES(name)                                                     \
  constexpr Precondition k_##name##_rules[] = {                                      \
      {#name ".r1", "size has one number for each spatial dimension"},               \
      {#name ".r2", "layout is an order of the data's letters, which may be split"}, \
      {#name ".r3", "the rank, and the length of a split dimension, is that of the layout"}}
ASSAY_RESIZE_RULES(resize2d);
ASSAY_RESIZE_RULES(resize3d);
#undef ASSAY_RESIZE_RULES

constexpr OpSpec Row(std::string_view name, std::span<const AttrSpec> attrs, std::span<const Precondition> rules) {
  return {.name = name,
          .doc =
              "The image in another size: each place of the result is a coordinate of data, by "
              "coordinate_transformation_mode; nearest_neighbor takes one element by rounding_method (floor and ceil "
              "with 1e-5 of slack), linear and cubic interpolate, the last dimension first; places outside are those "
              "at the edge. All in float32, then cast. A coordinate that is NaN is 0 as an index; the only place of an "
              "extent of 1 that aligns corners is 0.",
          .operands = kOperands,
          .attrs = attrs,
          .preconditions = rules,
          .infer = InferResize,
          .eval = EvalResize,
          .lower = {LowerResize},
          .sample = SampleResize,
          .tolerance = Ulps(64),
          .layout = LayoutOfResize,
          .mixed = kFollows};
}
constexpr OpSpec kResize[] = {Row("image.resize2d", kAttrs2, k_resize2d_rules),
                              Row("image.resize3d", kAttrs3, k_resize3d_rules)};
static_assert(AllComplete(kResize));

}  // namespace

std::span<const OpSpec> ResizeOps() { return kResize; }

}  // namespace assay
