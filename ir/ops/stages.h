// Elementwise stages over one shape, named as topi names them: what a lowering of several steps is put together from.
#pragma once

#include <functional>
#include <string_view>

#include "ir/ops/kernel.h"

namespace assay {

struct Stages {
  KernelBuilder& k;
  Terms dims;
  KernelBuffer Binary(std::string_view name, const std::function<Term(const Terms&)>& body) const {
    return k.Compute(name, Axes("ax", dims), body);
  }
  KernelBuffer Unary(const KernelBuffer& x, const std::function<Term(Term)>& function) const {
    return k.Compute("compute", Axes("i", dims), [&](const Terms& i) { return function(x(i)); });
  }
  KernelBuffer Plus(const KernelBuffer& a, const KernelBuffer& b) const {
    return Binary("T_add", [&](const Terms& i) { return a(i) + b(i); });
  }
  KernelBuffer Times(const KernelBuffer& a, const KernelBuffer& b) const {
    return Binary("T_multiply", [&](const Terms& i) { return a(i) * b(i); });
  }
  KernelBuffer TimesNumber(double number, const KernelBuffer& x) const {
    return Binary("T_multiply", [&](const Terms& i) { return number * x(i); });
  }
  KernelBuffer NumberTimes(const KernelBuffer& x, double number) const {
    return Binary("T_multiply", [&](const Terms& i) { return x(i) * number; });
  }
  KernelBuffer NumberPlus(double number, const KernelBuffer& x) const {
    return Binary("T_add", [&](const Terms& i) { return number + x(i); });
  }
};
// A kernel of such stages over the first argument.
inline Lowered LowerInStages(LowerSite& site, const Call& call, std::string_view hint,
                             const std::function<KernelBuffer(const Stages&, const KernelBuffer&)>& body) {
  return LowerToCallTIR(site, call, hint, {call.args[0]}, [&](KernelBuilder& k, const auto& in) {
    return std::vector{body(Stages{k, in[0].dims()}, in[0])};
  });
}

}  // namespace assay
