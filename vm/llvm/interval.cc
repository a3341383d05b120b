// Arithmetic on intervals; everything unusual is "all of the type".
#include "vm/llvm/interval.h"

#include <algorithm>
#include <initializer_list>

#include "ir/tensor/int_range.h"

namespace assay {
namespace {

constexpr Interval kAll;

Interval Sum(Interval a, Interval b) {
  Interval sum;
  if (__builtin_add_overflow(a.low, b.low, &sum.low) || __builtin_add_overflow(a.high, b.high, &sum.high)) return kAll;
  return sum;
}

Interval Difference(Interval a, Interval b) {
  Interval result;
  if (__builtin_sub_overflow(a.low, b.high, &result.low) || __builtin_sub_overflow(a.high, b.low, &result.high))
    return kAll;
  return result;
}

Interval Product(Interval a, Interval b) {
  Interval product{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
  for (int64_t x : {a.low, a.high}) {
    for (int64_t y : {b.low, b.high}) {
      int64_t corner = 0;
      if (__builtin_mul_overflow(x, y, &corner)) return kAll;
      product = {std::min(product.low, corner), std::max(product.high, corner)};
    }
  }
  return product;
}

int64_t FloorQuotient(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Only for a divisor that is one positive number.
Interval Quotient(NodeKind kind, Interval a, int64_t divisor) {
  if (kind == NodeKind::kDiv) return {a.low / divisor, a.high / divisor};
  if (kind == NodeKind::kFloorDiv) return {FloorQuotient(a.low, divisor), FloorQuotient(a.high, divisor)};
  if (a.low >= 0 && a.high < divisor) return a;
  if (kind == NodeKind::kFloorMod || a.low >= 0) return {0, divisor - 1};
  return {1 - divisor, divisor - 1};
}

Interval Exact(NodeKind kind, Interval a, Interval b) {
  if (kind == NodeKind::kAdd) return Sum(a, b);
  if (kind == NodeKind::kSub) return Difference(a, b);
  if (kind == NodeKind::kMul) return Product(a, b);
  if (kind == NodeKind::kMin) return {std::min(a.low, b.low), std::min(a.high, b.high)};
  if (kind == NodeKind::kMax) return {std::max(a.low, b.low), std::max(a.high, b.high)};
  if (b.IsConstant() && b.low > 0) return Quotient(kind, a, b.low);
  return kAll;
}

}  // namespace

Interval IntervalOf(DType dtype) {
  bool known = dtype.IsBool() || (dtype.IsInteger() && dtype.bits < 64);
  return known ? Interval{LeastInt(dtype), GreatestInt(dtype)} : kAll;
}

Interval Fit(Interval interval, DType dtype) {
  Interval type = IntervalOf(dtype);
  bool large = dtype.IsUInt() && dtype.bits >= 64 && interval.low < 0;
  return interval.Inside(type) && !large ? interval : type;
}

Interval Union(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

Interval BinaryInterval(NodeKind kind, Interval a, Interval b, DType dtype) {
  if (kind >= NodeKind::kEQ) return {0, 1};
  if (!dtype.IsInteger()) return IntervalOf(dtype);
  // A large uint64 looks negative here, so nothing follows for it from signed arithmetic.
  if (dtype.IsUInt() && dtype.bits >= 64 && (a.low < 0 || b.low < 0)) return kAll;
  return Fit(Exact(kind, a, b), dtype);
}

}  // namespace assay
