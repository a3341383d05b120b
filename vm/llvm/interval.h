// Intervals of integers, as far as they are known while code is emitted: what lies inside its bounds for certain needs
// no check at run time. Never narrower than the truth: whatever may wrap becomes the whole range of its type. Tested by
// interval_test.cc.
#pragma once

#include <cstdint>
#include <limits>

#include "ir/prim/node.h"

namespace assay {

// Both ends belong to it. Integers of uint64 are read as int64, so that nothing is known of large ones.
struct Interval {
  int64_t low = std::numeric_limits<int64_t>::min();
  int64_t high = std::numeric_limits<int64_t>::max();

  static Interval Of(int64_t value) { return {value, value}; }
  bool IsConstant() const { return low == high; }
  bool Inside(Interval other) const { return other.low <= low && high <= other.high; }
  bool operator==(const Interval&) const = default;
};

// All values of an integer type or bool; everything for other types.
Interval IntervalOf(DType dtype);
// `interval` when the type holds all of it, otherwise the whole type.
Interval Fit(Interval interval, DType dtype);
Interval Union(Interval a, Interval b);
// Of a binary node of integers; comparisons and logic give [0, 1].
Interval BinaryInterval(NodeKind kind, Interval a, Interval b, DType dtype);

}  // namespace assay
