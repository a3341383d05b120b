#include "ir/arith/analyzer.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "ir/arith/dim_binary.h"
#include "ir/arith/no_wrap.h"
#include "ir/arith/rule_table.h"
#include "ir/arith/sum.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"
#include "ir/prim/literals.h"
#include "ir/rewrite.h"
#include "ir/tensor/int_division.h"
#include "ir/tensor/scalar.h"

namespace assay {
namespace {

// Terms that a fully expanded product may have; beyond it the product stays a factor.
constexpr size_t kMaxExpandedTerms = 64;

// kText keeps products of sums and writes divisions as TVM does; kProof multiplies out and brings divisions to one
// form.
enum class Form : uint8_t { kText, kProof };

bool IsIntegerScalar(const Expr* e) {
  DType dtype = DTypeOf(e);
  return dtype.IsInteger() && dtype.IsScalar();
}

// Rules about rounding division assume, as TVM does, that index arithmetic of 32 and 64 signed bits does not overflow.
bool DividesLikeNumbers(DType dtype) { return dtype.IsInt() && dtype.bits >= 32; }

Scalar AsScalar(const IntImm* imm) { return Scalar::Int(DTypeOf(imm), imm->value); }

// Rules may build what other rules then fit, so deep and no deeper.
constexpr int kMaxRuleDepth = 16;

class Canonical {
 public:
  // `bounds` may be null: then nothing is known of the variables. So may `no_wrap`: then arithmetic of at least 32 bits
  // is taken not to overflow.
  Canonical(Context& ctx, Form form, const ConstBounds* bounds = nullptr, NoWrap* no_wrap = nullptr)
      : ctx_(ctx), form_(form), bounds_(bounds), no_wrap_(no_wrap) {}

  const Expr* Run(const Expr* e) {
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      const Expr* expr = AsExpr(rebuilt);
      return expr == nullptr ? rebuilt : Rule(expr);
    };
    // A buffer is one thing wherever it is read: its shape stays as it was declared.
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    return static_cast<const Expr*>(Rewrite(ctx_, e, rule, enter, Types::kSkip, memo));
  }
  // Of an expression that Run gave.
  Sum SumOf(const Expr* e) const {
    if (const auto* imm = AsInt(e)) return ConstantSum(DTypeOf(e), imm->value);
    auto found = sums_.find(e);
    return found == sums_.end() ? FactorSum(e) : found->second;
  }

 private:
  // `e` has canonical children.
  // recursion: capped by kMaxRuleDepth
  const Expr* Rule(const Expr* e) { return Improve(Folded(e)); }

  // The first rule of the table that fits.
  const Expr* Improve(const Expr* e) {
    if (rule_depth_ >= kMaxRuleDepth) return e;
    ++rule_depth_;
    const Expr* better = TryRules(e);
    // x > y stands as it is, but is also y < x.
    bool reversed = e->kind == NodeKind::kGT || e->kind == NodeKind::kGE;
    if (better == nullptr && reversed) {
      const BinaryExpr* binary = AsBinary(e);
      NodeKind kind = e->kind == NodeKind::kGT ? NodeKind::kLT : NodeKind::kLE;
      better = TryRules(MakeBinary(ctx_, kind, binary->b, binary->a));
    }
    --rule_depth_;
    return better == nullptr ? e : better;
  }
  // Whether what the expression computes is what numbers of any length would give.
  bool DoesNotOverflow(const Expr* e) { return no_wrap_ == nullptr || no_wrap_->DoesNotOverflow(e); }
  bool OperandsHold(const BinaryExpr* e) { return DoesNotOverflow(e->a) && DoesNotOverflow(e->b); }

  const Expr* TryRules(const Expr* e) {
    auto make = [&](NodeKind kind, const std::vector<const Expr*>& operands) {
      if (kind == NodeKind::kNot) return Rule(MakeNot(ctx_, operands[0]));
      if (kind == NodeKind::kSelect) return Rule(MakeSelect(ctx_, operands[0], operands[1], operands[2]));
      return Rule(MakeBinary(ctx_, kind, operands[0], operands[1]));
    };
    for (const RewriteRule* rule : RewriteRulesOf(e->kind)) {
      if (rule->scope == RuleScope::kNumbers && !DoesNotOverflow(e)) continue;
      if (const Expr* better = ApplyRule(ctx_, *rule, e, make)) return better;
    }
    return nullptr;
  }

