// FastMathTransform: exp, erf, tanh and softmax by polynomials that are quick and not quite exact, as topi's fast_math:
// exp after Cephes (2^n times a polynomial of the rest), erf and tanh after Eigen (a quotient of odd and even
// polynomials over a clamped argument). For float32 (erf: float16, too); other dtypes keep their function, bfloat16 by
// way of float32. Tested by testdata/fast_math_transform.
#include <algorithm>
#include <functional>

#include "ir/ops/kernel.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/rewrite/kernel_mutator.h"

namespace assay {
namespace {

// (((c0 x + c1) x + …), by Horner's rule.
template <class Number>
Term Polynomial(const Term& x, std::initializer_list<Number> coefficients) {
  std::optional<Term> value;
  for (Number c : coefficients) value = value ? x * *value + Like(x, c) : Like(x, c);
  return *value;
}

// As TVM's makers of intrinsics.
Term Exactly(std::string_view function, const Term& x) {
  if (x.dtype() != DType::BFloat16()) return Intrinsic(function, {x});
  return CastTo(x.dtype(), Intrinsic(function, {CastTo(DType::Float(32), x)}));
}

// As in TVM, the constants of exp and erf are float32 numbers, those of tanh float64 ones.
Term FastExp(const Term& x) {
  if (x.dtype() != DType::Float(32)) return Exactly("exp", x);
  Term clamped = MaxOf(MinOf(x, Like(x, 88.3762626647950F)), Like(x, -88.3762626647949F));
  Term n = Intrinsic("floor", {clamped * Like(x, 1.44269504088896341F) + Like(x, 0.5)});
  Term f = clamped - n * Like(x, 0.6931471805599453F);
  Term rest = Like(x, 1.9875691500E-4F);
  for (float c : {1.3981999507E-3F, 8.3334519073E-3F, 4.1665795894E-2F, 1.6666665459E-1F, 5.0000001201E-1F}) {
    rest = rest * f + Like(x, c);
  }
  Term series = rest * f * f + f + Like(x, 1.0);
  Term bits = CastTo(DType::Int(32), n + Like(x, 127.0));
  Term power = Intrinsic("reinterpret", {Intrinsic("shift_left", {bits, Like(bits, 23)})}, DType::Float(32));
  return MaxOf(power * series, x);
}

Term FastErf(const Term& given) {
  Term x = MaxOf(MinOf(given, Like(given, 4.0)), Like(given, -4.0));
  Term square = x * x;
  Term above = Polynomial<float>(
      square, {-2.72614225801306e-10F, 2.77068142495902e-08F, -2.10102402082508e-06F, -5.69250639462346e-05F,
               -7.34990630326855e-04F, -2.95459980854025e-03F, -1.60960333262415e-02F});
  Term below = Polynomial<float>(square, {-1.45660718464996e-05F, -2.13374055278905e-04F, -1.68282697438203e-03F,
                                          -7.37332916720468e-03F, -1.42647390514189e-02F});
  return x * above / below;
}

Term FastTanh(const Term& x) {
  Term square = x * x;
  Term above = Polynomial<double>(
      square, {-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-08,
               1.48572235717979e-05, 6.37261928875436e-04, 4.89352455891786e-03});
  Term below = Polynomial<double>(
      square, {1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03});
  return x * above / below;
}

using Stages = std::function<KernelBuffer(KernelBuilder&, const KernelBuffer&)>;

KernelBuffer Pointwise(KernelBuilder& k, const KernelBuffer& x, std::string_view name, Term (*function)(const Term&)) {
  return k.Compute(name, Axes("ax", x.dims()), [&](const Terms& i) { return function(x(i)); });
}

KernelBuffer TanhStages(KernelBuilder& k, const KernelBuffer& x) {
  if (x.dtype() != DType::Float(32))
    return Pointwise(k, x, "T_fast_tanh", [](const Term& v) { return Exactly("tanh", v); });
  KernelBuffer least = Pointwise(k, x, "T_minimum", [](const Term& v) { return MinOf(Like(v, 9.0), v); });
  KernelBuffer clamped = Pointwise(k, least, "T_maximum", [](const Term& v) { return MaxOf(Like(v, -9.0), v); });
  return Pointwise(k, clamped, "T_fast_tanh", FastTanh);
}

KernelBuffer ErfStages(KernelBuilder& k, const KernelBuffer& x) {
  // The polynomials need no more than these hold.
  bool narrow = x.dtype() == DType::Float(32) || x.dtype() == DType::Float(16);
  if (narrow) return Pointwise(k, x, "T_fast_erf", FastErf);
  return Pointwise(k, x, "T_erf", [](const Term& v) { return Exactly("erf", v); });
}

// As softmax's own stages, with the difference to the greatest in a stage of its own.
KernelBuffer SoftmaxStages(KernelBuilder& k, const KernelBuffer& x, size_t axis) {
  auto without = [&](Terms t) {
    t.erase(t.begin() + static_cast<std::ptrdiff_t>(axis));
    return t;
  };
  auto with = [&](Terms t, const Term& inner) {
    t.insert(t.begin() + static_cast<std::ptrdiff_t>(axis), inner);
    return t;
  };
  KernelAxes outer = Axes("i", without(x.dims())), all = Axes("i", x.dims()), inner{{"k", x.dims()[axis]}};
  KernelBuffer greatest =
      k.Reduce("T_softmax_maxelem", outer, inner, LowestTerm(k.ctx(), x.dtype()),
               [&](Term value, const Terms& s, const Terms& r) { return MaxOf(value, x(with(s, r[0]))); });
  KernelBuffer delta = k.Compute("T_softmax_delta", all, [&](const Terms& i) { return x(i) - greatest(without(i)); });
  KernelBuffer exp = Pointwise(k, delta, "T_fast_exp", FastExp);
  KernelBuffer sum = k.Reduce("T_softmax_expsum", outer, inner, Literal(k.ctx(), x.dtype(), 0),
                              [&](Term value, const Terms& s, const Terms& r) { return value + exp(with(s, r[0])); });
  KernelBuffer norm = k.Compute("T_softmax_norm", all, [&](const Terms& i) { return exp(i) / sum(without(i)); });
  k.Annotate("axis", MakeAttrInt(k.ctx(), static_cast<int64_t>(axis)));
  return norm;
}

class FastMathMutator : public KernelMutator {
 public:
  using KernelMutator::KernelMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    std::string_view op = OpNameOf(call);
    const auto* x = call->args.empty() ? nullptr : As<TensorType>(call->args[0]->type);
    if (x == nullptr || KnownShape(x) == nullptr || !x->dtype.IsFloating()) return call;
    if (op == "relax.exp") return Lower(call, "fast_exp", Stage("T_fast_exp", FastExp));
    if (op == "relax.tanh") return Lower(call, "fast_tanh", TanhStages);
    if (op == "relax.erf") return Lower(call, "fast_erf", ErfStages);
    return op == "relax.nn.softmax" ? Softmax(call, x->rank) : call;
  }

