// nn.conv1d, nn.conv2d and nn.conv3d, in any order of their dimensions. Tested by conv_test.cc.
#include <algorithm>
#include <cctype>

#include "ir/arith/dim_binary.h"
#include "ir/ops/conv.h"
#include "ir/ops/families.h"
#include "ir/ops/gradients.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/out_order.h"
#include "ir/ops/window.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<Dims> ForwardDims(const InferIn& in, const ConvAttrs& attrs, const Dims& data, const Dims& kernel) {
  Context& ctx = in.ctx;
  const Expr* groups = MakeInt(ctx, attrs.groups);
  if (ExtentsDiffer(in, data[1], MulDims(ctx, kernel[1], groups))) {
    return Broken(in, 5, "channels of data to be the input channels of weight times groups",
                  fact::NamedDim("channels", data[1]), fact::NamedDim("input channels", kernel[1]),
                  fact::Attr{"groups"}, fact::Arg{0}, fact::Arg{1});
  }
  const Expr* rest = Simplify(ctx, DimBinary(ctx, NodeKind::kFloorMod, kernel[0], groups));
  if (ExtentsDiffer(in, rest, MakeInt(ctx, 0)))
    return Broken(in, 6, "output channels that are divisible by groups", fact::NamedDim("output channels", kernel[0]),
                  fact::Attr{"groups"}, fact::Arg{1});
  Dims out{data[0], kernel[0]};
  for (size_t i = 0; i < attrs.strides.size(); ++i) {
    int64_t padding = attrs.padding.before[i] + attrs.padding.after[i];
    out.push_back(WindowCount(ctx, data[2 + i], kernel[2 + i], padding, attrs.strides[i], attrs.dilation[i]));
  }
  return out;
}
Result<const Type*> InferConv(const InferIn& in) { return InferConvolution(in, false, ForwardDims); }

// ---- reference evaluation

// Padded positions contribute products with zero, so that NaN and infinite weights show there as well.
Scalar ConvAt(const ConvRun& run, const Index& at) {
  const auto& [data, weight, attrs, dtype, order] = run;
  size_t spatial = attrs.strides.size();
  std::string letters = "C" + std::string(SpatialLetters(spatial));
  int64_t group = at[1] / (weight.extent(0) / attrs.groups);
  Index window;
  for (char letter : order) window.push_back(weight.extent(1 + letters.find(letter)));
  Scalar sum = Scalar::Zero(dtype);
  eval::ForEach(window, [&](const Index& r) {
    Index source{at[0], group * weight.extent(1) + r[order.find('C')]}, place{at[1], r[order.find('C')]};
    bool inside = true;
    for (size_t i = 0; i < spatial; ++i) {
      place.push_back(r[order.find(letters[1 + i])]);
      source.push_back(at[2 + i] * attrs.strides[i] + place.back() * attrs.dilation[i] - attrs.padding.before[i]);
      inside = inside && source.back() >= 0 && source.back() < data.extent(2 + i);
    }
    Scalar value = inside ? scalar::Cast(data.At(source), dtype) : Scalar::Zero(dtype);
    sum = scalar::Add(sum, scalar::Mul(value, scalar::Cast(weight.At(place), dtype)));
  });
  return sum;
}
bool ChannelsFit(const ConvRun& run) {
  return run.data.extent(1) == run.weight.extent(1) * run.attrs.groups && run.weight.extent(0) % run.attrs.groups == 0;
}
Index ConvExtents(const ConvRun& run) {
  const ConvAttrs& attrs = run.attrs;
  Index extents{run.data.extent(0), run.weight.extent(0)};
  for (size_t i = 0; i < attrs.strides.size(); ++i) {
    int64_t reach = attrs.dilation[i] * (run.weight.extent(2 + i) - 1);
    int64_t room = run.data.extent(2 + i) + attrs.padding.before[i] + attrs.padding.after[i] - reach - 1;
    extents.push_back(WindowPlaces(room, attrs.strides[i]));
  }
  return extents;
}
EvalResult EvalConv(const EvalIn& in) {
  return EvalConvolution(in, {.transposed = false, .fits = ChannelsFit, .extents = ConvExtents, .at = ConvAt});
}

// ---- lowering: stages "pad_temp" and "conv2d_nchw", dimensions and summed indices in the order of the data layout

struct ConvKernel {
  KernelBuilder& k;
  const ConvAttrs& attrs;
  const ConvLayouts& layouts;
  const KernelBuffer& data;
  const KernelBuffer& weight;
  DType dtype;
  Terms out_dims;

  size_t spatial() const { return attrs.strides.size(); }
  char Letter(size_t i) const { return SpatialLetters(spatial())[i]; }
  size_t DataPlace(char dimension) const { return layouts.data.PlaceOf(dimension); }
  Term WeightExtent(char dimension) const { return weight.dim(static_cast<int>(layouts.kernel.PlaceOf(dimension))); }
  // Input channels of one group; TVM takes them from the data.
  Term GroupChannels() const { return Simplified(data.dim(static_cast<int>(DataPlace('C'))) / attrs.groups); }

