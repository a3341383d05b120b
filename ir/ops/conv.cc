// nn.conv2d in any order of its dimensions. Tested by conv_test.cc.
#include <algorithm>
#include <array>

#include "ir/ops/eval_index.h"
#include "ir/ops/families.h"
#include "ir/ops/layout.h"
#include "ir/ops/row_types.h"

namespace assay {
namespace {

using eval::Index;

// ---- attributes

struct ConvAttrs {
  // Of rows and columns.
  std::array<int64_t, 2> strides, before, after, dilation;
  int64_t groups = 1;
};
// Strides and dilation have one or two numbers, padding one, two (rows, columns) or four (top, left, bottom, right);
// nothing when it is another number.
std::optional<ConvAttrs> ReadAttrs(const Call& call) {
  std::vector<int64_t> strides = IntsAttr(call, "strides"), dilation = IntsAttr(call, "dilation");
  std::vector<int64_t> padding = IntsAttr(call, "padding");
  auto is_pair = [](const std::vector<int64_t>& v) { return v.size() == 1 || v.size() == 2; };
  if (!is_pair(strides) || !is_pair(dilation) || (!is_pair(padding) && padding.size() != 4)) return std::nullopt;
  ConvAttrs attrs;
  for (size_t i = 0; i < 2; ++i) {
    attrs.strides[i] = strides[i % strides.size()];
    attrs.dilation[i] = dilation[i % dilation.size()];
    attrs.before[i] = padding[i % padding.size()];
    attrs.after[i] = padding[(i + 2) % padding.size()];
    if (padding.size() == 1) attrs.after[i] = padding[0];
  }
  attrs.groups = IntAttr(call, "groups");
  return attrs;
}
bool IsPositive(const ConvAttrs& attrs) {
  auto positive = [](const auto& pair) { return pair[0] > 0 && pair[1] > 0; };
  auto natural = [](const auto& pair) { return pair[0] >= 0 && pair[1] >= 0; };
  return positive(attrs.strides) && positive(attrs.dilation) && natural(attrs.before) && natural(attrs.after) &&
         attrs.groups > 0;
}

// None and "" stand for the data layout.
std::string_view OutLayoutName(const Call& call) {
  std::string_view data = TextAttr(call, "data_layout");
  if (IsNullAttr(call, "out_layout")) return data;
  std::string_view out = TextAttr(call, "out_layout");
  return out.empty() ? data : out;
}
struct ConvLayouts {
  Layout data, kernel, out;
};
std::optional<ConvLayouts> ReadLayouts(const Call& call) {
  std::optional<Layout> data = Layout::Parse(TextAttr(call, "data_layout"), "NCHW");
  std::optional<Layout> kernel = Layout::Parse(TextAttr(call, "kernel_layout"), "OIHW");
  std::optional<Layout> out = Layout::Parse(OutLayoutName(call), "NCHW");
  if (!data || !kernel || !out) return std::nullopt;
  return ConvLayouts{*data, *kernel, *out};
}

// ---- inference

// floor((in + padding - dilation * (kernel - 1) - 1) / stride) + 1
const Expr* OutExtent(Context& ctx, const Expr* in, const Expr* kernel, const ConvAttrs& attrs, size_t i) {
  const Expr* one = MakeInt(ctx, 1);
  const Expr* reach = MulDims(ctx, MakeInt(ctx, attrs.dilation[i]), SubDims(ctx, kernel, one));
  const Expr* padded = AddDims(ctx, in, MakeInt(ctx, attrs.before[i] + attrs.after[i] - 1));
  return AddDims(ctx, FloorDivDims(ctx, SubDims(ctx, padded, reach), MakeInt(ctx, attrs.strides[i])), one);
}
Result<Dims> ConvDims(const InferIn& in, const ConvAttrs& attrs, const Dims& data, const Dims& kernel) {
  Context& ctx = in.ctx;
  const Expr* groups = MakeInt(ctx, attrs.groups);
  if (ProveUnequal(ctx, data[1], MulDims(ctx, kernel[1], groups))) {
    return Broken(in, 5, "the data's channels are not the kernel's input channels times groups");
  }
  const Expr* rest = Simplify(ctx, MakeBinary(ctx, NodeKind::kFloorMod, kernel[0], groups));
  if (ProveUnequal(ctx, rest, MakeInt(ctx, 0))) return Broken(in, 6, "output channels are not divisible by groups");
  return Dims{data[0], kernel[0], OutExtent(ctx, data[2], kernel[2], attrs, 0),
              OutExtent(ctx, data[3], kernel[3], attrs, 1)};
}
Result<DType> ConvDType(const InferIn& in, const TensorType* data, const TensorType* kernel) {
  DType dtype = DTypeAttr(in.call, "out_dtype");
  if (!dtype.IsVoid()) return dtype;
  if (data->dtype.IsVoid() || kernel->dtype.IsVoid()) return DType::Void();
  if (data->dtype != kernel->dtype && !data->dtype.IsBool() && !kernel->dtype.IsBool()) {
    return Broken(in, 1, "data and weight have different dtypes");
  }
  return data->dtype;
}
Result<const Type*> InferConv2d(const InferIn& in) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* kernel, TensorArg(in, 1));
  std::optional<ConvAttrs> attrs = ReadAttrs(in.call);
  if (!attrs) return Broken(in, 2, "strides, padding or dilation has a wrong number of entries");
  if (!IsPositive(*attrs)) return Broken(in, 2, "strides, dilation and groups are positive, padding is not negative");
  std::optional<ConvLayouts> layouts = ReadLayouts(in.call);
  if (!layouts) return Broken(in, 3, "a layout does not fit NCHW or OIHW");
  bool fits = (data->rank == kUnknownRank || data->rank == layouts->data.rank()) &&
              (kernel->rank == kUnknownRank || kernel->rank == layouts->kernel.rank());
  if (!fits) return Broken(in, 4, "a rank is not that of its layout");
  ASSAY_TRY(DType dtype, ConvDType(in, data, kernel));
  const VDevice* device = JoinVDevices(data->vdevice, kernel->vdevice);
  const ShapeExpr* data_shape = KnownShape(data);
  const ShapeExpr* kernel_shape = KnownShape(kernel);
  if (data_shape == nullptr || kernel_shape == nullptr) {
    return MakeTensorTypeOfRank(in.ctx, layouts->out.rank(), dtype, device);
  }
  Dims nchw = layouts->data.ToPrimal(in.ctx, Dims(data_shape->values.begin(), data_shape->values.end()));
  Dims oihw = layouts->kernel.ToPrimal(in.ctx, Dims(kernel_shape->values.begin(), kernel_shape->values.end()));
  ASSAY_TRY(Dims out, ConvDims(in, *attrs, nchw, oihw));
  return MakeTensorType(in.ctx, layouts->out.FromPrimal(in.ctx, out), dtype, device);
}

