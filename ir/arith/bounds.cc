#include "ir/arith/bounds.h"

#include <algorithm>
#include <numeric>

#include "ir/arith/analyzer.h"
#include "ir/fields.h"
#include "ir/prim/intrinsics.h"
#include "ir/support/fault.h"
#include "ir/tensor/int_division.h"
#include "ir/visit.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The numbers of the dtype that a bound leaves; of an end that is that of int64, the dtype's.
WideInterval HeldBy(DType dtype, Interval bound) {
  WideInterval known = Opened(bound), range = NumbersOf(dtype);
  return {std::max(known.low, range.low), std::min(known.high, range.high)};
}
// What an operator computes with: signed numbers have no end, since they are taken not to overflow.
WideInterval OperandOf(DType dtype, Interval bound) { return dtype.IsInt() ? Opened(bound) : HeldBy(dtype, bound); }

// Every value that the dtype has; unsigned numbers of 64 bits have no upper bound here.
Interval RangeOf(DType dtype) { return dtype.IsInteger() || dtype.IsBool() ? Narrowed(NumbersOf(dtype)) : Interval{}; }

// What may wrap has any value; signed numbers of at least 32 bits do not.
Interval WithinDType(DType dtype, const WideInterval& bound) {
  WideInterval range = NumbersOf(dtype);
  if (bound.Inside(range)) return Narrowed(bound);
  if (!dtype.IsInt() || dtype.bits < 32) return Narrowed(range);
  WideInterval held{std::max(bound.low, range.low), std::min(bound.high, range.high)};
  return Narrowed(held.low <= held.high ? held : range);
}

// base + coefficient * anything; a constant where the coefficient is 0.
struct Progression {
  int64_t coefficient = 1;
  int64_t base = 0;
};

Progression Added(Progression a, Progression b, int64_t scale) {
  Progression sum;
  int64_t base = 0;
  if (__builtin_mul_overflow(b.base, scale, &base) || __builtin_add_overflow(a.base, base, &sum.base)) return {};
  if (__builtin_mul_overflow(b.coefficient, scale, &base) || base == INT64_MIN) return {};
  sum.coefficient = std::gcd(a.coefficient, base);
  return sum;
}

// Of signed arithmetic that is taken not to overflow; anything where the form is not understood.
// recursion: capped by kMaxDepth
Progression ProgressionOf(const Expr* e, int depth = 0) {
  constexpr int kMaxDepth = 16;
  DType dtype = DTypeOf(e);
  if (depth > kMaxDepth || !dtype.IsInt() || dtype.bits < 32 || !dtype.IsScalar()) return {};
  if (const auto* imm = As<IntImm>(e)) return {0, imm->value};
  if (const auto* sum = As<Add>(e)) return Added(ProgressionOf(sum->a, depth + 1), ProgressionOf(sum->b, depth + 1), 1);
  if (const auto* difference = As<Sub>(e))
    return Added(ProgressionOf(difference->a, depth + 1), ProgressionOf(difference->b, depth + 1), -1);
  const auto* product = As<Mul>(e);
  const auto* factor = product == nullptr ? nullptr : As<IntImm>(product->b);
  return factor == nullptr ? Progression{} : Added({0, 0}, ProgressionOf(product->a, depth + 1), factor->value);
}

// The remainder of base + coefficient * x keeps that of base by what both divide.
Interval Tightened(Interval bound, const BinaryExpr& remainder) {
  const auto* divisor = As<IntImm>(remainder.b);
  if (divisor == nullptr || divisor->value <= 0) return bound;
  Progression a = ProgressionOf(remainder.a);
  int64_t common = std::gcd(a.coefficient, divisor->value),
          by = FaultOn(Fault::bounds_tightened_by_modulus) ? divisor->value : common;
  int64_t rest = FloorRemainder(a.base, by);
  Interval tight{std::max(bound.low, rest), std::min(bound.high, divisor->value - common + rest)};
  return tight.low <= tight.high ? tight : bound;
}

}  // namespace

