#include "ir/arith/interval.h"

#include <algorithm>

#include "ir/tensor/int_division.h"

namespace assay {
namespace {

// What is known, however large, is not taken for an unknown end.
WideInt Known(WideInt value) { return std::clamp(value, 1 - kNoEnd, kNoEnd - 1); }

WideInt Plus(WideInt a, WideInt b) { return IsNoEnd(a) ? a : IsNoEnd(b) ? b : Known(a + b); }
WideInt Times(WideInt a, WideInt b) {
  if (a == 0 || b == 0) return 0;
  bool negative = (a < 0) != (b < 0);
  if (IsNoEnd(a) || IsNoEnd(b)) return negative ? -kNoEnd : kNoEnd;
  WideInt product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return Known(negative ? -kNoEnd : kNoEnd);
  return Known(product);
}

WideInterval Hull(std::initializer_list<WideInt> ends) { return {std::min(ends), std::max(ends)}; }

bool IsShort(WideInt value) { return value >= INT64_MIN && value <= INT64_MAX; }

// By a positive number, or one without end.
WideInt Divided(WideInt a, WideInt by, bool floor) {
  if (IsNoEnd(by)) return floor && a < 0 ? -1 : 0;
  if (IsNoEnd(a)) return a;
  // The processor divides 64 bits by itself.
  if (IsShort(a) && IsShort(by)) {
    auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(by);
    return floor ? FloorQuotient(x, y) : TruncQuotient(x, y);
  }
  return floor ? FloorQuotient(a, by) : TruncQuotient(a, by);
}
WideInterval Quotient(const WideInterval& a, const WideInterval& b, bool floor) {
  if (b.low <= 0) return {};
  return Hull({Divided(a.low, b.low, floor), Divided(a.low, b.high, floor), Divided(a.high, b.low, floor),
               Divided(a.high, b.high, floor)});
}
WideInterval Remainder(const WideInterval& a, const WideInterval& b, bool floor) {
  if (b.low <= 0) return {};
  WideInt most = IsNoEnd(b.high) ? kNoEnd : b.high - 1;
  // What is smaller than any divisor is its own remainder.
  if (a.low >= 0) return {a.high < b.low ? a.low : 0, std::min(a.high, most)};
  if (floor) return {0, most};
  return {std::max(a.low, -most), a.high < 0 ? 0 : std::min(a.high, most)};
}

std::optional<bool> Decided(NodeKind kind, const WideInterval& a, const WideInterval& b) {
  bool less = a.high < b.low, more = b.high < a.low, apart = less || more;
  bool same = a.IsPoint() && b.IsPoint() && a.low == b.low && !IsNoEnd(a.low);
  bool at_most = !IsNoEnd(a.high) && a.high <= b.low, at_least = !IsNoEnd(b.high) && b.high <= a.low;
  switch (kind) {
    case NodeKind::kLT: return less ? std::optional(true) : at_least ? std::optional(false) : std::nullopt;
    case NodeKind::kLE: return at_most ? std::optional(true) : more ? std::optional(false) : std::nullopt;
    case NodeKind::kGT: return more ? std::optional(true) : at_most ? std::optional(false) : std::nullopt;
    case NodeKind::kGE: return at_least ? std::optional(true) : less ? std::optional(false) : std::nullopt;
    case NodeKind::kEQ: return same ? std::optional(true) : apart ? std::optional(false) : std::nullopt;
    case NodeKind::kNE: return same ? std::optional(false) : apart ? std::optional(true) : std::nullopt;
    // other kinds: no comparisons
    default: return std::nullopt;
  }
}

// What lies between 0 and 1 is a truth value; anything else that is not 0 is true.
WideInterval Truth(bool surely, bool maybe) { return {surely ? 1 : 0, maybe ? 1 : 0}; }
bool SurelyTrue(const WideInterval& a) { return a.low > 0 || a.high < 0; }
bool MaybeTrue(const WideInterval& a) { return a.low != 0 || a.high != 0; }

}  // namespace

Interval NarrowedBy(Interval interval, NodeKind comparison, int64_t number) {
  Interval out = interval;
  switch (comparison) {
    case NodeKind::kLT:
      if (number != INT64_MIN) out.high = std::min(out.high, number - 1);
      break;
    case NodeKind::kLE: out.high = std::min(out.high, number); break;
    case NodeKind::kGT:
      if (number != INT64_MAX) out.low = std::max(out.low, number + 1);
      break;
    case NodeKind::kGE: out.low = std::max(out.low, number); break;
    case NodeKind::kEQ: out = {std::max(out.low, number), std::min(out.high, number)}; break;
    // other kinds: no bound follows from them
    default: break;
  }
  return out.low <= out.high ? out : interval;
}

Interval Union(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
WideInterval Union(const WideInterval& a, const WideInterval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

WideInterval NumbersOf(DType dtype) {
  if (dtype.IsBool()) return {0, 1};
  if (!dtype.IsInt()) return {0, (WideInt{1} << dtype.bits) - 1};
  return {-(WideInt{1} << (dtype.bits - 1)), (WideInt{1} << (dtype.bits - 1)) - 1};
}

WideInterval Opened(Interval interval) {
  return {interval.low == INT64_MIN ? -kNoEnd : interval.low, interval.high == INT64_MAX ? kNoEnd : interval.high};
}

Interval Narrowed(const WideInterval& interval) {
  auto narrow = [](WideInt end) { return static_cast<int64_t>(std::clamp<WideInt>(end, INT64_MIN, INT64_MAX)); };
  return {narrow(interval.low), narrow(interval.high)};
}

WideInterval BinaryInterval(NodeKind kind, const WideInterval& a, const WideInterval& b) {
  switch (kind) {
    case NodeKind::kAdd: return {Plus(a.low, b.low), Plus(a.high, b.high)};
    case NodeKind::kSub: return {Plus(a.low, -b.high), Plus(a.high, -b.low)};
    case NodeKind::kMul:
      return Hull({Times(a.low, b.low), Times(a.low, b.high), Times(a.high, b.low), Times(a.high, b.high)});
    case NodeKind::kDiv:
    case NodeKind::kFloorDiv: return Quotient(a, b, kind == NodeKind::kFloorDiv);
    case NodeKind::kMod:
    case NodeKind::kFloorMod: return Remainder(a, b, kind == NodeKind::kFloorMod);
    case NodeKind::kMin: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case NodeKind::kMax: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case NodeKind::kAnd: return Truth(SurelyTrue(a) && SurelyTrue(b), MaybeTrue(a) && MaybeTrue(b));
    case NodeKind::kOr: return Truth(SurelyTrue(a) || SurelyTrue(b), MaybeTrue(a) || MaybeTrue(b));
    // other kinds: comparisons, decided below
    default: break;
  }
  std::optional<bool> truth = Decided(kind, a, b);
  return truth ? Truth(*truth, *truth) : WideInterval{0, 1};
}

bool IsWholeScalar(const Expr* e) {
  DType dtype = DTypeOf(e);
  return dtype.IsScalar() && (dtype.IsInteger() || dtype.IsBool());
}

}  // namespace assay
