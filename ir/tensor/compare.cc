// Element by element; the first difference is reported with its index.
#include "ir/tensor/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "ir/tensor/narrow_float.h"

namespace assay {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Bits of mantissa that are stored, by trying: the least k with 1 + 2^-k not representable is one more.
int MantissaBits(DType dtype) {
  if (dtype.bits == 64) return 52;
  if (dtype.bits == 32) return 23;
  int bits = 0;
  while (RoundToFloat(dtype, 1.0 + std::ldexp(1.0, -(bits + 1))) == 1.0 + std::ldexp(1.0, -(bits + 1))) ++bits;
  return bits;
}

std::string Describe(TensorView view) {
  return fmt::format("{}[{}]", DTypeName(view.dtype), fmt::join(view.shape, ", "));
}

std::vector<int64_t> Unflatten(int64_t flat, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  return index;
}

int64_t ScalarCount(TensorView view) { return view.ElementCount() * std::max<int>(view.dtype.lanes, 1); }

}  // namespace

double UnitRoundoff(DType dtype) { return dtype.IsFloating() ? std::ldexp(1.0, -(MantissaBits(dtype) + 1)) : 0; }

double SmallestPositive(DType dtype) {
  if (!dtype.IsFloating()) return 0;
  if (dtype.bits == 64) return std::numeric_limits<double>::denorm_min();
  if (dtype.bits == 32) return static_cast<double>(std::numeric_limits<float>::denorm_min());
  return DecodeNarrow(dtype, 1);
}

double BoundsOff(Scalar got, Scalar want, const ErrorBound& bound) {
  if (SameBits(got, want)) return 0;
  if (bound.bits || !got.dtype.IsFloating()) return kInfinite;
  if (got.f == want.f) return 0;
  if (!std::isfinite(got.f) || !std::isfinite(want.f)) return kInfinite;
  if (bound.roundings == 0) return kInfinite;
  double unit = bound.unit > 0 ? bound.unit : UnitRoundoff(got.dtype);
  double magnitude = std::max({bound.magnitude, std::fabs(got.f), std::fabs(want.f)});
  double allowed = bound.roundings * std::max(unit * magnitude, SmallestPositive(got.dtype));
  return std::fabs(got.f - want.f) / allowed;
}

std::optional<Difference> Compare(TensorView got, TensorView want, const ErrorBound& bound) {
  if (got.dtype != want.dtype || !std::ranges::equal(got.shape, want.shape)) {
    return Difference{.index = {},
                      .what = fmt::format("got {}, want {}", Describe(got), Describe(want)),
                      .got = {},
                      .want = {},
                      .bounds_off = kInfinite,
                      .count = ScalarCount(got)};
  }
  int64_t count = ScalarCount(got);
  size_t bytes = static_cast<size_t>(count * got.dtype.ElementBytes());
  if (bytes == 0 || std::memcmp(got.data, want.data, bytes) == 0) return std::nullopt;
  std::optional<Difference> first;
  for (int64_t i = 0; i < count; ++i) {
    Scalar g = ElementAt(got, i);
    Scalar w = ElementAt(want, i);
    // A byte that is neither 0 nor 1 is no bool, whatever it counts as.
    bool no_bool = got.dtype.IsBool() && got.data[i] != want.data[i];
    double off = no_bool ? kInfinite : BoundsOff(g, w, bound);
    if (off <= 1) continue;
    if (!first) {
      first = Difference{.index = Unflatten(i / std::max<int>(got.dtype.lanes, 1), got.shape),
                         .what = fmt::format("got {}, want {}", ToText(g), ToText(w)),
                         .got = g,
                         .want = w,
                         .bounds_off = off,
                         .count = 0};
    }
    ++first->count;
  }
  return first;
}

}  // namespace assay
