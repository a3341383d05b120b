// Intervals hold every value of their type's arithmetic; scoped maps return to what they were.
#include "vm/llvm/interval.h"

#include <gtest/gtest.h>

#include <vector>

#include "vm/llvm/scoped_map.h"
#include "vm/scalar_ops.h"

namespace assay {
namespace {

// All pairs of small intervals of int4 and uint4, all of their values: the result is never outside what is foretold.
TEST(IntervalTest, NoResultIsOutside) {
  for (DType dtype : {DType::Int(4), DType::UInt(4)}) {
    Interval type = IntervalOf(dtype);
    for (int kind = static_cast<int>(NodeKind::kAdd); kind <= static_cast<int>(NodeKind::kOr); ++kind) {
      auto op = static_cast<NodeKind>(kind);
      for (int64_t a_low = type.low; a_low <= type.high; a_low += 3) {
        for (int64_t b_low = type.low; b_low <= type.high; b_low += 2) {
          Interval a{a_low, std::min(a_low + 4, type.high)};
          Interval b{b_low, std::min(b_low + b_low % 3, type.high)};
          Interval foretold = BinaryInterval(op, a, b, dtype);
          for (int64_t x = a.low; x <= a.high; ++x) {
            for (int64_t y = b.low; y <= b.high; ++y) {
              if (IsDivision(op) && y == 0) continue;
              int64_t value = BinaryFunction(op)(Scalar::Int(dtype, x), Scalar::Int(dtype, y)).i;
              EXPECT_TRUE(Interval::Of(value).Inside(foretold))
                  << NodeKindName(op) << " " << x << " " << y << " = " << value;
            }
          }
        }
      }
    }
  }
}

TEST(IntervalTest, KnowsWhatIsNeededForIndices) {
  DType index = DType::Int(64);
  Interval loop{0, 15};
  Interval scaled = BinaryInterval(NodeKind::kMul, loop, Interval::Of(16), index);
  EXPECT_EQ(BinaryInterval(NodeKind::kAdd, scaled, loop, index), (Interval{0, 255}));
  EXPECT_EQ(BinaryInterval(NodeKind::kFloorDiv, {-3, 9}, Interval::Of(4), index), (Interval{-1, 2}));
  EXPECT_EQ(BinaryInterval(NodeKind::kFloorMod, {-3, 9}, Interval::Of(4), index), (Interval{0, 3}));
  EXPECT_EQ(BinaryInterval(NodeKind::kLT, loop, loop, index), (Interval{0, 1}));
}

TEST(IntervalTest, OverflowKnowsNothing) {
  Interval large{0, INT64_MAX};
  EXPECT_EQ(BinaryInterval(NodeKind::kAdd, large, large, DType::Int(64)), Interval());
  EXPECT_EQ(BinaryInterval(NodeKind::kAdd, {0, 127}, Interval::Of(1), DType::Int(8)), (Interval{-128, 127}));
  EXPECT_EQ(BinaryInterval(NodeKind::kSub, {0, 1}, Interval::Of(1), DType::UInt(64)), Interval());
}

TEST(ScopedMapTest, RestoresWhatWasThere) {
  ScopedMap<int, int> map;
  map.Set(1, 10);
  size_t mark = map.Mark();
  map.Set(1, 11);
  map.Set(2, 20);
  map.Set(1, 12);
  EXPECT_EQ(*map.Find(1), 12);
  map.Restore(mark);
  EXPECT_EQ(*map.Find(1), 10);
  EXPECT_EQ(map.Find(2), nullptr);
}

}  // namespace
}  // namespace assay
