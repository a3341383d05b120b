// Intervals hold all that arithmetic gives, with ends of any length.
#include "ir/arith/interval.h"

#include <gtest/gtest.h>

#include "ir/prim/exact_int.h"

namespace assay {
namespace {

constexpr WideInt kLeast = INT64_MIN, kGreatest = INT64_MAX;

// All pairs of small intervals: each value that is a number lies inside, and both ends are reached where division and
// remainders are by one number.
TEST(IntervalTest, HoldsAllValues) {
  for (int k = static_cast<int>(NodeKind::kAdd); k <= static_cast<int>(NodeKind::kOr); ++k) {
    auto kind = static_cast<NodeKind>(k);
    for (int64_t a_low = -7; a_low <= 7; a_low += 2) {
      for (int64_t b_low = -7; b_low <= 7; ++b_low) {
        for (int64_t width : {0, 1, 4}) {
          WideInterval got = BinaryInterval(kind, {a_low, a_low + 3}, {b_low, b_low + width});
          for (int64_t a = a_low; a <= a_low + 3; ++a) {
            for (int64_t b = b_low; b <= b_low + width; ++b) {
              std::optional<int64_t> value = ExactInt(kind, a, b);
              if (!value) continue;
              EXPECT_TRUE(got.low <= *value && *value <= got.high) << NodeKindName(kind) << " " << a << " " << b;
            }
          }
        }
      }
    }
  }
}

// All small intervals and numbers: what is left is what also compares so, or all where nothing does.
TEST(IntervalTest, NarrowedByAComparison) {
  for (NodeKind kind : {NodeKind::kLT, NodeKind::kLE, NodeKind::kGT, NodeKind::kGE, NodeKind::kEQ, NodeKind::kNE}) {
    for (int64_t low = -3; low <= 3; ++low) {
      for (int64_t high = low; high <= 3; ++high) {
        for (int64_t number = -5; number <= 5; ++number) {
          Interval whole{low, high}, got = NarrowedBy(whole, kind, number), want{INT64_MAX, INT64_MIN};
          for (int64_t value = low; value <= high; ++value) {
            if (*ExactInt(kind, value, number) == 1) want = {std::min(want.low, value), std::max(want.high, value)};
          }
          // A value that is not the number may lie on both sides of it.
          if (want.low > want.high || kind == NodeKind::kNE) want = whole;
          EXPECT_EQ(got, want) << NodeKindName(kind) << " [" << low << ", " << high << "] " << number;
        }
      }
    }
  }
  EXPECT_EQ(NarrowedBy({}, NodeKind::kLT, INT64_MIN), Interval{});
  EXPECT_EQ(NarrowedBy({}, NodeKind::kGT, INT64_MAX), Interval{});
  EXPECT_EQ(NarrowedBy({}, NodeKind::kGT, 4), (Interval{5, INT64_MAX}));
}

TEST(IntervalTest, Ends) {
  struct Case {
    NodeKind kind;
    WideInterval a, b, result;
  };
  WideInterval all{kLeast, kGreatest}, size{0, kNoEnd}, open;
  const Case cases[] = {
      {NodeKind::kAdd, all, {1, 1}, {kLeast + 1, kGreatest + 1}},
      {NodeKind::kSub, {0, 0}, all, {-kGreatest, -kLeast}},
      // What 100 bits do not hold ends before them.
      {NodeKind::kMul, all, all, {1 - kNoEnd, kNoEnd - 1}},
      {NodeKind::kMul, {kLeast, kLeast}, {-1, -1}, {-kLeast, -kLeast}},
      {NodeKind::kAdd, size, {-4, 4}, {-4, kNoEnd}},
      {NodeKind::kSub, size, size, open},
      {NodeKind::kMul, size, {-4, 4}, open},
      {NodeKind::kMul, size, {0, 0}, {0, 0}},
      {NodeKind::kMul, size, size, size},
      {NodeKind::kFloorDiv, {kLeast, kLeast}, {2, 2}, {kLeast / 2, kLeast / 2}},
      {NodeKind::kFloorDiv, all, {2, 3}, {kLeast / 2, kGreatest / 2}},
      {NodeKind::kFloorDiv, {-3, 9}, {4, 4}, {-1, 2}},
      {NodeKind::kDiv, {-3, 9}, {4, 4}, {0, 2}},
      {NodeKind::kFloorDiv, {-3, 9}, size, open},
      {NodeKind::kFloorDiv, {-3, 9}, {1, kNoEnd}, {-3, 9}},
      {NodeKind::kFloorDiv, {-3, 9}, {-4, -4}, open},
      {NodeKind::kFloorDiv, size, {4, 4}, size},
      {NodeKind::kFloorMod, {-3, 9}, {4, 4}, {0, 3}},
      {NodeKind::kMod, {-3, 9}, {4, 4}, {-3, 3}},
      {NodeKind::kMod, {-9, -5}, {4, 4}, {-3, 0}},
      {NodeKind::kFloorMod, {2, 3}, {4, 9}, {2, 3}},
      {NodeKind::kFloorMod, {0, 9}, {1, kNoEnd}, {0, 9}},
      {NodeKind::kFloorMod, open, {1, kNoEnd}, size},
      {NodeKind::kFloorMod, {-3, 9}, {-4, 4}, open},
      {NodeKind::kLT, {0, 3}, {4, 9}, {1, 1}},
      {NodeKind::kLT, {0, 4}, {4, 9}, {0, 1}},
      {NodeKind::kGE, {0, 3}, {4, 9}, {0, 0}},
      {NodeKind::kLE, size, {kGreatest, kGreatest}, {0, 1}},
      {NodeKind::kEQ, {4, 4}, {4, 4}, {1, 1}},
      {NodeKind::kAnd, {0, 1}, {1, 1}, {0, 1}},
      {NodeKind::kOr, {0, 1}, {1, 1}, {1, 1}},
  };
  for (const Case& one : cases) {
    WideInterval got = BinaryInterval(one.kind, one.a, one.b);
    EXPECT_TRUE(got.low == one.result.low && got.high == one.result.high)
        << NodeKindName(one.kind) << " at line " << (&one - cases) << ": [" << static_cast<double>(got.low) << ", "
        << static_cast<double>(got.high) << "]";
  }
}

// However large, what is known is no unknown end.
TEST(IntervalTest, LargeEndsAreKnown) {
  WideInterval large{kGreatest, kGreatest};
  WideInterval square = BinaryInterval(NodeKind::kMul, large, large);
  WideInterval more = BinaryInterval(NodeKind::kMul, square, square);
  EXPECT_FALSE(IsNoEnd(more.low) || IsNoEnd(more.high));
  EXPECT_FALSE(IsNoEnd(BinaryInterval(NodeKind::kAdd, more, more).high));
}

TEST(IntervalTest, BetweenBothForms) {
  EXPECT_EQ(Narrowed({kLeast - 1, kGreatest + 1}), Interval());
  EXPECT_EQ(Narrowed({-3, 9}), (Interval{-3, 9}));
  EXPECT_TRUE(IsNoEnd(Opened({}).low) && IsNoEnd(Opened({}).high));
  EXPECT_FALSE(IsNoEnd(Opened({-3, 9}).low));
  EXPECT_EQ(Union(Interval{-3, 1}, Interval{0, 9}), (Interval{-3, 9}));
  EXPECT_EQ(Narrowed(NumbersOf(DType::Int(8))), (Interval{-128, 127}));
  EXPECT_EQ(Narrowed(NumbersOf(DType::Bool())), (Interval{0, 1}));
  EXPECT_TRUE(NumbersOf(DType::UInt(64)).high == 2 * kGreatest + 1);
}

}  // namespace
}  // namespace assay