// ---- reference evaluation

// A tensor seen in the order of its primal dimensions.
struct Seen {
  const Tensor& tensor;
  std::array<size_t, 4> places;

  Seen(const Tensor& x, const Layout& layout, std::string_view primal) : tensor(x) {
    for (size_t i = 0; i < 4; ++i) places[i] = layout.PlaceOf(primal[i]);
  }
  int64_t extent(size_t dimension) const { return tensor.shape()[places[dimension]]; }
  Scalar At(int64_t a, int64_t b, int64_t c, int64_t d) const {
    Index index(4);
    index[places[0]] = a;
    index[places[1]] = b;
    index[places[2]] = c;
    index[places[3]] = d;
    return eval::At(tensor, index);
  }
};
// Channels, rows and columns in the order in which they are summed: that of the data layout.
std::string SummingOrder(const Layout& data) {
  std::string order = "CHW";
  std::sort(order.begin(), order.end(), [&](char a, char b) { return data.PlaceOf(a) < data.PlaceOf(b); });
  return order;
}
// Padded positions contribute products with zero, so that NaN and infinite weights show there as well.
Scalar ConvAt(const Seen& data, const Seen& weight, const ConvAttrs& attrs, std::string_view order, DType dtype,
              std::array<int64_t, 4> at) {
  auto [n, o, y, x] = at;
  int64_t group = o / (weight.extent(0) / attrs.groups);
  size_t c = order.find('C'), h = order.find('H'), w = order.find('W');
  Index window(3);
  window[c] = weight.extent(1);
  window[h] = weight.extent(2);
  window[w] = weight.extent(3);
  Scalar sum = Scalar::Zero(dtype);
  eval::ForEach(window, [&](const Index& r) {
    int64_t row = y * attrs.strides[0] + r[h] * attrs.dilation[0] - attrs.before[0];
    int64_t column = x * attrs.strides[1] + r[w] * attrs.dilation[1] - attrs.before[1];
    bool inside = row >= 0 && row < data.extent(2) && column >= 0 && column < data.extent(3);
    Scalar value = Scalar::Zero(dtype);
    if (inside) value = scalar::Cast(data.At(n, group * weight.extent(1) + r[c], row, column), dtype);
    sum = scalar::Add(sum, scalar::Mul(value, scalar::Cast(weight.At(o, r[c], r[h], r[w]), dtype)));
  });
  return sum;
}
int64_t OutExtentAt(const Seen& data, const Seen& weight, const ConvAttrs& attrs, size_t i) {
  int64_t reach = attrs.dilation[i] * (weight.extent(2 + i) - 1);
  int64_t numerator = data.extent(2 + i) + attrs.before[i] + attrs.after[i] - reach - 1;
  return numerator < 0 ? 0 : numerator / attrs.strides[i] + 1;
}
EvalResult EvalConv2d(const EvalIn& in) {
  std::optional<ConvAttrs> attrs = ReadAttrs(in.call);
  std::optional<ConvLayouts> layouts = ReadLayouts(in.call);
  if (!attrs || !layouts || !layouts->data.IsPermutation() || !layouts->kernel.IsPermutation() ||
      !layouts->out.IsPermutation()) {
    return Refused{"conv2d with split dimensions"};
  }
  const Tensor& x = eval::TensorOf(in, 0);
  const Tensor& w = eval::TensorOf(in, 1);
  if (x.rank() != 4 || w.rank() != 4) return eval::ShapeMismatch(in, "a rank is not that of its layout");
  DType dtype = DTypeAttr(in.call, "out_dtype");
  if (dtype.IsVoid()) dtype = x.dtype();
  if (dtype.IsBool()) return Refused{"a sum of products of bool has no agreed meaning"};
  Seen data(x, layouts->data, "NCHW"), weight(w, layouts->kernel, "OIHW");
  if (data.extent(1) != weight.extent(1) * attrs->groups || weight.extent(0) % attrs->groups != 0) {
    return eval::ShapeMismatch(in, "channels do not fit");
  }
  std::array<size_t, 4> places;
  for (size_t i = 0; i < 4; ++i) places[i] = layouts->out.PlaceOf("NCHW"[i]);
  Index shape(4);
  shape[places[0]] = data.extent(0);
  shape[places[1]] = weight.extent(0);
  shape[places[2]] = OutExtentAt(data, weight, *attrs, 0);
  shape[places[3]] = OutExtentAt(data, weight, *attrs, 1);
  std::string order = SummingOrder(layouts->data);
  return eval::Fill(dtype, shape, [&](const Index& i) {
    return ConvAt(data, weight, *attrs, order, dtype, {i[places[0]], i[places[1]], i[places[2]], i[places[3]]});
  });
}

