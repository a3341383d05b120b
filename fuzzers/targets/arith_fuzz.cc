// Bytes decide an expression and what is known of its variables. Simplifying keeps its value, bounds hold it, and what
// is proven equal is equal.
#include <cstdlib>

#include "ir/arith/analyzer.h"
#include "ir/arith/scalar_sample.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace assay;
  Context ctx;
  ByteSource bytes{std::span<const uint8_t>(data, size)};
  static constexpr DType kDTypes[] = {DType::Int(64), DType::Int(32), DType::Int(8), DType::UInt(8), DType::UInt(32)};
  DType dtype = kDTypes[bytes.Below(std::size(kDTypes))];
  ScalarSampler sampler(ctx, bytes, dtype);
  int depth = 1 + static_cast<int>(bytes.Below(4));
  const Expr* e = bytes.Chance(1, 3) ? sampler.Truth(depth) : sampler.Number(depth);
  int64_t low = dtype.IsUInt() ? 0 : -3;
  ConstBounds bounds;
  for (const Var* var : sampler.vars) bounds.Bind(var, {low, low + 6});
  const Expr *simple = Simplify(ctx, e), *within = Simplify(ctx, e, bounds);
  Interval bound = bounds.Of(e);
  const Expr* other = DTypeOf(e).IsBool() ? e : sampler.Number(1);
  bool equal = ProveEqual(ctx, e, other);
  for (int64_t x = low; x <= low + 6; ++x) {
    for (int64_t y = low; y <= low + 6; ++y) {
      ScalarValues values{{sampler.vars[0], x}, {sampler.vars[1], y}};
      auto want = EvaluateScalar(e, values);
      if (!want) continue;
      auto one = EvaluateScalar(simple, values), two = EvaluateScalar(within, values),
           three = EvaluateScalar(other, values);
      if (!one || one->i != want->i || !two || two->i != want->i) std::abort();
      if (want->i < bound.low || want->i > bound.high) std::abort();
      if (equal && three && three->i != want->i) std::abort();
    }
  }
  return 0;
}