  KernelBuffer Padded() const {
    Ints before(2 + spatial(), 0), after = before;
    for (size_t i = 0; i < spatial(); ++i) {
      before[DataPlace(Letter(i))] = attrs.padding.before[i];
      after[DataPlace(Letter(i))] = attrs.padding.after[i];
    }
    return PadStage(k, data, before, after, Literal(k.ctx(), data.dtype(), 0));
  }
  // Loops over the result, and over what is summed: the order of the data layout without N.
  KernelAxes Outer() const {
    static constexpr const char* kNames[] = {"nn", "ff", "yy", "xx", "zz"};
    KernelAxes axes(2 + spatial(), {"", k.Int(1)});
    for (size_t i = 0; i < axes.size(); ++i) {
      size_t place = DataPlace(DataLetters(spatial())[i]);
      axes[place] = {kNames[i], Simplified(out_dims[place])};
    }
    return axes;
  }
  std::string InnerOrder() const {
    std::string order = "C" + std::string(SpatialLetters(spatial()));
    std::sort(order.begin(), order.end(), [&](char a, char b) { return DataPlace(a) < DataPlace(b); });
    return order;
  }
  KernelAxes Inner() const {
    static constexpr const char* kNames[] = {"ry", "rx", "rz"};
    KernelAxes axes;
    for (char dimension : InnerOrder()) {
      size_t i = SpatialLetters(spatial()).find(dimension);
      if (dimension == 'C') axes.push_back({"rc", GroupChannels()});
      if (dimension != 'C') axes.push_back({kNames[i], WeightExtent(dimension)});
    }
    return axes;
  }
  Term Product(const KernelBuffer& padded, const Terms& s, const Terms& r) const {
    std::string order = InnerOrder();
    Term rc = r[order.find('C')];
    Term filter = s[DataPlace('C')];
    Terms source = s;
    Terms place(2 + spatial(), filter);
    source[DataPlace('C')] = rc;
    if (attrs.groups > 1) {
      Term group = filter / Simplified(WeightExtent('O') / attrs.groups);
      source[DataPlace('C')] = group * GroupChannels() + rc;
    }
    place[layouts.kernel.PlaceOf('I')] = rc;
    for (size_t i = 0; i < spatial(); ++i) {
      Term window = r[order.find(Letter(i))];
      Term& at = source[DataPlace(Letter(i))];
      at = at * attrs.strides[i] + window * attrs.dilation[i];
      place[layouts.kernel.PlaceOf(Letter(i))] = window;
    }
    return CastTo(dtype, padded(source)) * CastTo(dtype, weight(place));
  }
};
Lowered LowerConv(LowerSite& site, const Call& call) {
  size_t spatial = SpatialOf(call);
  std::optional<ConvAttrs> attrs = ReadConv(call, spatial);
  std::optional<ConvLayouts> layouts = ReadConvLayouts(call, spatial, false);
  std::optional<OutOrder> order = OutOrder::Of(call, "data_layout", spatial);
  DType dtype = As<TensorType>(call.type)->dtype;
  if (std::string why = WhyNotConvolved(call, *layouts, dtype); !why.empty()) return Refused{why};
  std::string hint = "conv" + std::to_string(spatial) + "d";
  std::string name = (attrs->groups > 1 ? "group_" : "") + hint + "_";
  for (char letter : TextAttr(call, "data_layout")) name += static_cast<char>(std::tolower(letter));
  return LowerToCallTIR(site, call, hint, {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    ConvKernel conv{
        k, *attrs, *layouts, in[0], in[1], dtype, order->InData(k.ImportDims(KnownShape(call.type)->values))};
    KernelBuffer padded = conv.Padded();
    KernelBuffer sum =
        k.Reduce(name, conv.Outer(), conv.Inner(), Literal(k.ctx(), dtype, 0),
                 [&](Term sum, const Terms& s, const Terms& r) { return sum + conv.Product(padded, s, r); });
    return std::vector{order->Laid(k, sum)};
  });
}

// ---- sampling

