// Gradients of sums, and of operators that rearrange or pick elements. Tested by gradients_test.cc.
#include <algorithm>

#include "ir/ops/gradients.h"
#include "ir/ops/infer_rules.h"
#include "ir/ops/kernel.h"

namespace assay {
namespace {

using grad::Exprs;

Refused UnknownShape() { return {"shapes that the gradient needs are not known"}; }

const ShapeExpr* ShapeOfArg(const GradientIn& in, size_t i = 0) { return KnownShape(in.call.args[i]->type); }

const Expr* Sum(Context& ctx, const Expr* x, const Attr* axis) {
  return grad::Op(ctx, "sum", {x}, {{"axis", axis}, {"keepdims", MakeAttrBool(ctx, true)}});
}
// The adjoint with reduced axes of length 1 again.
const Expr* WithReducedAxes(const GradientIn& in, const Expr* gradient) {
  const Attr* axis = in.call.attrs->Find("axis");
  bool some = !IsNullAttr(in.call, "axis") && !IntsAttr(in.call, "axis").empty();
  if (BoolAttr(in.call, "keepdims") || !some) return gradient;
  return grad::Op(in.ctx, "expand_dims", {gradient}, {{"axis", axis}});
}
// How many elements each reduced one stands for; 0 when that is no constant.
double ReducedElements(const GradientIn& in) {
  const ShapeExpr* shape = ShapeOfArg(in);
  if (shape == nullptr) return 0;
  std::vector<int64_t> axes;
  if (IsNullAttr(in.call, "axis")) {
    for (size_t i = 0; i < shape->values.size(); ++i) axes.push_back(static_cast<int64_t>(i));
  } else {
    axes = IntsAttr(in.call, "axis");
  }
  double count = 1;
  for (int64_t axis : axes) {
    int64_t place = axis < 0 ? axis + static_cast<int64_t>(shape->values.size()) : axis;
    const IntImm* extent = AsInt(shape->values[static_cast<size_t>(place)]);
    if (extent == nullptr) return 0;
    count *= static_cast<double>(extent->value);
  }
  return count;
}
const Expr* SwapLastTwo(Context& ctx, const Expr* x, int rank) {
  std::vector<int64_t> axes;
  for (int i = 0; i < rank; ++i) axes.push_back(i < rank - 2 ? i : 2 * rank - 3 - i);
  return grad::Op(ctx, "permute_dims", {x}, {{"axes", MakeAttrInts(ctx, axes)}});
}
const Expr* Expanded(Context& ctx, const Expr* x, int64_t axis) {
  return grad::Op(ctx, "expand_dims", {x}, {{"axis", MakeAttrInts(ctx, std::vector{axis})}});
}
const Expr* Product(Context& ctx, const Expr* a, const Expr* b) { return grad::Op(ctx, "matmul", {a, b}); }
const Expr* NoGrad(const GradientIn& in, size_t i) { return grad::Op(in.ctx, "grad.no_grad", {in.call.args[i]}); }

}  // namespace

Adjoints TriuGradient(const GradientIn& in) {
  if (in.call.args.size() < 2) return Exprs{grad::Op(in.ctx, "triu", {in.output_gradient})};
  return Exprs{grad::Op(in.ctx, "triu", {in.output_gradient, in.call.args[1]}), NoGrad(in, 1)};
}
Adjoints SumGradient(const GradientIn& in) {
  const ShapeExpr* shape = ShapeOfArg(in);
  if (shape == nullptr) return UnknownShape();
  return Exprs{grad::Op(in.ctx, "broadcast_to", {WithReducedAxes(in, in.output_gradient), shape})};
}
Adjoints MeanGradient(const GradientIn& in) {
  double count = ReducedElements(in);
  if (count == 0) return UnknownShape();
  const Expr* share = grad::Op(in.ctx, "divide", {in.output_gradient, grad::Number(in.ctx, count, in.output_gradient)});
  return Exprs{grad::Op(in.ctx, "broadcast_to", {WithReducedAxes(in, share), ShapeOfArg(in)})};
}
Adjoints VarianceGradient(const GradientIn& in) {
  double count = ReducedElements(in);
  if (count == 0) return UnknownShape();
  const Expr* x = in.call.args[0];
  const Expr* own = grad::Op(in.ctx, "multiply", {grad::Number(in.ctx, 2 / count, x), x});
  const Expr* all = grad::Op(in.ctx, "multiply",
                             {grad::Number(in.ctx, 2 / count / count, x), Sum(in.ctx, x, in.call.attrs->Find("axis"))});
  const Expr* slope = grad::Op(in.ctx, "subtract", {own, all});
  return Exprs{grad::Op(in.ctx, "multiply", {WithReducedAxes(in, in.output_gradient), slope})};
}

Adjoints PermuteDimsGradient(const GradientIn& in) {
  if (IsNullAttr(in.call, "axes")) return Exprs{grad::Op(in.ctx, "permute_dims", {in.output_gradient})};
  std::vector<int64_t> axes = IntsAttr(in.call, "axes"), back(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t place = axes[i] < 0 ? axes[i] + static_cast<int64_t>(axes.size()) : axes[i];
    back[static_cast<size_t>(place)] = static_cast<int64_t>(i);
  }
  return Exprs{grad::Op(in.ctx, "permute_dims", {in.output_gradient}, {{"axes", MakeAttrInts(in.ctx, back)}})};
}
Adjoints ConcatGradient(const GradientIn& in) {
  const auto* tuple = As<TupleType>(in.call.args[0]->type);
  int64_t axis = IsNullAttr(in.call, "axis") ? 0 : IntAttr(in.call, "axis");
  // One part is no tuple when it comes from split.
  if (tuple->fields.size() == 1) return Exprs{MakeTuple(in.ctx, {in.output_gradient})};
  std::vector<int64_t> ends;
  for (size_t i = 0; i + 1 < tuple->fields.size(); ++i) {
    const ShapeExpr* shape = KnownShape(tuple->fields[i]);
    if (shape == nullptr) return UnknownShape();
    int64_t place = axis < 0 ? axis + static_cast<int64_t>(shape->values.size()) : axis;
    const IntImm* extent = AsInt(shape->values[static_cast<size_t>(place)]);
    if (extent == nullptr) return Refused{"the lengths of what is joined are no constants"};
    ends.push_back(extent->value + (ends.empty() ? 0 : ends.back()));
  }
  return Exprs{grad::Op(in.ctx, "split", {in.output_gradient},
                        {{"indices_or_sections", MakeAttrInts(in.ctx, ends)}, {"axis", MakeAttrInt(in.ctx, axis)}})};
}
Adjoints SplitGradient(const GradientIn& in) {
  // One part is no tuple.
  if (!Is<TupleType>(in.call.type)) return Exprs{in.output_gradient};
  return Exprs{grad::Op(in.ctx, "concat", {in.output_gradient}, {{"axis", in.call.attrs->Find("axis")}})};
}
Adjoints ExpandDimsGradient(const GradientIn& in) {
  return Exprs{grad::Op(in.ctx, "squeeze", {in.output_gradient}, {{"axis", in.call.attrs->Find("axis")}})};
}
Adjoints ReshapeGradient(const GradientIn& in) {
  const ShapeExpr* shape = ShapeOfArg(in);
  if (shape == nullptr) return UnknownShape();
  return Exprs{grad::Op(in.ctx, "reshape", {in.output_gradient, shape}), NoGrad(in, 1)};
}
// Sums from the end: the whole, without what stands before.
Adjoints CumsumGradient(const GradientIn& in) {
  if (BoolAttr(in.call, "exclusive")) return Refused{"the gradient of an exclusive cumsum"};
  Context& ctx = in.ctx;
  const Expr* g = in.output_gradient;
  const Attr* axis = in.call.attrs->Find("axis");
  bool flat = IsNullAttr(in.call, "axis");
  const Expr* all = Sum(ctx, g, flat ? axis : MakeAttrInts(ctx, std::vector{IntAttr(in.call, "axis")}));
  const Expr* before = grad::Op(ctx, "subtract", {all, grad::Op(ctx, "cumsum", {g}, {{"axis", axis}})});
  const Expr* own = flat ? grad::Op(ctx, "flatten", {g}) : g;
  const Expr* adjoint = grad::Op(ctx, "add", {before, own});
  if (flat) {
    const ShapeExpr* shape = ShapeOfArg(in);
    if (shape == nullptr) return UnknownShape();
    adjoint = grad::Op(ctx, "reshape", {adjoint, shape});
  }
  DType dtype = As<TensorType>(in.call.args[0]->type)->dtype;
  if (!IsNullAttr(in.call, "dtype") && !DTypeAttr(in.call, "dtype").IsVoid()) {
    adjoint = grad::Op(ctx, "astype", {adjoint}, {{"dtype", MakeAttrDType(ctx, dtype)}});
  }
  return Exprs{adjoint};
}
Adjoints BroadcastToGradient(const GradientIn& in) {
  const ShapeExpr* shape = ShapeOfArg(in);
  if (shape == nullptr) return UnknownShape();
  return Exprs{grad::Op(in.ctx, "collapse_sum_to", {in.output_gradient, shape}), NoGrad(in, 1)};
}
Adjoints TakeGradient(const GradientIn& in) {
  // TVM's rule gives those indices that another mode brings inside nothing.
  if (TextAttr(in.call, "mode") != "fast") return Refused{"the gradient of take in another mode than \"fast\""};
  if (!Is<TensorType>(in.call.args[1]->type)) return Refused{"the gradient of take by a scalar"};
  return Exprs{grad::Op(in.ctx, "grad.take_backward", {in.output_gradient, in.call.args[0], in.call.args[1]},
                        {{"axis", in.call.attrs->Find("axis")}}),
               NoGrad(in, 1)};
}

// Products of the adjoint with the other operand, its last two dimensions swapped; vectors become matrices first.
Adjoints MatmulGradient(const GradientIn& in) {
  Context& ctx = in.ctx;
  const Expr *a = in.call.args[0], *b = in.call.args[1], *g = in.output_gradient;
  const ShapeExpr *a_shape = ShapeOfArg(in, 0), *b_shape = ShapeOfArg(in, 1);
  if (a_shape == nullptr || b_shape == nullptr) return UnknownShape();
  int a_rank = static_cast<int>(a_shape->values.size()), b_rank = static_cast<int>(b_shape->values.size());
  const Expr *of_a = nullptr, *of_b = nullptr;
  if (a_rank > 1 && b_rank > 1) {
    of_a = Product(ctx, g, SwapLastTwo(ctx, b, b_rank));
    of_b = Product(ctx, SwapLastTwo(ctx, a, a_rank), g);
  } else if (b_rank > 1) {
    const Expr* row = Expanded(ctx, g, -2);
    of_a = Product(ctx, row, SwapLastTwo(ctx, b, b_rank));
    of_b = Product(ctx, Expanded(ctx, a, 1), row);
  } else if (a_rank > 1) {
    const Expr* column = Expanded(ctx, g, -1);
    of_a = Product(ctx, column, Expanded(ctx, b, 0));
    of_b = grad::Op(ctx, "squeeze", {Product(ctx, SwapLastTwo(ctx, a, a_rank), column)},
                    {{"axis", MakeAttrInts(ctx, std::vector<int64_t>{-1})}});
  } else {
    of_a = grad::Op(ctx, "multiply", {g, b});
    of_b = grad::Op(ctx, "multiply", {g, a});
  }
  return grad::Both(grad::FitShape(ctx, of_a, a), grad::FitShape(ctx, of_b, b));
}

}  // namespace assay
