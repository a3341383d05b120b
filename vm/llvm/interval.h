// What is known of values while code is emitted: what lies inside its bounds for certain needs no check at run time.
// Never narrower than the truth: whatever may wrap becomes the whole range of its type. Tested by interval_test.cc.
#pragma once

#include "ir/arith/interval.h"

namespace assay {

// All values of an integer type or bool; everything for other types. Integers of uint64 are read as int64, so that
// nothing is known of large ones.
Interval IntervalOf(DType dtype);
// `interval` when the type holds all of it, otherwise the whole type.
Interval Fit(Interval interval, DType dtype);
// Of a binary node of integers; comparisons and logic give [0, 1].
Interval BinaryInterval(NodeKind kind, Interval a, Interval b, DType dtype);

}  // namespace assay