  const Expr* Folded(const Expr* e) {
    if (const auto* cast = As<Cast>(e)) return FoldCast(cast);
    if (const auto* call = As<Call>(e)) return FoldChoice(call);
    const BinaryExpr* binary = AsBinary(e);
    if (binary == nullptr || !IsIntegerScalar(binary->a)) return e;
    switch (e->kind) {
      case NodeKind::kAdd: return Sums(binary, 1);
      case NodeKind::kSub: return Sums(binary, -1);
      case NodeKind::kMul: return Products(binary);
      case NodeKind::kFloorDiv: return Quotient(binary);
      case NodeKind::kFloorMod: return Remainder(binary);
      // other kinds: binary operators that have no canonical form of their own
      default: return FoldByDifference(binary);
    }
  }

  // T.if_then_else of a known condition.
  static const Expr* FoldChoice(const Call* call) {
    const IntImm* condition = AsChoice(call) != nullptr ? AsInt(call->args[0]) : nullptr;
    return condition == nullptr ? call : call->args[condition->value != 0 ? 1 : 2];
  }

  // What lies between 0 and the divisor is its own remainder.
  bool IsOwnRemainder(const Expr* a, int64_t divisor) {
    if (bounds_ == nullptr) return false;
    Interval bound = bounds_->Of(a, known_);
    return bound.low >= 0 && bound.high < divisor;
  }

  const Expr* Keep(const Sum& sum) {
    const Expr* e = Rebuild(ctx_, sum);
    sums_.emplace(e, sum);
    return e;
  }
  // The expression itself where numbers are compared by what they are, and the sum's are not: rules would read them.
  const Expr* KeepFor(const BinaryExpr* e, const Sum& sum) {
    if (!sum.wrapped || !DividesLikeNumbers(sum.dtype)) return Keep(sum);
    sums_.emplace(e, sum);
    return e;
  }
  const Expr* Sums(const BinaryExpr* e, int64_t sign) {
    Sum sum = SumOf(e->a);
    AddTo(sum, SumOf(e->b), sign);
    return KeepFor(e, sum);
  }

  const Expr* Products(const BinaryExpr* e) {
    Sum product = Product(SumOf(e->a), SumOf(e->b));
    // As in TVM, where `0 - x` and this both stay what they are.
    bool negated = Is<Var>(e->a) && AsInt(e->b) != nullptr && AsInt(e->b)->value == -1;
    if (!negated) return KeepFor(e, product);
    sums_.emplace(e, product);
    return e;
  }

  // A sum that is to be one factor of a product.
  Sum AsFactor(const Sum& sum) {
    if (sum.IsConstant() || sum.IsTerm()) return sum;
    return FactorSum(Keep(sum));
  }
  Sum Product(const Sum& a, const Sum& b) {
    bool small = (a.terms.size() + 1) * (b.terms.size() + 1) <= kMaxExpandedTerms;
    bool scales = a.IsConstant() || b.IsConstant();
    if (scales || (small && form_ == Form::kProof)) return Expand(a, b);
    return Expand(AsFactor(a), AsFactor(b));
  }

  const Expr* FoldCast(const Cast* e) {
    if (DTypeOf(e) == DTypeOf(e->value)) return e->value;
    const auto* imm = AsInt(e->value);
    if (imm == nullptr || !IsIntegerScalar(e)) return e;
    return MakeInt(ctx_, scalar::Cast(AsScalar(imm), DTypeOf(e)).i, DTypeOf(e));
  }

  // a // b
  // recursion: once; operands are canonical, and no quotient of a quotient
  const Expr* Quotient(const BinaryExpr* e) {
    Sum a = SumOf(e->a);
    Sum b = SumOf(e->b);
    if (b.IsConstant() && b.constant == 1) return e->a;
    if (a.IsConstant() && b.IsConstant()) return FoldConstants(e);
    if (!DividesLikeNumbers(a.dtype) || a.wrapped || b.wrapped || !OperandsHold(e)) return e;
    if (b.IsConstant() && IsOwnRemainder(e->a, b.constant)) return MakeInt(ctx_, 0, a.dtype);
    if (b.IsConstant() && b.constant > 1) return QuotientByConstant(e, a, b.constant);
    Sum exact = ConstantSum(a.dtype, 0);
    return b.IsTerm() && DividesExactly(a, b.terms[0], exact) ? Keep(exact) : e;
  }

