#include "ir/ops/conv.h"

#include <algorithm>

namespace assay {

std::optional<ConvAttrs> ReadConv(const Call& call, size_t spatial) {
  std::optional<Ints> strides = OnePerDim(IntsAttr(call, "strides"), spatial);
  std::optional<Ints> dilation = OnePerDim(IntsAttr(call, "dilation"), spatial);
  std::optional<Padding> padding = ReadPadding(IntsAttr(call, "padding"), spatial);
  std::optional<Ints> output_padding(Ints(spatial, 0));
  if (call.attrs->Find("output_padding") != nullptr) {
    output_padding = OnePerDim(IntsAttr(call, "output_padding"), spatial);
  }
  if (!strides || !dilation || !padding || !output_padding) return std::nullopt;
  bool positive = ArePositive(*strides) && ArePositive(*dilation) && IntAttr(call, "groups") > 0;
  bool natural = AreNatural(padding->before) && AreNatural(padding->after) && AreNatural(*output_padding);
  if (!positive || !natural) return std::nullopt;
  return ConvAttrs{*strides, *dilation, *padding, *output_padding, IntAttr(call, "groups")};
}

std::string KernelLetters(size_t spatial, bool transposed) {
  return (transposed ? "IO" : "OI") + std::string(SpatialLetters(spatial));
}
namespace {

// Layouts keep a view of these.
std::string_view KernelPrimal(size_t spatial, bool transposed) {
  static constexpr std::string_view kForward[] = {"OIW", "OIHW", "OIDHW"};
  static constexpr std::string_view kTransposed[] = {"IOW", "IOHW", "IODHW"};
  return (transposed ? kTransposed : kForward)[spatial - 1];
}

// The dtype of the products: out_dtype, else the data's.
DType ConvDTypeOf(const EvalIn& in) {
  DType dtype = DTypeAttr(in.call, "out_dtype");
  return dtype.IsVoid() ? eval::TensorOf(in, 0).dtype() : dtype;
}

// Channels and spatial dimensions in the order in which they are summed: that of the data layout.
std::string SummingOrder(const Layout& data, size_t spatial) {
  std::string order = "C" + std::string(SpatialLetters(spatial));
  std::sort(order.begin(), order.end(), [&](char a, char b) { return data.PlaceOf(a) < data.PlaceOf(b); });
  return order;
}

}  // namespace
std::optional<ConvLayouts> ReadConvLayouts(const Call& call, size_t spatial, bool transposed) {
  std::optional<Layout> data = Layout::Parse(TextAttr(call, "data_layout"), DataLetters(spatial));
  std::optional<Layout> kernel = Layout::Parse(TextAttr(call, "kernel_layout"), KernelPrimal(spatial, transposed));
  std::optional<Layout> out = Layout::Parse(OutLayoutName(call, "data_layout"), DataLetters(spatial));
  if (!data || !kernel || !out) return std::nullopt;
  return ConvLayouts{*data, *kernel, *out};
}

namespace {

Result<DType> ConvDType(const InferIn& in, const TensorType* data, const TensorType* kernel) {
  DType dtype = DTypeAttr(in.call, "out_dtype");
  if (!dtype.IsVoid()) return dtype;
  if (data->dtype.IsVoid() || kernel->dtype.IsVoid()) return DType::Void();
  if (data->dtype != kernel->dtype && !data->dtype.IsBool() && !kernel->dtype.IsBool()) {
    return Differ(in, 1, "dtypes", fact::Arg{0}, fact::Arg{1});
  }
  return data->dtype;
}

}  // namespace

Result<const Type*> InferConvolution(const InferIn& in, bool transposed, ConvDimsFn dims) {
  ASSAY_TRY(const TensorType* data, TensorArg(in, 0));
  ASSAY_TRY(const TensorType* kernel, TensorArg(in, 1));
  size_t spatial = SpatialOf(in.call);
  std::optional<ConvAttrs> attrs = ReadConv(in.call, spatial);
  if (!attrs)
    return Broken(in, 2,
                  fmt::format("strides, padding and dilation for {} spatial dimensions, and positive groups", spatial),
                  fact::Attr{"strides"}, fact::Attr{"padding"}, fact::Attr{"dilation"}, fact::Attr{"groups"});
  std::optional<ConvLayouts> layouts = ReadConvLayouts(in.call, spatial, transposed);
  if (!layouts)
    return Broken(in, 3, "layouts that are orders of their letters", fact::Attr{"data_layout"},
                  fact::Attr{"kernel_layout"}, fact::Attr{"out_layout"});
  bool fits = (data->rank == kUnknownRank || data->rank == layouts->data.rank()) &&
              (kernel->rank == kUnknownRank || kernel->rank == layouts->kernel.rank());
  if (!fits)
    return Broken(in, 4, "ranks of their layouts", fact::Arg{0}, fact::Attr{"data_layout"}, fact::Arg{1},
                  fact::Attr{"kernel_layout"});
  ASSAY_TRY(DType dtype, ConvDType(in, data, kernel));
  const VDevice* device = JoinVDevices(data->vdevice, kernel->vdevice);
  const ShapeExpr* data_shape = KnownShape(data);
  const ShapeExpr* kernel_shape = KnownShape(kernel);
  if (data_shape == nullptr || kernel_shape == nullptr) {
    return MakeTensorTypeOfRank(in.ctx, layouts->out.rank(), dtype, device);
  }
  if (!layouts->data.Takes(data_shape->values) || !layouts->kernel.Takes(kernel_shape->values)) {
    return Broken(in, 4, "split dimensions as long as their layouts say", fact::Arg{0}, fact::Attr{"data_layout"},
                  fact::Arg{1}, fact::Attr{"kernel_layout"});
  }
  Dims data_dims = layouts->data.ToPrimal(in.ctx, Dims(data_shape->values.begin(), data_shape->values.end()));
  Dims kernel_dims = layouts->kernel.ToPrimal(in.ctx, Dims(kernel_shape->values.begin(), kernel_shape->values.end()));
  ASSAY_TRY(Dims out, dims(in, *attrs, data_dims, kernel_dims));
  return MakeTensorType(in.ctx, layouts->out.FromPrimal(in.ctx, out), dtype, device);
}

SeenTensor::SeenTensor(const Tensor& x, const Layout& layout, std::string_view primal) : tensor(x) {
  for (char letter : primal) places.push_back(layout.PlaceOf(letter));
}
Scalar SeenTensor::At(const eval::Index& at) const {
  eval::Index index(at.size());
  for (size_t i = 0; i < at.size(); ++i) index[places[i]] = at[i];
  return eval::At(tensor, index);
}
std::string WhyNotConvolved(const Call& call, const ConvLayouts& layouts, DType dtype) {
  if (!layouts.ArePermutations()) return std::string(As<Op>(call.op)->name.text()) + " with split dimensions";
  if (dtype.IsBool()) return "a sum of products of bool has no agreed meaning";
  return "";
}
EvalResult EvalConvolution(const EvalIn& in, const ConvRule& rule) {
  size_t spatial = SpatialOf(in.call);
  std::optional<ConvAttrs> attrs = ReadConv(in.call, spatial);
  std::optional<ConvLayouts> layouts = ReadConvLayouts(in.call, spatial, rule.transposed);
  DType dtype = ConvDTypeOf(in);
  if (std::string why = WhyNotConvolved(in.call, *layouts, dtype); !why.empty()) return Refused{why};
  const Tensor& x = eval::TensorOf(in, 0);
  const Tensor& w = eval::TensorOf(in, 1);
  int rank = static_cast<int>(spatial) + 2;
  if (x.rank() != rank || w.rank() != rank) return eval::ShapeMismatch(in, "a rank is not that of its layout");
  SeenTensor data(x, layouts->data, DataLetters(spatial));
  SeenTensor weight(w, layouts->kernel, KernelLetters(spatial, rule.transposed));
  ConvRun run{data, weight, *attrs, dtype, SummingOrder(layouts->data, spatial)};
  if (!rule.fits(run)) return eval::ShapeMismatch(in, "channels do not fit");
  eval::Index extents = rule.extents(run), shape(extents.size());
  std::vector<size_t> places;
  for (char letter : DataLetters(spatial)) places.push_back(layouts->out.PlaceOf(letter));
  for (size_t i = 0; i < extents.size(); ++i) shape[places[i]] = extents[i];
  return eval::Fill(dtype, shape, [&](const eval::Index& i) {
    eval::Index at;
    for (size_t place : places) at.push_back(i[place]);
    return rule.at(run, at);
  });
}
std::string ChannelsLast(size_t spatial) { return "N" + std::string(SpatialLetters(spatial)) + "C"; }

}  // namespace assay
