#include "passes/analysis/digits.h"

#include "ir/arith/analyzer.h"

namespace assay {
namespace {

const Expr* Product(Context& ctx, const Expr* a, const Expr* b) {
  return Simplify(ctx, MakeBinary(ctx, NodeKind::kMul, a, b));
}
bool AreEqual(Context& ctx, const Expr* a, const Expr* b) {
  return a == b || (DTypeOf(a) == DTypeOf(b) && ProveEqual(ctx, a, b));
}
// Whether numbers below `whole` are whole multiples of numbers below `part`.
bool Divides(Context& ctx, const Expr* part, const Expr* whole) {
  if (whole == nullptr || AreEqual(ctx, part, whole)) return true;
  const IntImm *a = AsInt(part), *b = AsInt(whole);
  return a != nullptr && b != nullptr && a->value > 0 && b->value % a->value == 0;
}
// The divisor of a digit; null where it may be 0 or less, of which digits say nothing.
const Expr* Radix(const Expr* divisor) {
  const IntImm* known = AsInt(divisor);
  return known != nullptr && known->value <= 0 ? nullptr : divisor;
}

}  // namespace

// recursion: as deep as the expression, which the parser bounds
Digit DigitOf(Context& ctx, const Expr* e) {
  Digit itself{e, MakeInt(ctx, 1, DTypeOf(e)), nullptr};
  if (const auto* quotient = As<FloorDiv>(e)) {
    Digit of = DigitOf(ctx, quotient->a);
    const Expr* radix = Radix(quotient->b);
    if (radix != nullptr) return {of.whole, Product(ctx, of.low, radix), of.high};
  }
  if (const auto* rest = As<FloorMod>(e)) {
    Digit of = DigitOf(ctx, rest->a);
    const Expr* radix = Radix(rest->b);
    const Expr* high = radix == nullptr ? nullptr : Product(ctx, of.low, radix);
    if (high != nullptr && Divides(ctx, high, of.high)) return {of.whole, of.low, high};
  }
  return itself;
}

bool AreNeighbours(Context& ctx, const Digit& slow, const Digit& fast) {
  return fast.high != nullptr && AreEqual(ctx, slow.whole, fast.whole) && AreEqual(ctx, fast.high, slow.low);
}

Digit Joined(const Digit& slow, const Digit& fast) { return {slow.whole, fast.low, slow.high}; }

const Expr* ValueOf(Context& ctx, const Digit& digit) {
  const Expr* value = digit.whole;
  if (digit.high != nullptr) value = MakeBinary(ctx, NodeKind::kFloorMod, value, digit.high);
  return IsOne(digit.low) ? value : MakeBinary(ctx, NodeKind::kFloorDiv, value, digit.low);
}

}  // namespace assay