Interval ConstBounds::OfNode(const Expr* e, const Known& done, Parts parts) const {
  Interval range = RangeOf(DTypeOf(e));
  auto of = [&](const Expr* part) {
    auto found = done.find(part);
    return found == done.end() ? RangeOf(DTypeOf(part)) : found->second;
  };
  if (const auto* imm = As<IntImm>(e)) {
    return DTypeOf(e).IsUInt() && imm->value < 0 ? range : Interval{imm->value, imm->value};
  }
  if (const auto* var = As<Var>(e)) {
    auto found = known_.find(var);
    if (found != known_.end()) return found->second;
    return {var->flavor == VarFlavor::kSize ? std::max<int64_t>(range.low, 0) : range.low, range.high};
  }
  if (const BinaryExpr* binary = AsBinary(e)) {
    if (!IsWholeScalar(binary->a)) return range;
    DType dtype = DTypeOf(binary->a);
    WideInterval made = BinaryInterval(e->kind, OperandOf(dtype, of(binary->a)), OperandOf(dtype, of(binary->b)));
    bool open = parts == Parts::kMayOverflow && DTypeOf(e).IsInt() && DTypeOf(e).bits >= 32;
    Interval bound = open ? Narrowed(made) : WithinDType(DTypeOf(e), made);
    return e->kind == NodeKind::kFloorMod ? Tightened(bound, *binary) : bound;
  }
  if (const auto* negation = As<Not>(e)) {
    Interval a = of(negation->a);
    return {a.high == 0, a.low == 0};
  }
  if (const auto* choice = As<Select>(e)) return Union(of(choice->true_value), of(choice->false_value));
  if (const auto* cast = As<Cast>(e)) {
    if (!IsWholeScalar(cast->value)) return range;
    Interval value = of(cast->value);
    bool held = HeldBy(DTypeOf(cast->value), value).Inside(NumbersOf(DTypeOf(e)));
    return held && !DTypeOf(e).IsBool() ? value : range;
  }
  const Call* choice = AsChoice(e);
  return choice != nullptr ? Union(of(choice->args[1]), of(choice->args[2])) : range;
}

Interval ConstBounds::Of(const Expr* root) const {
  Known done;
  return Of(root, done);
}
Interval ConstBounds::Of(const Expr* root, Known& done) const { return Walk(root, done, Parts::kFit); }
Interval ConstBounds::OfSimplified(const Expr* root) const {
  Known done;
  return Walk(root, done, Parts::kMayOverflow);
}

Interval ConstBounds::Walk(const Expr* root, Known& done, Parts parts) const {
  WalkAfterChildren(
      root, [&](const Expr* e) { return done.contains(e) || !IsWholeScalar(e); },
      [](const Expr* e, auto&& push) {
        ForEachChild(e, Types::kSkip, [&](const Node* child) {
          if (const Expr* part = AsExpr(child)) push(part);
        });
      },
      [&](const Expr* e) { done.emplace(e, OfNode(e, done, parts)); });
  auto found = done.find(root);
  return found == done.end() ? Interval{} : found->second;
}

namespace {

// The least number that b - a may be, by what it is simplified to. Of int64, where numbers near its ends would be
// folded to others, nothing is known.
int64_t LeastDifference(Context& ctx, const ConstBounds& bounds, const Expr* a, const Expr* b) {
  constexpr int64_t kHuge = int64_t{1} << 61;
  const Expr* difference = MakeBinary(ctx, NodeKind::kSub, b, a);
  bool huge = false;
  if (DTypeOf(a).bits > 32) {
    WalkOnce(difference, [&](const Node* node) {
      const auto* number = As<IntImm>(node);
      huge |= number != nullptr && (number->value >= kHuge || number->value <= -kHuge);
    });
  }
  return huge ? INT64_MIN : bounds.OfSimplified(Simplify(ctx, difference)).low;
}

}  // namespace

bool ProveLessEqual(Context& ctx, const ConstBounds& bounds, const Expr* a, const Expr* b) {
  if (DTypeOf(a) != DTypeOf(b) || !DTypeOf(a).IsInt() || DTypeOf(a).bits < 32 || !DTypeOf(a).IsScalar()) return false;
  Interval x = bounds.Of(a), y = bounds.Of(b);
  if (x.high != INT64_MAX && x.high <= y.low) return true;
  return LeastDifference(ctx, bounds, a, b) >= 0;
}
bool ProveLess(Context& ctx, const ConstBounds& bounds, const Expr* a, const Expr* b) {
  if (DTypeOf(a) != DTypeOf(b) || !DTypeOf(a).IsInt() || DTypeOf(a).bits < 32 || !DTypeOf(a).IsScalar()) return false;
  Interval x = bounds.Of(a), y = bounds.Of(b);
  if (x.high < y.low) return true;
  return LeastDifference(ctx, bounds, a, b) > 0;
}

}  // namespace assay