// ---- lowering: stages "pad_temp" and "conv2d_nchw", dimensions and summed indices in the order of the data layout

struct ConvKernel {
  KernelBuilder& k;
  const ConvAttrs& attrs;
  const ConvLayouts& layouts;
  const KernelBuffer& data;
  const KernelBuffer& weight;
  DType dtype;

  size_t DataPlace(char dimension) const { return layouts.data.PlaceOf(dimension); }
  Term WeightExtent(char dimension) const { return weight.dim(static_cast<int>(layouts.kernel.PlaceOf(dimension))); }

  // Input channels of one group; TVM takes them from the data.
  Term GroupChannels() const { return Simplified(data.dim(static_cast<int>(DataPlace('C'))) / attrs.groups); }

  KernelBuffer Padded() const {
    Terms dims = data.dims();
    for (size_t i = 0; i < 2; ++i) {
      Term& dim = dims[DataPlace("HW"[i])];
      dim = Simplified(dim + (attrs.before[i] + attrs.after[i]));
    }
    return k.Compute("pad_temp", Axes("i", dims), [&](const Terms& at) {
      Terms source = at;
      Term inside(k.ctx(), MakeBool(k.ctx(), true));
      for (size_t d = 0; d < 4; ++d) {
        size_t i = d == DataPlace('H') ? 0 : d == DataPlace('W') ? 1 : 2;
        if (i == 2 || attrs.before[i] + attrs.after[i] == 0) continue;
        Term low = k.Int(attrs.before[i]);
        inside = inside && low <= at[d] && at[d] < Simplified(data.dim(static_cast<int>(d)) + attrs.before[i]);
        source[d] = at[d] - low;
      }
      return Guard(inside, data(source), Literal(k.ctx(), data.dtype(), 0));
    });
  }
  // Loops over the result, and over what is summed: the order of the data layout without N.
  KernelAxes Outer() const {
    Terms dims = k.ImportDims(out_dims);
    KernelAxes axes(4, {"", k.Int(1)});
    for (size_t i = 0; i < 4; ++i) axes[DataPlace("NCHW"[i])] = {kOuterNames[i], dims[DataPlace("NCHW"[i])]};
    return axes;
  }
  std::string InnerOrder() const {
    std::string order = "CHW";
    std::sort(order.begin(), order.end(), [&](char a, char b) { return DataPlace(a) < DataPlace(b); });
    return order;
  }
  KernelAxes Inner() const {
    KernelAxes axes;
    for (char dimension : InnerOrder()) {
      if (dimension == 'C') axes.push_back({"rc", GroupChannels()});
      if (dimension == 'H') axes.push_back({"ry", WeightExtent('H')});
      if (dimension == 'W') axes.push_back({"rx", WeightExtent('W')});
    }
    return axes;
  }
  Term Product(const KernelBuffer& padded, const Terms& s, const Terms& r) const {
    std::string order = InnerOrder();
    Term rc = r[order.find('C')];
    std::array<Term, 2> window{r[order.find('H')], r[order.find('W')]};
    Term filter = s[DataPlace('C')];
    Terms source = s;
    Terms place(4, filter);
    source[DataPlace('C')] = rc;
    if (attrs.groups > 1) {
      Term group = filter / Simplified(WeightExtent('O') / attrs.groups);
      source[DataPlace('C')] = group * GroupChannels() + rc;
    }
    place[layouts.kernel.PlaceOf('I')] = rc;
    for (size_t i = 0; i < 2; ++i) {
      Term& at = source[DataPlace("HW"[i])];
      at = at * attrs.strides[i] + window[i] * attrs.dilation[i];
      place[layouts.kernel.PlaceOf("HW"[i])] = window[i];
    }
    return CastTo(dtype, padded(source)) * CastTo(dtype, weight(place));
  }