  // a / divisor when every term of `a` is a multiple of it.
  static bool DividesExactly(const Sum& a, const Monomial& divisor, Sum& quotient) {
    if (a.constant != 0 || divisor.coefficient <= 0) return false;
    for (const Monomial& term : a.terms) {
      if (term.coefficient % divisor.coefficient != 0) return false;
      std::vector<const Expr*> rest = term.factors;
      for (const Expr* factor : divisor.factors) {
        auto it = std::find_if(rest.begin(), rest.end(), [&](const Expr* other) { return SameFactor(factor, other); });
        if (it == rest.end()) return false;
        rest.erase(it);
      }
      int64_t coefficient = term.coefficient / divisor.coefficient;
      if (rest.empty()) {
        quotient.constant += coefficient;
      } else {
        AddTo(quotient, Sum{a.dtype, 0, {{1, rest}}}, coefficient);
      }
    }
    return true;
  }

  const Expr* QuotientByConstant(const BinaryExpr* e, const Sum& a, int64_t divisor) {
    Sum whole = ConstantSum(a.dtype, 0);
    Sum rest = ConstantSum(a.dtype, 0);
    for (const Monomial& term : a.terms) {
      bool multiple = term.coefficient % divisor == 0;
      AddTo(multiple ? whole : rest, Sum{a.dtype, 0, {{1, term.factors}}},
            multiple ? term.coefficient / divisor : term.coefficient);
    }
    // TVM leaves (n - 1) // 2 as it is, so the text keeps a constant that is no multiple.
    bool moves = rest.IsConstant() || form_ == Form::kProof || a.constant % divisor == 0;
    if (moves) {
      whole.constant += FloorQuotient(a.constant, divisor);
      rest.constant = FloorRemainder(a.constant, divisor);
    } else {
      rest.constant = a.constant;
    }
    if (rest.IsConstant()) return Keep(whole);
    ReduceFraction(rest, divisor);
    const Expr* numerator = Keep(rest);
    if (divisor == 1) {
      AddTo(whole, rest, 1);
      return Keep(whole);
    }
    if (!DoesNotOverflow(numerator)) return e;
    // TVM writes the division first: m // 4 + n.
    Sum out = SumOf(Fraction(e, numerator, divisor));
    AddTo(out, whole, 1);
    return Keep(out);
  }

  // numerator // divisor, which has no whole part and no common factor.
  const Expr* Fraction(const BinaryExpr* e, const Expr* numerator, int64_t divisor) {
    const BinaryExpr* nested = NestedQuotient(numerator, divisor);
    if (nested != nullptr) return Quotient(nested);
    if (numerator == e->a && AsInt(e->b)->value == divisor) return e;
    return MakeBinary(ctx_, NodeKind::kFloorDiv, numerator, MakeInt(ctx_, divisor, DTypeOf(e)));
  }

  // (g x + k) // (g c) = (x + k // g) // c.
  void ReduceFraction(Sum& rest, int64_t& divisor) const {
    int64_t common = divisor;
    for (const Monomial& term : rest.terms) common = std::gcd(common, term.coefficient);
    if (common == 1) return;
    bool divides_all = rest.terms.size() == 1 && rest.terms[0].coefficient == common && rest.constant == 0;
    if (form_ == Form::kText && !divides_all) return;
    for (Monomial& term : rest.terms) term.coefficient /= common;
    rest.constant = FloorQuotient(rest.constant, common);
    divisor /= common;
  }

  // (x // c) // divisor = x // (c * divisor); nullptr when the numerator is no such division.
  const BinaryExpr* NestedQuotient(const Expr* numerator, int64_t divisor) {
    const auto* inner = As<FloorDiv>(numerator);
    const IntImm* inner_divisor = inner == nullptr ? nullptr : AsInt(inner->b);
    int64_t product = 0;
    if (inner_divisor == nullptr || inner_divisor->value <= 0) return nullptr;
    if (__builtin_mul_overflow(inner_divisor->value, divisor, &product)) return nullptr;
    return AsBinary(MakeBinary(ctx_, NodeKind::kFloorDiv, inner->a, MakeInt(ctx_, product, DTypeOf(numerator))));
  }

  // a % b
  const Expr* Remainder(const BinaryExpr* e) {
    Sum a = SumOf(e->a);
    Sum b = SumOf(e->b);
    if (a.IsConstant() && b.IsConstant()) return FoldConstants(e);
    if (b.IsConstant() && b.constant == 1) return MakeInt(ctx_, 0, a.dtype);
    bool divides = DividesLikeNumbers(a.dtype) && !a.wrapped && !b.wrapped && b.IsConstant() && b.constant > 1;
    if (!divides || !DoesNotOverflow(e->a)) return e;
    if (IsOwnRemainder(e->a, b.constant)) return e->a;
    if (form_ == Form::kProof) {
      Sum out = a;
      const auto* quotient = static_cast<const BinaryExpr*>(MakeBinary(ctx_, NodeKind::kFloorDiv, e->a, e->b));
      AddTo(out, SumOf(Quotient(quotient)), -b.constant);
      return Keep(out);
    }
    Sum rest = ConstantSum(a.dtype, a.constant);
    for (const Monomial& term : a.terms) {
      if (term.coefficient % b.constant != 0) AddTo(rest, Sum{a.dtype, 0, {{1, term.factors}}}, term.coefficient);
    }
    if (rest.IsConstant() || a.constant % b.constant == 0) {
      rest.constant = FloorRemainder(a.constant, b.constant);
    }
    if (rest.IsConstant()) return MakeInt(ctx_, rest.constant, a.dtype);
    bool same = rest.terms.size() == a.terms.size() && rest.constant == a.constant;
    const Expr* numerator = same ? e->a : Keep(rest);
    return same || !DoesNotOverflow(numerator) ? e : MakeBinary(ctx_, NodeKind::kFloorMod, numerator, e->b);
  }

