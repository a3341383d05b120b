// nn.conv1d_transpose, nn.conv2d_transpose and nn.conv3d_transpose: what a convolution's gradient does to its output.
// Tested by conv_test.cc.
#include "ir/arith/dim_binary.h"
#include "ir/ops/conv.h"
#include "ir/ops/families.h"
#include "ir/ops/layout_rules.h"
#include "ir/ops/out_order.h"

namespace assay {
namespace {

using eval::Index;

// ---- inference

Result<Dims> TransposedDims(const InferIn& in, const ConvAttrs& attrs, const Dims& data, const Dims& kernel) {
  Context& ctx = in.ctx;
  if (ExtentsDiffer(in, data[1], kernel[0])) {
    return Differ(in, 5, "input channels of data and weight", fact::NamedDim("channels", data[1]),
                  fact::NamedDim("input channels", kernel[0]), fact::Arg{0}, fact::Arg{1});
  }
  const Expr* groups = MakeInt(ctx, attrs.groups);
  const Expr* rest = Simplify(ctx, DimBinary(ctx, NodeKind::kFloorMod, kernel[0], groups));
  if (ExtentsDiffer(in, rest, MakeInt(ctx, 0)))
    return Broken(in, 6, "input channels that are divisible by groups", fact::NamedDim("input channels", kernel[0]),
                  fact::Attr{"groups"}, fact::Arg{1});
  Dims out{data[0], MulDims(ctx, kernel[1], groups)};
  const Expr* one = MakeInt(ctx, 1);
  for (size_t i = 0; i < attrs.strides.size(); ++i) {
    if (attrs.output_padding[i] >= attrs.strides[i])
      return Broken(in, 7, "output_padding below strides", fact::Attr{"output_padding"}, fact::Attr{"strides"});
    int64_t rest_of = attrs.output_padding[i] + 1 - attrs.padding.before[i] - attrs.padding.after[i];
    const Expr* steps = MulDims(ctx, SubDims(ctx, data[2 + i], one), MakeInt(ctx, attrs.strides[i]));
    const Expr* reach = MulDims(ctx, MakeInt(ctx, attrs.dilation[i]), SubDims(ctx, kernel[2 + i], one));
    out.push_back(AddDims(ctx, AddDims(ctx, steps, reach), MakeInt(ctx, rest_of)));
  }
  return out;
}
Result<const Type*> InferTransposed(const InferIn& in) { return InferConvolution(in, true, TransposedDims); }

// ---- reference evaluation

// Sums over input channels of the group, then over the dilated window from its far end. Where no input element stands
// at a place of the window, or none of the kernel, the product is one with zero.
Scalar TransposedAt(const ConvRun& run, const Index& at) {
  const auto& [data, weight, attrs, dtype, order] = run;
  int64_t channels = weight.extent(0) / attrs.groups, group = at[1] / weight.extent(1);
  Index window{channels};
  for (size_t i = 0; i < attrs.strides.size(); ++i) {
    window.push_back(std::max<int64_t>((weight.extent(2 + i) - 1) * attrs.dilation[i] + 1, 0));
  }
  Scalar sum = Scalar::Zero(dtype);
  eval::ForEach(window, [&](const Index& r) {
    Index source{at[0], group * channels + r[0]}, place{source[1], at[1] % weight.extent(1)};
    bool inside = true, weighs = true;
    for (size_t i = 0; i < attrs.strides.size(); ++i) {
      int64_t own = window[1 + i] - 1 - r[1 + i], spread = at[2 + i] + attrs.padding.before[i] - own;
      weighs = weighs && own % attrs.dilation[i] == 0;
      place.push_back(own / attrs.dilation[i]);
      source.push_back(spread / attrs.strides[i]);
      inside = inside && spread >= 0 && spread % attrs.strides[i] == 0 && source.back() < data.extent(2 + i);
    }
    Scalar value = inside ? scalar::Cast(data.At(source), dtype) : Scalar::Zero(dtype);
    Scalar factor = weighs ? scalar::Cast(weight.At(place), dtype) : Scalar::Zero(dtype);
    sum = scalar::Add(sum, scalar::Mul(value, factor));
  });
  return sum;
}
bool ChannelsFit(const ConvRun& run) {
  return run.data.extent(1) == run.weight.extent(0) && run.weight.extent(0) % run.attrs.groups == 0;
}
Index TransposedExtents(const ConvRun& run) {
  const ConvAttrs& attrs = run.attrs;
  Index extents{run.data.extent(0), run.weight.extent(1) * attrs.groups};
  for (size_t i = 0; i < attrs.strides.size(); ++i) {
    extents.push_back((run.data.extent(2 + i) - 1) * attrs.strides[i] +
                      attrs.dilation[i] * (run.weight.extent(2 + i) - 1) + attrs.output_padding[i] + 1 -
                      attrs.padding.before[i] - attrs.padding.after[i]);
  }
  return extents;
}
EvalResult EvalTransposed(const EvalIn& in) {
  return EvalConvolution(in,
                         {.transposed = true, .fits = ChannelsFit, .extents = TransposedExtents, .at = TransposedAt});
}

// ---- lowering: data with zeros between its elements, then around them; the kernel turned; then a convolution of steps
// of one

struct TransposedKernel {
  KernelBuilder& k;
  const ConvAttrs& attrs;
  const ConvLayouts& layouts;
  const KernelBuffer& data;
  // Dilated once the data is padded, which asks for its own length.
  KernelBuffer weight;

