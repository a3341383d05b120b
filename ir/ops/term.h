// Term: a scalar expression of a kernel under construction; its operators build nodes, so that a lowering reads like
// the mathematics. Constants are folded and neutral elements dropped, as TVM's own operators do; nothing else is, nor
// are sums and products with a float 0, which may be another zero or NaN (TVM folds these as well). Tested by
// kernel_test.cc.
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace assay {

class Term {
 public:
  Term(Context& ctx, const Expr* e) : ctx_(&ctx), expr_(e) {}

  const Expr* expr() const { return expr_; }
  Context& ctx() const { return *ctx_; }
  DType dtype() const { return DTypeOf(expr_); }
  // The value when it is an integer literal equal to `value`.
  bool IsInt(int64_t value) const;
  // The same for literals of integers and floats.
  bool IsNumber(int value) const;

 private:
  Context* ctx_;
  const Expr* expr_;
};
using Terms = std::vector<Term>;

std::vector<const Expr*> ExprsOf(const Terms& terms);

// A literal of `dtype`: integer, bool or floating.
Term Literal(Context& ctx, DType dtype, double value);
Term IntLiteral(Context& ctx, int64_t value, DType dtype = DType::Int(64));
// The least and greatest finite values of a dtype, where maxima and minima start (TVM's min_value and max_value).
Term LowestTerm(Context& ctx, DType dtype);
Term HighestTerm(Context& ctx, DType dtype);
// A literal of the dtype of `like`.
template <class N>
  requires std::is_arithmetic_v<N>
Term Like(const Term& like, N value) {
  if constexpr (std::integral<N>) {
    if (!like.dtype().IsFloating()) return IntLiteral(like.ctx(), static_cast<int64_t>(value), like.dtype());
  }
  return Literal(like.ctx(), like.dtype(), static_cast<double>(value));
}

Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
// Floats divide; integers round down (FloorDiv).
Term operator/(Term a, Term b);
// Integers: FloorMod.
Term operator%(Term a, Term b);
Term operator<(Term a, Term b);
Term operator<=(Term a, Term b);
Term operator>(Term a, Term b);
Term operator>=(Term a, Term b);
Term operator==(Term a, Term b);
Term operator!=(Term a, Term b);
// No short circuit: both sides are evaluated.
Term operator&&(Term a, Term b);
Term operator||(Term a, Term b);
Term operator!(Term a);

// The same with a number on one side.
#define ASSAY_TERM_WITH_NUMBER(op)   \
  template <class N>                 \
    requires std::is_arithmetic_v<N> \
  Term operator op(Term a, N b) {    \
    return a op Like(a, b);          \
  }                                  \
  template <class N>                 \
    requires std::is_arithmetic_v<N> \
  Term operator op(N a, Term b) {    \
    return Like(b, a) op b;          \
  }
ASSAY_TERM_WITH_NUMBER(+)
ASSAY_TERM_WITH_NUMBER(-)
ASSAY_TERM_WITH_NUMBER(*)
ASSAY_TERM_WITH_NUMBER(/)
ASSAY_TERM_WITH_NUMBER(%)
ASSAY_TERM_WITH_NUMBER(<)
ASSAY_TERM_WITH_NUMBER(<=)
ASSAY_TERM_WITH_NUMBER(>)
ASSAY_TERM_WITH_NUMBER(>=)
ASSAY_TERM_WITH_NUMBER(==)
ASSAY_TERM_WITH_NUMBER(!=)
#undef ASSAY_TERM_WITH_NUMBER

// Integers: rounded toward zero (T.Div, T.truncmod).
Term TruncDivOf(Term a, Term b);
Term TruncModOf(Term a, Term b);
Term MaxOf(Term a, Term b);
Term MinOf(Term a, Term b);
// T.Select: evaluates both values.
Term SelectOf(Term condition, Term yes, Term no);
// T.if_then_else: evaluates one value, so that the other may read out of bounds.
Term IfThenElseOf(Term condition, Term yes, Term no);
// The value itself when it has that dtype already; of an integer literal the literal of that dtype.
Term CastTo(DType dtype, Term value);
// The TIR intrinsic "tirx.<name>" of operands of one dtype; the result has that dtype too, or `result`.
Term Intrinsic(std::string_view name, const Terms& args);
Term Intrinsic(std::string_view name, const Terms& args, DType result);
inline Term Exp(Term x) { return Intrinsic("exp", {x}); }
inline Term Log(Term x) { return Intrinsic("log", {x}); }
inline Term Sqrt(Term x) { return Intrinsic("sqrt", {x}); }
inline Term Erf(Term x) { return Intrinsic("erf", {x}); }
inline Term Tanh(Term x) { return Intrinsic("tanh", {x}); }
inline Term Sigmoid(Term x) { return Intrinsic("sigmoid", {x}); }
// In canonical form (ir/arith), for indices and extents.
Term Simplified(Term value);
// a < b or a <= b, both in canonical form and their constants on the side where they are positive, as TVM's simplifier
// writes it: a - 2 < b is a < b + 2, a + 1 <= b is a < b.
Term IsBelow(Term a, Term b);
Term IsAtMost(Term a, Term b);

}  // namespace assay