  // Min, max and comparisons of operands whose difference is known; the rest by value when both are constants.
  const Expr* FoldByDifference(const BinaryExpr* e) {
    if (AsInt(e->a) != nullptr && AsInt(e->b) != nullptr) return FoldConstants(e);
    Sum difference = SumOf(e->a);
    AddTo(difference, SumOf(e->b), -1);
    if (!difference.IsConstant()) return FoldByBounds(e);
    bool ordered = DividesLikeNumbers(difference.dtype) && !difference.wrapped && OperandsHold(e);
    int64_t d = difference.constant;
    switch (e->kind) {
      case NodeKind::kMin: return d == 0 || (ordered && d < 0) ? e->a : ordered ? e->b : e;
      case NodeKind::kMax: return d == 0 || (ordered && d > 0) ? e->a : ordered ? e->b : e;
      case NodeKind::kEQ: return MakeBool(ctx_, d == 0);
      case NodeKind::kNE: return MakeBool(ctx_, d != 0);
      case NodeKind::kLT: return ordered || d == 0 ? MakeBool(ctx_, d < 0) : static_cast<const Expr*>(e);
      case NodeKind::kLE: return ordered || d == 0 ? MakeBool(ctx_, d <= 0) : static_cast<const Expr*>(e);
      case NodeKind::kGT: return ordered || d == 0 ? MakeBool(ctx_, d > 0) : static_cast<const Expr*>(e);
      case NodeKind::kGE: return ordered || d == 0 ? MakeBool(ctx_, d >= 0) : static_cast<const Expr*>(e);
      // other kinds: a difference says nothing of them
      default: return e;
    }
  }

  // Min, max and comparisons that the bounds of the variables decide.
  const Expr* FoldByBounds(const BinaryExpr* e) {
    if (bounds_ == nullptr || !OperandsHold(e)) return e;
    bool ordered = ProveLessEqual(ctx_, *bounds_, e->a, e->b);
    bool reversed = !ordered && ProveLessEqual(ctx_, *bounds_, e->b, e->a);
    if (e->kind == NodeKind::kMin || e->kind == NodeKind::kMax) {
      bool first = e->kind == NodeKind::kMin ? ordered : reversed;
      return first ? e->a : ordered || reversed ? e->b : e;
    }
    Interval truth = bounds_->Of(e, known_);
    if (IsComparison(e->kind) && truth.IsPoint()) return MakeBool(ctx_, truth.low != 0);
    bool weak = e->kind == NodeKind::kLE ? ordered : e->kind == NodeKind::kGE && reversed;
    return weak ? MakeBool(ctx_, true) : static_cast<const Expr*>(e);
  }

  const Expr* FoldConstants(const BinaryExpr* e);

  Context& ctx_;
  Form form_;
  const ConstBounds* bounds_;
  // What it says of parts, which nothing changes meanwhile.
  ConstBounds::Known known_;
  NoWrap* no_wrap_;
  int rule_depth_ = 0;
  std::unordered_map<const Expr*, Sum> sums_;
};

// Both operands come to constants; what would trap (division by zero) stays, and what comes to one by wrapping alone.
const Expr* Canonical::FoldConstants(const BinaryExpr* e) {
  if (AsInt(e->a) == nullptr || AsInt(e->b) == nullptr) return e;
  Scalar a = AsScalar(AsInt(e->a));
  Scalar b = AsScalar(AsInt(e->b));
  if (IsDivision(e->kind) && scalar::DividesByZero(b)) return e;
  return MakeInt(ctx_, BinaryFunction(e->kind)(a, b).i, DTypeOf(e));
}

Sum ProofSum(Context& ctx, const Expr* e, NoWrap* no_wrap = nullptr) {
  Canonical canonical(ctx, Form::kProof, nullptr, no_wrap);
  return canonical.SumOf(canonical.Run(e));
}

}  // namespace

