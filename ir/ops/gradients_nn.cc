// Gradients of operators of networks. Tested by gradients_test.cc.
#include "ir/ops/conv.h"
#include "ir/ops/gradients.h"
#include "ir/ops/kernel.h"

namespace assay {
namespace {

using grad::Exprs;

const Expr* SumAlong(Context& ctx, const Expr* x, int64_t axis) {
  return grad::Op(ctx, "sum", {x},
                  {{"axis", MakeAttrInts(ctx, std::vector{axis})}, {"keepdims", MakeAttrBool(ctx, true)}});
}

// A rule of the table that takes the adjoint, then the call's arguments, and has the call's attributes.
const Expr* Backward(const GradientIn& in, std::string_view name, size_t arguments) {
  Exprs args{in.output_gradient};
  for (size_t i = 0; i < arguments; ++i) args.push_back(in.call.args[i]);
  AttrItems attrs;
  for (const AttrSpec& attr : FindOp(name)->attrs) attrs.emplace_back(attr.name, in.call.attrs->Find(attr.name));
  return grad::Op(in.ctx, name, args, attrs);
}

// Constant dims of data, weight and result of a convolution.
struct ConvShapes {
  Ints data, weight, out;
};
std::optional<Ints> ConstantDims(const Type* type) {
  const ShapeExpr* shape = KnownShape(type);
  if (shape == nullptr) return std::nullopt;
  Ints dims;
  for (const Expr* dim : shape->values) {
    const IntImm* extent = AsInt(dim);
    if (extent == nullptr) return std::nullopt;
    dims.push_back(extent->value);
  }
  return dims;
}
std::optional<ConvShapes> ShapesOf(const Call& call) {
  std::optional<Ints> data = ConstantDims(call.args[0]->type), weight = ConstantDims(call.args[1]->type),
                      out = ConstantDims(call.type);
  if (!data || !weight || !out) return std::nullopt;
  return ConvShapes{*data, *weight, *out};
}

const ShapeExpr* ShapeOf(Context& ctx, const Ints& dims) {
  Exprs values;
  for (int64_t dim : dims) values.push_back(MakeInt(ctx, dim));
  return MakeShape(ctx, values);
}

struct ConvBackward {
  const GradientIn& in;
  const ConvAttrs& attrs;
  const ConvShapes& shapes;

