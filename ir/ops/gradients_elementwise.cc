// Gradients of elementwise operators, and what all gradient rules are written with. Tested by gradients_test.cc.
#include "ir/arith/analyzer.h"
#include "ir/ops/gradients.h"
#include "ir/ops/infer.h"
#include "ir/ops/kernel.h"

namespace assay {

namespace grad {

const Expr* Op(Context& ctx, std::string_view name, const Exprs& args, const AttrItems& attrs) {
  return MakeOpCall(ctx, *FindOp(name), args, attrs);
}

const Expr* Number(Context& ctx, double value, const Expr* like) {
  const auto* tensor = As<TensorType>(like->type);
  DType dtype = tensor == nullptr ? DTypeOf(like) : tensor->dtype;
  Scalar number = dtype.IsFloating() ? Scalar::Float(dtype, value) : Scalar::Int(dtype, static_cast<int64_t>(value));
  return MakeConstant(ctx, Tensor::Of(number).View());
}

const Expr* FitShape(Context& ctx, const Expr* gradient, const Expr* like) {
  Result<const Expr*> typed = WithInferredTypes(ctx, nullptr, gradient);
  const ShapeExpr* have = typed.ok() ? KnownShape((*typed)->type) : nullptr;
  const ShapeExpr* want = KnownShape(like->type);
  if (have == nullptr || want == nullptr) return nullptr;
  bool same = have->values.size() == want->values.size();
  for (size_t i = 0; same && i < want->values.size(); ++i) same = ProveEqual(ctx, have->values[i], want->values[i]);
  return same ? gradient : Op(ctx, "collapse_sum_to", {gradient, want});
}

Adjoints Both(const Expr* first, const Expr* second) {
  if (first == nullptr || second == nullptr) return Refused{"shapes that the gradient needs are not known"};
  return Exprs{first, second};
}

}  // namespace grad

namespace {

// Writes rules as formulas over the arguments, the result and its adjoint.
struct Formula {
  explicit Formula(const GradientIn& in) : ctx(in.ctx), y(in.output), g(in.output_gradient), args(in.call.args) {}

  const Expr* x(size_t i = 0) const { return args[i]; }
  const Expr* Add(const Expr* a, const Expr* b) const { return grad::Op(ctx, "add", {a, b}); }
  const Expr* Sub(const Expr* a, const Expr* b) const { return grad::Op(ctx, "subtract", {a, b}); }
  const Expr* Mul(const Expr* a, const Expr* b) const { return grad::Op(ctx, "multiply", {a, b}); }
  const Expr* Div(const Expr* a, const Expr* b) const { return grad::Op(ctx, "divide", {a, b}); }
  const Expr* Neg(const Expr* a) const { return grad::Op(ctx, "negative", {a}); }
  const Expr* Of(std::string_view name, const Expr* a) const { return grad::Op(ctx, name, {a}); }
  const Expr* Number(double value) const { return grad::Number(ctx, value, x()); }
  const Expr* Where(const Expr* condition, const Expr* a, const Expr* b) const {
    return grad::Op(ctx, "where", {condition, a, b});
  }
  // Adjoints of two operands that broadcast.
  Adjoints Fitted(const Expr* first, const Expr* second) const {
    return grad::Both(grad::FitShape(ctx, first, x(0)), grad::FitShape(ctx, second, x(1)));
  }

