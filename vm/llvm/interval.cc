#include "vm/llvm/interval.h"

namespace assay {
namespace {

constexpr Interval kAll;

bool IsWide(DType dtype) { return dtype.bits >= 64; }
WideInterval Ends(Interval interval) { return {interval.low, interval.high}; }

}  // namespace

Interval IntervalOf(DType dtype) {
  bool known = dtype.IsBool() || (dtype.IsInteger() && !IsWide(dtype));
  return known ? Narrowed(NumbersOf(dtype)) : kAll;
}

Interval Fit(Interval interval, DType dtype) {
  Interval type = IntervalOf(dtype);
  bool large = dtype.IsUInt() && IsWide(dtype) && interval.low < 0;
  return interval.Inside(type) && !large ? interval : type;
}

Interval BinaryInterval(NodeKind kind, Interval a, Interval b, DType dtype) {
  if (kind >= NodeKind::kEQ) return {0, 1};
  if (!dtype.IsInteger()) return IntervalOf(dtype);
  // A large uint64 looks negative here, so nothing follows for it from signed arithmetic.
  if (dtype.IsUInt() && IsWide(dtype) && (a.low < 0 || b.low < 0)) return kAll;
  WideInterval exact = BinaryInterval(kind, Ends(a), Ends(b));
  return exact.Inside(Ends(kAll)) ? Fit(Narrowed(exact), dtype) : IntervalOf(dtype);
}

}  // namespace assay