const Call* SampleConv(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  size_t spatial = SpatialOf(row.name);
  DType dtype = site.PickDType(kNumeric);
  bool channels_last = bytes.Chance(1, 3);
  int64_t groups = bytes.Chance(1, 4) ? 2 : 1;
  int64_t in_channels = bytes.Between(1, 2), out_channels = groups * bytes.Between(1, 2);
  Ints window = SampleInts(site, spatial, 1, 3), spare = SampleInts(site, spatial, 0, 3);
  Ints dilation = SampleInts(site, spatial, 1, 2);
  auto fixed = [&](int64_t n) { return static_cast<const Expr*>(MakeInt(ctx, n)); };
  Dims data{site.Dim(), fixed(in_channels * groups)}, weight{fixed(out_channels), fixed(in_channels)};
  Dims data_last{data[0]}, weight_last;
  for (size_t i = 0; i < spatial; ++i) {
    // Extents are large enough for the dilated window.
    data.push_back(fixed(dilation[i] * (window[i] - 1) + 1 + spare[i]));
    weight.push_back(fixed(window[i]));
    data_last.push_back(data.back());
    weight_last.push_back(weight.back());
  }
  data_last.push_back(data[1]);
  weight_last.insert(weight_last.end(), {weight[1], weight[0]});
  const Expr* x = site.Tensor(RequestShape(dtype, channels_last ? data_last : data));
  const Expr* w = site.Tensor(RequestShape(dtype, channels_last ? weight_last : weight));
  std::string layout = channels_last ? ChannelsLast(spatial) : std::string(DataLetters(spatial));
  std::string letters = KernelLetters(spatial, false);
  std::string kernel_layout = channels_last ? std::string(SpatialLetters(spatial)) + "IO" : letters;
  return MakeOpCall(ctx, row, {x, w},
                    {{"strides", IntsOf(ctx, SampleInts(site, spatial, 1, 2))},
                     {"padding", IntsOf(ctx, SampleInts(site, 2 * spatial, 0, 2))},
                     {"dilation", IntsOf(ctx, dilation)},
                     {"groups", MakeAttrInt(ctx, groups)},
                     {"data_layout", MakeAttrString(ctx, layout)},
                     {"kernel_layout", MakeAttrString(ctx, kernel_layout)},
                     {"out_layout", MakeAttrString(ctx, layout)}});
}

// ---- rows

constexpr Operand kConvOperands[] = {{"data", OperandKind::kTensor, kNumeric},
                                     {"weight", OperandKind::kTensor, kNumeric}};
#define ASSAY_CONV_ATTRS(id, ones, zeros, data, kernel)                                                               \
  constexpr AttrSpec id[] = {{"strides", AttrKind::kIntList, ones},     {"padding", AttrKind::kIntList, zeros},       \
                             {"dilation", AttrKind::kIntList, ones},    {"groups", AttrKind::kInt, "1"},              \
                             {"data_layout", AttrKind::kString, data},  {"kernel_layout", AttrKind::kString, kernel}, \
                             {"out_layout", AttrKind::kString, "None"}, {"out_dtype", AttrKind::kDType, "None"}}
ASSAY_CONV_ATTRS(kConv1, "[1]", "[0, 0]", "\"NCW\"", "\"OIW\"");
ASSAY_CONV_ATTRS(kConv2, "[1, 1]", "[0, 0, 0, 0]", "\"NCHW\"", "\"OIHW\"");
ASSAY_CONV_ATTRS(kConv3, "[1, 1, 1]", "[0, 0, 0, 0, 0, 0]", "\"NCDHW\"", "\"OIDHW\"");
#undef ASSAY_CONV_ATTRS
#define ASSAY_CONV_RULES(name)                                                                                      \
  constexpr Precondition k_##name##_rules[] = {                                                                     \
      {#name ".r1", "data and weight have one dtype, unless out_dtype is given"},                                   \
      {#name ".r2",                                                                                                 \
       "strides and dilation have one positive entry or one for each spatial dimension, padding one not negative, " \
       "one for each or two for each, groups is positive"},                                                         \
      {#name ".r3", "layouts are orders of the letters of data and kernel, dimensions may be split"},               \
      {#name ".r4", "ranks, and the lengths of split dimensions, are those of the layouts"},                        \
      {#name ".r5", "the data's channels are the kernel's input channels times groups"},                            \
      {#name ".r6", "output channels are divisible by groups"}}
ASSAY_CONV_RULES(conv1d);
ASSAY_CONV_RULES(conv2d);
ASSAY_CONV_RULES(conv3d);
#undef ASSAY_CONV_RULES

constexpr OpSpec Row(std::string_view name, std::span<const AttrSpec> attrs, std::span<const Precondition> rules) {
  return {.name = name,
          .doc =
              "Cross-correlation over the spatial dimensions of zero-padded data, per group of channels. Operands "
              "are cast to the result's dtype first (out_dtype, else the data's); products and sums round "
              "(integers wrap) in that dtype, in order of the summed indices: float16 accumulates in float16, as "
              "TVM's legalisation does. Padding adds products with zero.",
          .operands = kConvOperands,
          .attrs = attrs,
          .preconditions = rules,
          .infer = InferConv,
          .eval = EvalConv,
          .lower = {LowerConv},
          .sample = SampleConv,
          .tolerance = SumsOfProducts(2),
          .layout = LayoutOfConv,
          .mixed = {MixedPolicy::kAlways, "out_dtype"}};
}
constexpr OpSpec kConv[] = {Row("nn.conv1d", kConv1, k_conv1d_rules),
                            With(Row("nn.conv2d", kConv2, k_conv2d_rules), {Conv2dGradient}),
                            Row("nn.conv3d", kConv3, k_conv3d_rules)};
static_assert(AllComplete(kConv));

}  // namespace

std::span<const OpSpec> ConvOps() { return kConv; }

}  // namespace assay