  Context& ctx;
  const Expr* y;
  const Expr* g;
  Nodes<Expr> args;
};

Adjoints One(const Expr* adjoint) { return grad::Exprs{adjoint}; }

// Where the operands are equal, x2 gets the adjoint of maximum and x1 that of minimum.
Adjoints ChoiceGradient(const GradientIn& in, std::string_view loses_first, std::string_view loses_second) {
  Formula f(in);
  const Expr* zero = f.Number(0);
  return f.Fitted(f.Where(grad::Op(in.ctx, loses_first, {f.x(0), f.x(1)}), zero, f.g),
                  f.Where(grad::Op(in.ctx, loses_second, {f.x(0), f.x(1)}), zero, f.g));
}

}  // namespace

Adjoints AddGradient(const GradientIn& in) {
  Formula f(in);
  return f.Fitted(f.g, f.g);
}
Adjoints SubtractGradient(const GradientIn& in) {
  Formula f(in);
  return f.Fitted(f.g, f.Neg(f.g));
}
Adjoints MultiplyGradient(const GradientIn& in) {
  Formula f(in);
  return f.Fitted(f.Mul(f.g, f.x(1)), f.Mul(f.g, f.x(0)));
}
Adjoints DivideGradient(const GradientIn& in) {
  Formula f(in);
  return f.Fitted(f.Div(f.g, f.x(1)), f.Div(f.Mul(f.Neg(f.g), f.y), f.x(1)));
}
// For x2 it makes sense where x1 is positive.
Adjoints PowerGradient(const GradientIn& in) {
  Formula f(in);
  const Expr* less_one = f.Sub(f.x(1), grad::Number(in.ctx, 1, f.x(1)));
  const Expr* lower = grad::Op(in.ctx, "power", {f.x(0), less_one});
  return f.Fitted(f.Mul(f.Mul(f.g, f.x(1)), lower), f.Mul(f.Mul(f.g, f.y), f.Of("log", f.x(0))));
}
Adjoints MaximumGradient(const GradientIn& in) { return ChoiceGradient(in, "less", "greater_equal"); }
Adjoints MinimumGradient(const GradientIn& in) { return ChoiceGradient(in, "greater_equal", "less"); }

Adjoints AbsGradient(const GradientIn& in) {
  Formula f(in);
  const Expr* one = f.Number(1);
  return One(f.Mul(f.g, f.Where(grad::Op(in.ctx, "less", {f.x(), f.Number(0)}), f.Neg(one), one)));
}
Adjoints CosGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Mul(f.Neg(f.g), f.Of("sin", f.x())));
}
Adjoints ExpGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Mul(f.g, f.y));
}
Adjoints LogGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Div(f.g, f.x()));
}
Adjoints NegativeGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Neg(f.g));
}
Adjoints SigmoidGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Mul(f.Mul(f.g, f.y), f.Sub(f.Number(1), f.y)));
}
Adjoints SinGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Mul(f.g, f.Of("cos", f.x())));
}
Adjoints SqrtGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Div(f.Mul(f.Number(0.5), f.g), f.y));
}
Adjoints TanhGradient(const GradientIn& in) {
  Formula f(in);
  return One(f.Mul(f.g, f.Sub(f.Number(1), f.Mul(f.y, f.y))));
}
Adjoints ReluGradient(const GradientIn& in) {
  Formula f(in);
  const Expr* zero = f.Number(0);
  return One(f.Where(grad::Op(in.ctx, "less", {f.x(), zero}), zero, f.g));
}
Adjoints SiluGradient(const GradientIn& in) {
  Formula f(in);
  const Expr* sigmoid = f.Of("sigmoid", f.x());
  return One(f.Mul(f.g, f.Add(sigmoid, f.Mul(f.y, f.Sub(f.Number(1), sigmoid)))));
}
Adjoints WhereGradient(const GradientIn& in) {
  Formula f(in);
  const Expr* condition = f.x(0);
  // TVM's rule leaves these at the shape of the result.
  const Expr* first = grad::FitShape(in.ctx, f.Where(condition, f.g, grad::Number(in.ctx, 0, f.x(1))), f.x(1));
  const Expr* second = grad::FitShape(in.ctx, f.Where(condition, grad::Number(in.ctx, 0, f.x(2)), f.g), f.x(2));
  if (first == nullptr || second == nullptr) return Refused{"shapes that the gradient needs are not known"};
  return grad::Exprs{f.Of("grad.no_grad", condition), first, second};
}
Adjoints AstypeGradient(const GradientIn& in) {
  DType dtype = As<TensorType>(in.call.args[0]->type)->dtype;
  return One(grad::Op(in.ctx, "astype", {in.output_gradient}, {{"dtype", MakeAttrDType(in.ctx, dtype)}}));
}
Adjoints NoArgumentGradient(const GradientIn& in) {
  grad::Exprs adjoints;
  for (const Expr* arg : in.call.args) adjoints.push_back(grad::Op(in.ctx, "grad.no_grad", {arg}));
  return adjoints;
}

}  // namespace assay