  size_t spatial() const { return attrs.strides.size(); }
  size_t PlaceIn(const Layout& layout, size_t i) const { return layout.PlaceOf(SpatialLetters(spatial())[i]); }
  Term Window(size_t i) const { return weight.dim(static_cast<int>(PlaceIn(layouts.kernel, i))); }

  // x with zeros between its elements, so that they stand `steps` apart.
  KernelBuffer Dilated(std::string_view name, const KernelBuffer& x, const Layout& layout, const Ints& steps) const {
    Terms dims = x.dims();
    for (size_t i = 0; i < spatial(); ++i) {
      Term& dim = dims[PlaceIn(layout, i)];
      dim = Simplified((dim - 1) * steps[i] + 1);
    }
    return k.Compute(name, Axes("i", dims), [&](const Terms& at) {
      Terms source = at;
      Term stands(k.ctx(), MakeBool(k.ctx(), true));
      for (size_t i = 0; i < spatial(); ++i) {
        if (steps[i] == 1) continue;
        Term& place = source[PlaceIn(layout, i)];
        stands = stands && place % steps[i] == 0;
        place = place / steps[i];
      }
      return IfThenElseOf(stands, x(source), Literal(k.ctx(), x.dtype(), 0));
    });
  }
  KernelBuffer Padded(const KernelBuffer& dilated) const {
    Terms dims = dilated.dims(), before(dims.size(), k.Int(0)), after = before;
    for (size_t i = 0; i < spatial(); ++i) {
      size_t place = PlaceIn(layouts.data, i);
      Term reach = (Window(i) - 1) * attrs.dilation[i];
      before[place] = Simplified(reach - attrs.padding.before[i]);
      after[place] = Simplified(reach - attrs.padding.after[i] + attrs.output_padding[i]);
      dims[place] = Simplified(dims[place] + before[place] + after[place]);
    }
    return k.Compute("data_pad", Axes("i", dims), [&](const Terms& at) {
      Terms source = at;
      Term inside(k.ctx(), MakeBool(k.ctx(), true));
      for (size_t i = 0; i < spatial(); ++i) {
        size_t place = PlaceIn(layouts.data, i);
        if (before[place].IsInt(0) && after[place].IsInt(0)) continue;
        Term end = before[place] + dilated.dim(static_cast<int>(place));
        inside = inside && IsAtMost(before[place], at[place]) && IsBelow(at[place], end);
        source[place] = at[place] - before[place];
      }
      return IfThenElseOf(inside, dilated(source), Literal(k.ctx(), data.dtype(), 0));
    });
  }
  // Output channels of a group, input channels (those of data, as in topi), and the window from its far end.
  KernelBuffer Turned() const {
    auto channel = [&](char letter) { return layouts.kernel.PlaceOf(letter); };
    Term inputs = data.dim(static_cast<int>(layouts.data.PlaceOf('C')));
    KernelAxes axes{{"o", weight.dim(static_cast<int>(channel('O')))}, {"i", inputs}};
    for (size_t i = 0; i < spatial(); ++i) axes.push_back({Lower(SpatialLetters(spatial())[i]), Window(i)});
    return k.Compute("kernel_transform", axes, [&](const Terms& at) {
      Terms place(at.size(), at[0]);
      place[channel('I')] = at[1];
      for (size_t i = 0; i < spatial(); ++i) place[PlaceIn(layouts.kernel, i)] = Window(i) - 1 - at[2 + i];
      return weight(place);
    });
  }
  static std::string Lower(char letter) { return {static_cast<char>(letter + 32)}; }
};

Lowered LowerTransposed(LowerSite& site, const Call& call) {
  size_t spatial = SpatialOf(call);
  std::optional<ConvAttrs> attrs = ReadConv(call, spatial);
  std::optional<ConvLayouts> layouts = ReadConvLayouts(call, spatial, true);
  std::optional<OutOrder> order = OutOrder::Of(call, "data_layout", spatial);
  DType dtype = As<TensorType>(call.type)->dtype;
  if (std::string why = WhyNotConvolved(call, *layouts, dtype); !why.empty()) return Refused{why};
  std::string hint = "conv" + std::to_string(spatial) + "d_transpose";
  return LowerToCallTIR(site, call, hint, {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    TransposedKernel kernel{k, *attrs, *layouts, in[0], in[1]};
    KernelBuffer padded = kernel.Padded(kernel.Dilated("data_dilate", in[0], layouts->data, attrs->strides));
    bool dilates = attrs->dilation != Ints(spatial, 1);
    if (dilates) kernel.weight = kernel.Dilated("kernel_dilate", in[1], layouts->kernel, attrs->dilation);
    KernelBuffer turned = kernel.Turned();
    size_t channel_place = layouts->data.PlaceOf('C');
    Term channels = Simplified(in[0].dim(static_cast<int>(channel_place)) / attrs->groups);
    KernelAxes window{{"dc", channels}};
    for (size_t i = 0; i < spatial; ++i)
      window.push_back({"d" + kernel.Lower(SpatialLetters(spatial)[i]), kernel.Window(i)});
    Terms dims = order->InData(k.ImportDims(KnownShape(call.type)->values));
    KernelBuffer sum = k.Reduce("compute", Axes("i", dims), window, Literal(k.ctx(), dtype, 0),
                                [&](Term sum, const Terms& s, const Terms& r) {
                                  Term filter = s[channel_place], own = turned.dim(0), channel = r[0];
                                  if (attrs->groups > 1) channel = filter / own * channels + r[0];
                                  Terms source = s, place{attrs->groups > 1 ? filter % own : filter, channel};
                                  source[channel_place] = channel;
                                  for (size_t i = 0; i < spatial; ++i) {
                                    Term& at = source[kernel.PlaceIn(layouts->data, i)];
                                    at = at + r[1 + i];
                                    place.push_back(r[1 + i]);
                                  }
                                  return sum + CastTo(dtype, padded(source)) * CastTo(dtype, turned(place));
                                });
    return std::vector{order->Laid(k, sum)};
  });
}

// ---- sampling

const Call* SampleTransposed(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  size_t spatial = SpatialOf(row.name);
  DType dtype = site.PickDType(kNumeric);
  int64_t groups = bytes.Chance(1, 4) ? 2 : 1;
  auto fixed = [&](int64_t n) { return static_cast<const Expr*>(MakeInt(ctx, n)); };
  const Expr* channels = fixed(groups * bytes.Between(1, 2));
  Ints strides = SampleInts(site, spatial, 1, 3), dilation = SampleInts(site, spatial, 1, 2);
  Ints extents = SampleInts(site, spatial, 1, 4), window = SampleInts(site, spatial, 1, 3), output_padding, padding;
  Dims data{site.Dim(), channels}, weight{channels, fixed(bytes.Between(1, 2))};
  for (size_t i = 0; i < spatial; ++i) {
    data.push_back(fixed(extents[i]));
    weight.push_back(fixed(window[i]));
    output_padding.push_back(bytes.Between(0, strides[i] - 1));
    // As much as the window covers on one side, at most.
    int64_t reach = dilation[i] * (window[i] - 1);
    padding.push_back(bytes.Between(0, std::min<int64_t>(reach, 2)));
  }
  padding.resize(2 * spatial, 0);
  const Expr* x = site.Tensor(RequestShape(dtype, data));
  const Expr* w = site.Tensor(RequestShape(dtype, weight));
  return MakeOpCall(ctx, row, {x, w},
                    {{"strides", IntsOf(ctx, strides)},
                     {"padding", IntsOf(ctx, padding)},
                     {"output_padding", IntsOf(ctx, output_padding)},
                     {"dilation", IntsOf(ctx, dilation)},
                     {"groups", MakeAttrInt(ctx, groups)},
                     {"out_layout", MakeAttrString(ctx, DataLetters(spatial))}});
}

// ---- rows

constexpr Operand kConvOperands[] = {{"data", OperandKind::kTensor, kNumeric},
                                     {"weight", OperandKind::kTensor, kNumeric}};
#define ASSAY_CONV_ATTRS(id, ones, zeros, more, data, kernel)              \
  constexpr AttrSpec id[] = {{"strides", AttrKind::kIntList, ones},        \
                             {"padding", AttrKind::kIntList, zeros},       \
                             {"output_padding", AttrKind::kIntList, more}, \
                             {"dilation", AttrKind::kIntList, ones},       \
                             {"groups", AttrKind::kInt, "1"},              \
                             {"data_layout", AttrKind::kString, data},     \
                             {"kernel_layout", AttrKind::kString, kernel}, \
                             {"out_layout", AttrKind::kString, "None"},    \
                             {"out_dtype", AttrKind::kDType, "None"}}
ASSAY_CONV_ATTRS(kConv1, "[1]", "[0, 0]", "[0]", "\"NCW\"", "\"IOW\"");
ASSAY_CONV_ATTRS(kConv2, "[1, 1]", "[0, 0, 0, 0]", "[0, 0]", "\"NCHW\"", "\"IOHW\"");
ASSAY_CONV_ATTRS(kConv3, "[1, 1, 1]", "[0, 0, 0, 0, 0, 0]", "[0, 0, 0]", "\"NCDHW\"", "\"IODHW\"");
#undef ASSAY_CONV_ATTRS
#define ASSAY_CONV_RULES(name)                                                                                  \
  constexpr Precondition k_##name##_rules[] = {                                                                 \
      {#name ".r1", "data and weight have one dtype, unless out_dtype is given"},                               \
      {#name ".r2",                                                                                             \
       "strides and dilation have one positive entry or one for each spatial dimension, paddings not negative " \
       "ones, groups is positive"},                                                                             \
      {#name ".r3", "layouts are orders of the letters of data and kernel, dimensions may be split"},           \
      {#name ".r4", "ranks, and the lengths of split dimensions, are those of the layouts"},                    \
      {#name ".r5", "the data's channels are the kernel's input channels"},                                     \
      {#name ".r6", "input channels are divisible by groups"},                                                  \
      {#name ".r7", "output_padding is below the stride"}}
ASSAY_CONV_RULES(conv1d_transpose);
ASSAY_CONV_RULES(conv2d_transpose);
ASSAY_CONV_RULES(conv3d_transpose);
#undef ASSAY_CONV_RULES

constexpr OpSpec Row(std::string_view name, std::span<const AttrSpec> attrs, std::span<const Precondition> rules) {
  return {.name = name,
          .doc =
              "Each input element adds the kernel, scaled by it, at strides' distance; padding cuts the edges, "
              "output_padding lengthens the far ones. Operands are cast to the result's dtype first, products and "
              "sums round (integers wrap) there, over input channels and then the window from its far end; places "
              "without an input element, or one of the dilated kernel, add products with zero, as TVM's kernel does.",
          .operands = kConvOperands,
          .attrs = attrs,
          .preconditions = rules,
          .infer = InferTransposed,
          .eval = EvalTransposed,
          .lower = {LowerTransposed},
          .sample = SampleTransposed,
          .tolerance = SumsOfProducts(2),
          .layout = LayoutOfConv,
          .mixed = {MixedPolicy::kAlways, "out_dtype"}};
}
constexpr OpSpec kRows[] = {Row("nn.conv1d_transpose", kConv1, k_conv1d_transpose_rules),
                            Row("nn.conv2d_transpose", kConv2, k_conv2d_transpose_rules),
                            Row("nn.conv3d_transpose", kConv3, k_conv3d_transpose_rules)};
static_assert(AllComplete(kRows));

}  // namespace

std::span<const OpSpec> ConvTransposeOps() { return kRows; }

}  // namespace assay