 private:
  static Stages Stage(std::string_view name, Term (*function)(const Term&)) {
    return [=](KernelBuilder& k, const KernelBuffer& x) { return Pointwise(k, x, name, function); };
  }
  const Expr* Softmax(const Call* call, int rank) {
    const auto* axis = call->attrs == nullptr ? nullptr : As<AttrInt>(call->attrs->Find("axis"));
    int64_t place = axis == nullptr ? -1 : axis->value;
    if (place < 0) place += rank;
    if (place < 0 || place >= rank) return call;
    return Lower(call, "fast_softmax", [=](KernelBuilder& k, const KernelBuffer& x) {
      return SoftmaxStages(k, x, static_cast<size_t>(place));
    });
  }
  const Expr* Lower(const Call* call, std::string_view name, const Stages& stages) {
    auto body = [&](KernelBuilder& k, const std::vector<KernelBuffer>& in) { return std::vector{stages(k, in[0])}; };
    return OrItself(LowerToCallTIR(*this, *call, name, {call->args[0]}, body), call);
  }
};

Result<Module> RunFastMathTransform(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateWithKernels<FastMathMutator>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec kFastMathTransform = {
    .name = "FastMathTransform",
    .doc = "exp, erf, tanh and softmax become kernels that approximate them",
    .exact = Exactness::kNarrowed,
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunFastMathTransform,
};

}  // namespace assay
