// Gradient rules, one per operator for which TVM registers one (as its _op_gradient.py defines them), and the trees of
// calls that they are written with. Rows name their rule. Tested by gradients_test.cc: every rule against central
// differences.
#pragma once

#include "ir/ops/op_spec.h"

namespace assay {

// ---- trees of untyped calls

namespace grad {
using Exprs = std::vector<const Expr*>;

const Expr* Op(Context& ctx, std::string_view name, const Exprs& args, const AttrItems& attrs = {});
// A constant of rank 0 with the dtype of `like`, a typed tensor.
const Expr* Number(Context& ctx, double value, const Expr* like);
// The expression summed down to the dims of `like` where its own differ from them; null when they cannot be inferred.
const Expr* FitShape(Context& ctx, const Expr* gradient, const Expr* like);
// Adjoints, or Refused when one of them is null.
Adjoints Both(const Expr* first, const Expr* second);
}  // namespace grad

// ---- elementwise

Adjoints AddGradient(const GradientIn& in);
Adjoints SubtractGradient(const GradientIn& in);
Adjoints MultiplyGradient(const GradientIn& in);
Adjoints DivideGradient(const GradientIn& in);
Adjoints PowerGradient(const GradientIn& in);
Adjoints MaximumGradient(const GradientIn& in);
Adjoints MinimumGradient(const GradientIn& in);
Adjoints AbsGradient(const GradientIn& in);
Adjoints CosGradient(const GradientIn& in);
Adjoints ExpGradient(const GradientIn& in);
Adjoints LogGradient(const GradientIn& in);
Adjoints NegativeGradient(const GradientIn& in);
Adjoints SigmoidGradient(const GradientIn& in);
Adjoints SinGradient(const GradientIn& in);
Adjoints SqrtGradient(const GradientIn& in);
Adjoints TanhGradient(const GradientIn& in);
Adjoints ReluGradient(const GradientIn& in);
Adjoints SiluGradient(const GradientIn& in);
Adjoints WhereGradient(const GradientIn& in);
Adjoints AstypeGradient(const GradientIn& in);
// No argument has an adjoint: comparisons, zeros, ones, full.
Adjoints NoArgumentGradient(const GradientIn& in);

// ---- shapes and sums

Adjoints TriuGradient(const GradientIn& in);
Adjoints SumGradient(const GradientIn& in);
Adjoints MeanGradient(const GradientIn& in);
Adjoints VarianceGradient(const GradientIn& in);
Adjoints PermuteDimsGradient(const GradientIn& in);
Adjoints ConcatGradient(const GradientIn& in);
Adjoints SplitGradient(const GradientIn& in);
Adjoints ExpandDimsGradient(const GradientIn& in);
Adjoints ReshapeGradient(const GradientIn& in);
Adjoints CumsumGradient(const GradientIn& in);
Adjoints BroadcastToGradient(const GradientIn& in);
Adjoints TakeGradient(const GradientIn& in);
Adjoints MatmulGradient(const GradientIn& in);

// ---- networks

Adjoints SoftmaxGradient(const GradientIn& in);
Adjoints LogSoftmaxGradient(const GradientIn& in);
Adjoints CrossEntropyGradient(const GradientIn& in);
Adjoints NllLossGradient(const GradientIn& in);
Adjoints Conv2dGradient(const GradientIn& in);
Adjoints MaxPool2dGradient(const GradientIn& in);
Adjoints AvgPool2dGradient(const GradientIn& in);

}  // namespace assay
