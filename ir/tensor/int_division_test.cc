// Division of int64, over signs and the ends of its range.
#include "ir/tensor/int_division.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

struct Division {
  int64_t a, b, floor_quotient, floor_remainder, trunc_quotient, trunc_remainder;
};
constexpr Division kDivisions[] = {
    {7, 2, 3, 1, 3, 1},
    {-7, 2, -4, 1, -3, -1},
    {7, -2, -4, -1, -3, 1},
    {-7, -2, 3, -1, 3, -1},
    {8, 2, 4, 0, 4, 0},
    {-8, 2, -4, 0, -4, 0},
    {8, -2, -4, 0, -4, 0},
    {-8, -2, 4, 0, 4, 0},
    {0, -5, 0, 0, 0, 0},
    {1, 5, 0, 1, 0, 1},
    {-1, 5, -1, 4, 0, -1},
    {1, -5, -1, -4, 0, 1},
    {-1, -5, 0, -1, 0, -1},
    {INT64_MIN, -1, INT64_MIN, 0, INT64_MIN, 0},
    {INT64_MIN, 1, INT64_MIN, 0, INT64_MIN, 0},
    {INT64_MIN, 2, INT64_MIN / 2, 0, INT64_MIN / 2, 0},
    {INT64_MIN, 3, -3074457345618258603, 1, -3074457345618258602, -2},
    {INT64_MIN, INT64_MAX, -2, INT64_MAX - 1, -1, -1},
    {INT64_MIN, INT64_MIN, 1, 0, 1, 0},
    {INT64_MAX, INT64_MIN, -1, -1, 0, INT64_MAX},
    {INT64_MAX, -1, -INT64_MAX, 0, -INT64_MAX, 0},
    {INT64_MAX, -2, -4611686018427387904, -1, -4611686018427387903, 1},
    {INT64_MAX, INT64_MAX, 1, 0, 1, 0},
    {-1, INT64_MIN, 0, -1, 0, -1},
    {-1, INT64_MAX, -1, INT64_MAX - 1, 0, -1},
    {1, INT64_MIN, -1, INT64_MIN + 1, 0, 1},
};

TEST(IntDivisionTest, RoundsDownAndTowardZero) {
  for (const Division& one : kDivisions) {
    EXPECT_EQ(FloorQuotient(one.a, one.b), one.floor_quotient) << one.a << " // " << one.b;
    EXPECT_EQ(FloorRemainder(one.a, one.b), one.floor_remainder) << one.a << " % " << one.b;
    EXPECT_EQ(TruncQuotient(one.a, one.b), one.trunc_quotient) << one.a << " / " << one.b;
    EXPECT_EQ(TruncRemainder(one.a, one.b), one.trunc_remainder) << one.a << " rem " << one.b;
  }
}

// Quotient and remainder belong together, and the remainder lies between 0 and the divisor.
TEST(IntDivisionTest, QuotientAndRemainderMakeTheDividend) {
  constexpr int64_t kNumbers[] = {INT64_MIN, INT64_MIN + 1, -100,          -3,       -2, -1, 0, 1, 2,
                                  3,         100,           INT64_MAX - 1, INT64_MAX};
  for (int64_t a : kNumbers) {
    for (int64_t b : kNumbers) {
      if (b == 0) continue;
      auto product = static_cast<uint64_t>(FloorQuotient(a, b)) * static_cast<uint64_t>(b);
      EXPECT_EQ(static_cast<int64_t>(product + static_cast<uint64_t>(FloorRemainder(a, b))), a) << a << " // " << b;
      int64_t rest = FloorRemainder(a, b);
      EXPECT_TRUE(b > 0 ? rest >= 0 && rest < b : rest <= 0 && rest > b) << a << " % " << b << " = " << rest;
    }
  }
}

}  // namespace
}  // namespace assay