  Nodes<Expr> out_dims;
  static constexpr const char* kOuterNames[] = {"nn", "ff", "yy", "xx"};
};
Lowered LowerConv2d(LowerSite& site, const Call& call) {
  std::optional<ConvAttrs> attrs = ReadAttrs(call);
  std::optional<ConvLayouts> layouts = ReadLayouts(call);
  if (OutLayoutName(call) != TextAttr(call, "data_layout")) return Refused{"out_layout differs from data_layout"};
  if (!attrs || !layouts || !layouts->data.IsPermutation() || !layouts->kernel.IsPermutation()) {
    return Refused{"conv2d with split dimensions"};
  }
  DType dtype = As<TensorType>(call.type)->dtype;
  if (dtype.IsBool()) return Refused{"a sum of products of bool has no agreed meaning"};
  std::string name = attrs->groups > 1 ? "group_conv2d_" : "conv2d_";
  for (char letter : TextAttr(call, "data_layout")) name += static_cast<char>(std::tolower(letter));
  return LowerToCallTIR(site, call, "conv2d", {call.args[0], call.args[1]}, [&](KernelBuilder& k, const auto& in) {
    ConvKernel conv{k, *attrs, *layouts, in[0], in[1], dtype, KnownShape(call.type)->values};
    KernelBuffer padded = conv.Padded();
    return std::vector{
        k.Reduce(name, conv.Outer(), conv.Inner(), Literal(k.ctx(), dtype, 0),
                 [&](Term sum, const Terms& s, const Terms& r) { return sum + conv.Product(padded, s, r); })};
  });
}

// ---- sampling