  Context& ctx() const { return in.ctx; }
  const Attr* IntsOf(const Ints& values) const { return MakeAttrInts(ctx(), values); }
  const Attr* Text(std::string_view text) const { return MakeAttrString(ctx(), text); }
  Ints Paddings() const {
    Ints padding = attrs.padding.before;
    padding.insert(padding.end(), attrs.padding.after.begin(), attrs.padding.after.end());
    return padding;
  }
  // Rows of zeros that a window too few leaves at the end of data.
  Ints OutputPadding() const {
    Ints rest;
    for (size_t i = 0; i < 2; ++i) {
      int64_t reached = (shapes.out[2 + i] - 1) * attrs.strides[i] - attrs.padding.before[i] - attrs.padding.after[i] +
                        (shapes.weight[2 + i] - 1) * attrs.dilation[i] + 1;
      rest.push_back(shapes.data[2 + i] - reached);
    }
    return rest;
  }
  const Expr* OfData() const {
    return grad::Op(ctx(), "nn.conv2d_transpose", {in.output_gradient, in.call.args[1]},
                    {{"strides", IntsOf(attrs.strides)},
                     {"padding", IntsOf(Paddings())},
                     {"output_padding", IntsOf(OutputPadding())},
                     {"dilation", IntsOf(attrs.dilation)},
                     {"groups", MakeAttrInt(ctx(), attrs.groups)},
                     {"data_layout", Text("NCHW")},
                     {"kernel_layout", Text("IOHW")},
                     {"out_layout", Text("NCHW")},
                     {"out_dtype", in.call.attrs->Find("out_dtype")}});
  }
  // Groups stand beside the batch, so that each is a convolution of its own.
  const Expr* GroupedData() const {
    const Expr* data = in.call.args[0];
    int64_t batch = shapes.data[0], channels = shapes.data[1] / attrs.groups, h = shapes.data[2], w = shapes.data[3];
    if (attrs.groups == 1) return data;
    data = grad::Op(ctx(), "reshape", {data, ShapeOf(ctx(), {batch, attrs.groups, channels, h, w})});
    data = grad::Op(ctx(), "permute_dims", {data}, {{"axes", IntsOf({1, 0, 2, 3, 4})}});
    return grad::Op(ctx(), "reshape", {data, ShapeOf(ctx(), {batch * attrs.groups, channels, h, w})});
  }
  // Data convolved with the adjoint: channels and batch change places, strides and dilation too.
  const Expr* OfWeight() const {
    const Expr* product = grad::Op(ctx(), "nn.conv2d", {GroupedData(), in.output_gradient},
                                   {{"strides", IntsOf(attrs.dilation)},
                                    {"padding", IntsOf(Paddings())},
                                    {"dilation", IntsOf(attrs.strides)},
                                    {"groups", MakeAttrInt(ctx(), attrs.groups)},
                                    {"data_layout", Text("CNHW")},
                                    {"kernel_layout", Text("IOHW")},
                                    {"out_layout", Text("CNHW")},
                                    {"out_dtype", in.call.attrs->Find("out_dtype")}});
    return LongerThanWeight() ? Sliced(product) : product;
  }
  bool LongerThanWeight() const {
    bool longer = false;
    for (size_t i = 0; i < 2; ++i) {
      int64_t room = shapes.data[2 + i] - (shapes.out[2 + i] - 1) * attrs.strides[i] - 1 + attrs.padding.before[i] +
                     attrs.padding.after[i];
      longer = longer || room / attrs.dilation[i] + 1 > shapes.weight[2 + i];
    }
    return longer;
  }
  const Expr* Sliced(const Expr* product) const {
    auto tuple = [&](const Ints& values) {
      Exprs fields;
      for (int64_t value : values) fields.push_back(MakeInt(ctx(), value));
      return MakeTuple(ctx(), fields);
    };
    Ints ends = shapes.weight;
    return grad::Op(ctx(), "strided_slice", {product, tuple({0, 1, 2, 3}), tuple({0, 0, 0, 0}), tuple(ends)});
  }
};

}  // namespace

Adjoints SoftmaxGradient(const GradientIn& in) {
  const Expr *y = in.output, *g = in.output_gradient;
  const Expr* all = SumAlong(in.ctx, grad::Op(in.ctx, "multiply", {g, y}), IntAttr(in.call, "axis"));
  return Exprs{grad::Op(in.ctx, "multiply", {grad::Op(in.ctx, "subtract", {g, all}), y})};
}
Adjoints LogSoftmaxGradient(const GradientIn& in) {
  const Expr* g = in.output_gradient;
  const Expr* all = SumAlong(in.ctx, g, IntAttr(in.call, "axis"));
  const Expr* share = grad::Op(in.ctx, "multiply", {all, grad::Op(in.ctx, "exp", {in.output})});
  return Exprs{grad::Op(in.ctx, "subtract", {g, share})};
}
// With a batch the result is a mean over it.
Adjoints CrossEntropyGradient(const GradientIn& in) {
  const Expr* g = in.output_gradient;
  const auto* type = As<TensorType>(in.call.args[0]->type);
  if (type->rank > 1) {
    std::optional<Ints> dims = ConstantDims(type);
    if (!dims) return Refused{"shapes that the gradient needs are not known"};
    g = grad::Op(in.ctx, "divide", {g, grad::Number(in.ctx, static_cast<double>((*dims)[0]), g)});
  }
  auto times = [&](const Expr* other) {
    return grad::Op(in.ctx, "multiply", {grad::Op(in.ctx, "negative", {g}), other});
  };
  return Exprs{times(in.call.args[1]), times(in.call.args[0])};
}
Adjoints NllLossGradient(const GradientIn& in) {
  Exprs adjoints{Backward(in, "grad.nll_loss_backward", in.call.args.size())};
  for (size_t i = 1; i < in.call.args.size(); ++i) {
    adjoints.push_back(grad::Op(in.ctx, "grad.no_grad", {in.call.args[i]}));
  }
  return adjoints;
}
Adjoints Conv2dGradient(const GradientIn& in) {
  const Call& call = in.call;
  bool same_out = OutLayoutName(call, "data_layout") == "NCHW";
  if (TextAttr(call, "data_layout") != "NCHW" || TextAttr(call, "kernel_layout") != "OIHW" || !same_out) {
    return Refused{"the gradient of a convolution in other layouts than NCHW and OIHW"};
  }
  std::optional<ConvAttrs> attrs = ReadConv(call, 2);
  std::optional<ConvShapes> shapes = ShapesOf(call);
  if (!attrs || !shapes) return Refused{"shapes that the gradient needs are not known"};
  ConvBackward backward{in, *attrs, *shapes};
  return Exprs{backward.OfData(), backward.OfWeight()};
}
Adjoints MaxPool2dGradient(const GradientIn& in) { return Exprs{Backward(in, "grad.max_pool2d_backward", 1)}; }
Adjoints AvgPool2dGradient(const GradientIn& in) { return Exprs{Backward(in, "grad.avg_pool2d_backward", 1)}; }

}  // namespace assay
