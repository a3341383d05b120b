// Intervals of integers and their arithmetic. What happens where a dtype does not hold a result is another matter:
// bounds.h takes indices as numbers, no_wrap.h asks whether it can happen, and generated code has all values then
// (vm/llvm/interval.h). Tested by interval_test.cc.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/prim/node.h"

namespace assay {

// [low, high], both inclusive.
struct Interval {
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;

  static Interval Of(int64_t value) { return {value, value}; }
  bool IsPoint() const { return low == high; }
  bool Inside(Interval other) const { return other.low <= low && high <= other.high; }
  bool operator==(const Interval&) const = default;
};
Interval Union(Interval a, Interval b);
// The part of it that also compares so with `number` (the kind of a comparison). What would leave nothing is left
// alone: such a place is never reached.
Interval NarrowedBy(Interval interval, NodeKind comparison, int64_t number);

// The same with ends that 64 bits need not hold. kNoEnd, or its negative, stands for an end that is not known: beyond
// everything else, and the same after a sum or a product.
// A type of the compilers', not of the language.
__extension__ typedef __int128 WideInt;
constexpr WideInt kNoEnd = WideInt{1} << 100;
constexpr bool IsNoEnd(WideInt end) { return end == kNoEnd || end == -kNoEnd; }

struct WideInterval {
  WideInt low = -kNoEnd;
  WideInt high = kNoEnd;

  bool IsPoint() const { return low == high; }
  bool Inside(const WideInterval& other) const { return other.low <= low && high <= other.high; }
};
WideInterval Union(const WideInterval& a, const WideInterval& b);
// All numbers of an integer dtype or bool.
WideInterval NumbersOf(DType dtype);
// Ends that are those of int64 are not known.
WideInterval Opened(Interval interval);
// The part that int64 holds.
Interval Narrowed(const WideInterval& interval);
// All that a binary node can give for operands of these intervals, as numbers of any length; comparisons and logic give
// 0 and 1. Nothing is known of a division by what may be 0 or less, which may trap or turn signs.
WideInterval BinaryInterval(NodeKind kind, const WideInterval& a, const WideInterval& b);

// Integers and truth values: what has an interval.
bool IsWholeScalar(const Expr* e);

}  // namespace assay