const Call* SampleConv2d(SampleSite& site, const OpSpec& row) {
  Context& ctx = site.ctx();
  ByteSource& bytes = site.bytes();
  DType dtype = site.PickDType(kNumeric);
  bool channels_last = bytes.Chance(1, 3);
  int64_t groups = bytes.Chance(1, 4) ? 2 : 1;
  int64_t in_channels = bytes.Between(1, 2), out_channels = groups * bytes.Between(1, 2);
  int64_t window[] = {bytes.Between(1, 3), bytes.Between(1, 3)}, dilation = bytes.Between(1, 2);
  auto fixed = [&](int64_t n) { return static_cast<const Expr*>(MakeInt(ctx, n)); };
  // Rows and columns are large enough for the dilated window.
  const Expr* rows = fixed(dilation * (window[0] - 1) + bytes.Between(1, 4));
  const Expr* columns = fixed(dilation * (window[1] - 1) + bytes.Between(1, 4));
  Dims nchw{site.Dim(), fixed(in_channels * groups), rows, columns};
  Dims nhwc{nchw[0], rows, columns, nchw[1]};
  Dims oihw{fixed(out_channels), fixed(in_channels), fixed(window[0]), fixed(window[1])};
  Dims hwio{oihw[2], oihw[3], oihw[1], oihw[0]};
  const Expr* data = site.Tensor(WishShape(dtype, channels_last ? nhwc : nchw));
  const Expr* weight = site.Tensor(WishShape(dtype, channels_last ? hwio : oihw));
  std::vector<int64_t> padding;
  for (int i = 0; i < 4; ++i) padding.push_back(bytes.Between(0, 2));
  std::vector<int64_t> strides{bytes.Between(1, 2), bytes.Between(1, 2)};
  std::string_view layout = channels_last ? "NHWC" : "NCHW";
  return MakeOpCall(ctx, row, {data, weight},
                    {{"strides", MakeAttrInts(ctx, strides)},
                     {"padding", MakeAttrInts(ctx, padding)},
                     {"dilation", MakeAttrInts(ctx, std::vector<int64_t>{dilation, dilation})},
                     {"groups", MakeAttrInt(ctx, groups)},
                     {"data_layout", MakeAttrString(ctx, layout)},
                     {"kernel_layout", MakeAttrString(ctx, channels_last ? "HWIO" : "OIHW")},
                     {"out_layout", MakeAttrString(ctx, layout)}});
}

constexpr Operand kConvOperands[] = {{"data", OperandKind::kTensor, kNumeric},
                                     {"weight", OperandKind::kTensor, kNumeric}};
constexpr AttrSpec kConvAttrs[] = {
    {"strides", AttrKind::kIntList, "[1, 1]"},      {"padding", AttrKind::kIntList, "[0, 0, 0, 0]"},
    {"dilation", AttrKind::kIntList, "[1, 1]"},     {"groups", AttrKind::kInt, "1"},
    {"data_layout", AttrKind::kString, "\"NCHW\""}, {"kernel_layout", AttrKind::kString, "\"OIHW\""},
    {"out_layout", AttrKind::kString, "None"},      {"out_dtype", AttrKind::kDType, "None"},
};
constexpr Precondition kConvRules[] = {
    {"conv2d.r1", "data and weight have one dtype, unless out_dtype is given"},
    {"conv2d.r2",
     "strides and dilation have one or two positive entries, padding one, two or four not negative ones, "
     "groups is positive"},
    {"conv2d.r3", "layouts are orders of NCHW and OIHW, dimensions may be split"},
    {"conv2d.r4", "ranks are those of the layouts"},
    {"conv2d.r5", "the data's channels are the kernel's input channels times groups"},
    {"conv2d.r6", "output channels are divisible by groups"},
};

constexpr OpSpec kConv[] = {
    {.name = "nn.conv2d",
     .doc =
         "Cross-correlation over rows and columns of zero-padded data, per group of channels. Operands are cast to the "
         "result's dtype first (out_dtype, else the data's); products and sums round (integers wrap) in that dtype, in "
         "order of the summed indices: float16 accumulates in float16, as TVM's legalisation does. Padding adds "
         "products "
         "with zero.",
     .operands = kConvOperands,
     .attrs = kConvAttrs,
     .preconditions = kConvRules,
     .infer = InferConv2d,
     .eval = EvalConv2d,
     .lower = {LowerConv2d},
     .sample = SampleConv2d,
     .tolerance = UlpsPerReduced(2)},
};
static_assert(AllComplete(kConv));

}  // namespace

std::span<const OpSpec> ConvOps() { return kConv; }

}  // namespace assay