namespace {

const Expr* SimplifyWithin(Context& ctx, const Expr* e, const ConstBounds* bounds, NoWrap* no_wrap = nullptr) {
  if (IsVarOrLiteral(e)) return e;
  Canonical text(ctx, Form::kText, bounds, no_wrap);
  const Expr* simple = text.Run(e);
  if (IsVarOrLiteral(simple) || !IsIntegerScalar(simple)) return simple;
  // Multiplied out, terms may cancel: then that is the simpler text.
  Sum proof = ProofSum(ctx, simple, no_wrap);
  return proof.terms.size() < text.SumOf(simple).terms.size() ? Rebuild(ctx, proof) : simple;
}

}  // namespace

const Expr* Simplify(Context& ctx, const Expr* e) { return SimplifyWithin(ctx, e, nullptr); }
const Expr* Simplify(Context& ctx, const Expr* e, const ConstBounds& bounds) { return SimplifyWithin(ctx, e, &bounds); }

const Expr* SimplifyExactly(Context& ctx, const Expr* e, const ConstBounds& bounds, NoWrap& no_wrap) {
  return SimplifyWithin(ctx, e, &bounds, &no_wrap);
}

bool ProveEqual(Context& ctx, const Expr* a, const Expr* b) {
  if (a == b) return true;
  if (DTypeOf(a) != DTypeOf(b) || !IsIntegerScalar(a)) return false;
  if (AsInt(a) != nullptr && AsInt(b) != nullptr) return AsInt(a)->value == AsInt(b)->value;
  if (Is<Var>(a) && Is<Var>(b)) return false;
  Sum difference = ProofSum(ctx, MakeBinary(ctx, NodeKind::kSub, a, b));
  return difference.IsConstant() && difference.constant == 0;
}

bool ProveUnequal(Context& ctx, const Expr* a, const Expr* b) {
  if (a == b || DTypeOf(a) != DTypeOf(b) || !IsIntegerScalar(a)) return false;
  if (AsInt(a) != nullptr && AsInt(b) != nullptr) return AsInt(a)->value != AsInt(b)->value;
  Sum difference = ProofSum(ctx, MakeBinary(ctx, NodeKind::kSub, a, b));
  if (difference.IsConstant()) return difference.constant != 0;
  // 2 * n is never 3: what all coefficients share divides the rest of the difference, or it is not zero.
  int64_t shared = 0;
  for (const Monomial& term : difference.terms) {
    if (term.coefficient == INT64_MIN) return false;
    shared = std::gcd(shared, term.coefficient);
  }
  // Of what wraps only the powers of two: the rest of a coefficient has an inverse.
  DType dtype = DTypeOf(a);
  if (!dtype.IsInt() || dtype.bits < 32) shared &= -shared;
  return difference.constant % shared != 0;
}

std::optional<int64_t> ConstantValue(Context& ctx, const Expr* e) {
  if (const auto* imm = AsInt(e)) return imm->value;
  if (IsVarOrLiteral(e) || !IsIntegerScalar(e)) return std::nullopt;
  Sum sum = ProofSum(ctx, e);
  return sum.IsConstant() ? std::optional(sum.constant) : std::nullopt;
}

namespace {

const Expr* InInt64(Context& ctx, const Expr* dim) {
  if (DTypeOf(dim) == DType::Int(64)) return dim;
  return AsInt(dim) != nullptr ? MakeInt(ctx, AsInt(dim)->value) : MakeCast(ctx, DType::Int(64), dim);
}

}  // namespace

const Expr* DimBinary(Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
  if (DTypeOf(a) == DTypeOf(b)) return MakeBinary(ctx, kind, a, b);
  return MakeBinary(ctx, kind, InInt64(ctx, a), InInt64(ctx, b));
}
const Expr* AddDims(Context& ctx, const Expr* a, const Expr* b) {
  return Simplify(ctx, DimBinary(ctx, NodeKind::kAdd, a, b));
}
const Expr* SubDims(Context& ctx, const Expr* a, const Expr* b) {
  return Simplify(ctx, DimBinary(ctx, NodeKind::kSub, a, b));
}
const Expr* MulDims(Context& ctx, const Expr* a, const Expr* b) {
  return Simplify(ctx, DimBinary(ctx, NodeKind::kMul, a, b));
}
const Expr* FloorDivDims(Context& ctx, const Expr* a, const Expr* b) {
  return Simplify(ctx, DimBinary(ctx, NodeKind::kFloorDiv, a, b));
}

}  // namespace assay
