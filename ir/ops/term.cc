#include "ir/ops/term.h"

#include "ir/arith/analyzer.h"
#include "ir/prim/intrinsics.h"
#include "ir/tensor/scalar.h"

namespace assay {
namespace {

Term Binary(NodeKind kind, Term a, Term b) { return {a.ctx(), MakeBinary(a.ctx(), kind, a.expr(), b.expr())}; }

Term ConstantTerm(Context& ctx, Scalar value) {
  if (value.dtype.IsFloating()) return {ctx, MakeFloat(ctx, value.f, value.dtype)};
  return {ctx, MakeInt(ctx, value.AsInt(), value.dtype)};
}
// The value of a literal that constants are folded with; of floats, as in TVM, the long ones alone.
std::optional<Scalar> ConstantOf(const Term& term) {
  if (const IntImm* imm = AsInt(term.expr())) return Scalar::Int(term.dtype(), imm->value);
  const auto* imm = As<FloatImm>(term.expr());
  if (imm == nullptr || term.dtype().bits < 32) return std::nullopt;
  return Scalar::Float(term.dtype(), imm->value);
}

using Fold = Scalar (*)(Scalar, Scalar);
// Both constants folded by the scalar rules.
Term FoldedBinary(NodeKind kind, Term a, Term b, Fold fold) {
  std::optional<Scalar> x = ConstantOf(a), y = ConstantOf(b);
  if (!x || !y) return Binary(kind, a, b);
  return ConstantTerm(a.ctx(), fold(*x, *y));
}
Term Compare(NodeKind kind, Term a, Term b, Fold fold) { return FoldedBinary(kind, a, b, fold); }

}  // namespace

bool Term::IsInt(int64_t value) const {
  const IntImm* imm = AsInt(expr_);
  return imm != nullptr && imm->value == value;
}
bool Term::IsNumber(int value) const {
  const auto* imm = As<FloatImm>(expr_);
  return imm == nullptr ? IsInt(value) : imm->value == value;
}

std::vector<const Expr*> ExprsOf(const Terms& terms) {
  std::vector<const Expr*> exprs;
  for (const Term& term : terms) exprs.push_back(term.expr());
  return exprs;
}

Term IntLiteral(Context& ctx, int64_t value, DType dtype) { return {ctx, MakeInt(ctx, value, dtype)}; }
Term Literal(Context& ctx, DType dtype, double value) {
  if (dtype.IsFloating()) return {ctx, MakeFloat(ctx, value, dtype)};
  return IntLiteral(ctx, Scalar::Float(dtype, value).AsInt(), dtype);
}

Term LowestTerm(Context& ctx, DType dtype) { return ConstantTerm(ctx, scalar::Lowest(dtype)); }
Term HighestTerm(Context& ctx, DType dtype) { return ConstantTerm(ctx, scalar::Highest(dtype)); }

Term operator+(Term a, Term b) {
  if (a.IsInt(0)) return b;
  if (b.IsInt(0)) return a;
  return FoldedBinary(NodeKind::kAdd, a, b, scalar::Add);
}
Term operator-(Term a, Term b) {
  if (b.IsNumber(0)) return a;
  return FoldedBinary(NodeKind::kSub, a, b, scalar::Sub);
}
Term operator*(Term a, Term b) {
  if (a.IsNumber(1) || b.IsInt(0)) return b;
  if (b.IsNumber(1) || a.IsInt(0)) return a;
  return FoldedBinary(NodeKind::kMul, a, b, scalar::Mul);
}
Term operator/(Term a, Term b) {
  if (b.IsNumber(1)) return a;
  NodeKind kind = a.dtype().IsFloating() ? NodeKind::kDiv : NodeKind::kFloorDiv;
  if (b.IsNumber(0)) return Binary(kind, a, b);
  if (kind == NodeKind::kDiv) return FoldedBinary(kind, a, b, scalar::Div);
  return FoldedBinary(NodeKind::kFloorDiv, a, b, scalar::FloorDiv);
}
Term operator%(Term a, Term b) {
  if (b.IsInt(1)) return Like(a, 0);
  if (b.IsInt(0)) return Binary(NodeKind::kFloorMod, a, b);
  return FoldedBinary(NodeKind::kFloorMod, a, b, scalar::FloorMod);
}
Term operator<(Term a, Term b) { return Compare(NodeKind::kLT, a, b, scalar::Lt); }
Term operator<=(Term a, Term b) { return Compare(NodeKind::kLE, a, b, scalar::Le); }
Term operator>(Term a, Term b) { return Compare(NodeKind::kGT, a, b, scalar::Gt); }
Term operator>=(Term a, Term b) { return Compare(NodeKind::kGE, a, b, scalar::Ge); }
Term operator==(Term a, Term b) { return Compare(NodeKind::kEQ, a, b, scalar::Eq); }
Term operator!=(Term a, Term b) { return Compare(NodeKind::kNE, a, b, scalar::Ne); }
Term operator&&(Term a, Term b) {
  if (a.IsInt(1) || b.IsInt(0)) return b;
  if (b.IsInt(1) || a.IsInt(0)) return a;
  return Binary(NodeKind::kAnd, a, b);
}
Term operator||(Term a, Term b) {
  if (a.IsInt(0) || b.IsInt(1)) return b;
  if (b.IsInt(0) || a.IsInt(1)) return a;
  return Binary(NodeKind::kOr, a, b);
}
Term operator!(Term a) { return {a.ctx(), MakeNot(a.ctx(), a.expr())}; }

Term TruncDivOf(Term a, Term b) {
  if (b.IsInt(1)) return a;
  return Binary(NodeKind::kDiv, a, b);
}
Term TruncModOf(Term a, Term b) { return Binary(NodeKind::kMod, a, b); }

Term MaxOf(Term a, Term b) { return FoldedBinary(NodeKind::kMax, a, b, scalar::Max); }
Term MinOf(Term a, Term b) { return FoldedBinary(NodeKind::kMin, a, b, scalar::Min); }
Term SelectOf(Term condition, Term yes, Term no) {
  if (condition.IsInt(1) || yes.expr() == no.expr()) return yes;
  if (condition.IsInt(0)) return no;
  return {yes.ctx(), MakeSelect(yes.ctx(), condition.expr(), yes.expr(), no.expr())};
}
Term IfThenElseOf(Term condition, Term yes, Term no) {
  if (condition.IsInt(1)) return yes;
  if (condition.IsInt(0)) return no;
  return Intrinsic("if_then_else", {condition, yes, no}, yes.dtype());
}
Term CastTo(DType dtype, Term value) {
  if (value.dtype() == dtype) return value;
  // Of what all dtypes below hold, but for the rounding of the shorter floats.
  constexpr int64_t kMost = std::numeric_limits<int16_t>::max();
  const IntImm* literal = AsInt(value.expr());
  bool folds = literal != nullptr && std::abs(literal->value) <= kMost && dtype.IsScalar() && !value.dtype().IsBool();
  if (folds && dtype.IsFloating() && dtype.bits >= 16)
    return Literal(value.ctx(), dtype, static_cast<double>(literal->value));
  if (folds && dtype.code == DTypeCode::kInt && dtype.bits >= 16) return IntLiteral(value.ctx(), literal->value, dtype);
  return {value.ctx(), MakeCast(value.ctx(), dtype, value.expr())};
}
Term Intrinsic(std::string_view name, const Terms& args) { return Intrinsic(name, args, args.front().dtype()); }
// recursion: once, on an operand that is wider
Term Intrinsic(std::string_view name, const Terms& args, DType result) {
  Context& ctx = args.front().ctx();
  DType dtype = args.front().dtype();
  const IntrinsicSpec* row = FindIntrinsicByScript(name);
  if (row != nullptr && row->widens_halves && dtype.IsFloating() && dtype.bits == 16) {
    return Intrinsic(name, {CastTo(DType::Float(32), args.front())}, result);
  }
  return {ctx, MakeIntrinsic(ctx, std::string("tirx.") + std::string(name), result, ExprsOf(args))};
}
Term Simplified(Term value) {
  if (Is<Var>(value.expr()) || Is<IntImm>(value.expr())) return value;
  return {value.ctx(), Simplify(value.ctx(), value.expr())};
}

namespace {

// What stands before a constant at the end of a sum, and the constant.
std::pair<Term, int64_t> WithoutConstant(const Term& sum) {
  const BinaryExpr* binary = AsBinary(sum.expr());
  bool adds = binary != nullptr && (binary->kind == NodeKind::kAdd || binary->kind == NodeKind::kSub);
  const IntImm* constant = adds ? AsInt(binary->b) : nullptr;
  if (constant == nullptr) return {sum, 0};
  return {{sum.ctx(), binary->a}, binary->kind == NodeKind::kAdd ? constant->value : -constant->value};
}
Term CompareCanonical(Term a, Term b, bool strict) {
  a = Simplified(a);
  b = Simplified(b);
  bool numbers = AsInt(a.expr()) != nullptr || AsInt(b.expr()) != nullptr;
  if (numbers) return strict ? a < b : a <= b;
  auto [left, less] = WithoutConstant(a);
  auto [right, more] = WithoutConstant(b);
  int64_t spare = more - less;
  if (strict && spare == 1) return left <= right;
  if (!strict && spare == -1) return left < right;
  if (spare < 0) left = left + -spare;
  if (spare > 0) right = right + spare;
  return strict ? left < right : left <= right;
}

}  // namespace

Term IsBelow(Term a, Term b) { return CompareCanonical(a, b, true); }
Term IsAtMost(Term a, Term b) { return CompareCanonical(a, b, false); }

}  // namespace assay
