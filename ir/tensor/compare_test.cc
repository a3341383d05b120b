// What counts as a difference, and by how many bounds.
#include "ir/tensor/compare.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay {
namespace {

Tensor Floats(std::vector<double> values) {
  return Tensor::Floats(DType::Float(32), {static_cast<int64_t>(values.size())}, values);
}

TEST(CompareTest, EqualBitsAgree) {
  EXPECT_FALSE(Compare(Floats({1, NAN, HUGE_VAL}), Floats({1, NAN, HUGE_VAL}), ErrorBound::Bits()).has_value());
}

TEST(CompareTest, SignOfZeroMattersForBitsAlone) {
  EXPECT_TRUE(Compare(Floats({0.0}), Floats({-0.0}), ErrorBound::Bits()).has_value());
  EXPECT_FALSE(Compare(Floats({0.0}), Floats({-0.0}), ErrorBound::Equal()).has_value());
}

TEST(CompareTest, FirstDifferenceIsNamed) {
  Tensor got(DType::Int(32), {2, 3});
  Tensor want = got.Clone();
  want.Set(4, Scalar::Int(DType::Int(32), 7));
  want.Set(5, Scalar::Int(DType::Int(32), 8));
  std::optional<Difference> difference = Compare(got, want, ErrorBound::Roundings(100));
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->index, (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(difference->what, "got 0, want 7");
  EXPECT_EQ(difference->count, 2);
}

TEST(CompareTest, BoundGrowsWithRoundingsAndMagnitude) {
  double one_ulp_above = 1.0 + std::ldexp(1.0, -23);
  EXPECT_TRUE(Compare(Floats({one_ulp_above}), Floats({1}), ErrorBound::Roundings(1)).has_value());
  EXPECT_FALSE(Compare(Floats({one_ulp_above}), Floats({1}), ErrorBound::Roundings(2)).has_value());
  // Cancellation: a small result of large terms.
  EXPECT_TRUE(Compare(Floats({1e-5}), Floats({0}), ErrorBound::Roundings(4)).has_value());
  EXPECT_FALSE(Compare(Floats({1e-5}), Floats({0}), ErrorBound::Roundings(4, 1000)).has_value());
}

TEST(CompareTest, SpecialsMustMatch) {
  ErrorBound wide = ErrorBound::Roundings(1e6, 1e30);
  EXPECT_TRUE(Compare(Floats({HUGE_VAL}), Floats({1}), wide).has_value());
  EXPECT_TRUE(Compare(Floats({HUGE_VAL}), Floats({-HUGE_VAL}), wide).has_value());
  EXPECT_TRUE(Compare(Floats({NAN}), Floats({1}), wide).has_value());
}

TEST(CompareTest, ShapeAndDTypeDiffer) {
  std::optional<Difference> difference = Compare(Floats({1, 2}), Floats({1}), ErrorBound::Bits());
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->what, "got float32[2], want float32[1]");
}

TEST(CompareTest, UnitRoundoffs) {
  EXPECT_EQ(UnitRoundoff(DType::Float(32)), std::ldexp(1.0, -24));
  EXPECT_EQ(UnitRoundoff(DType::Float(16)), std::ldexp(1.0, -11));
  EXPECT_EQ(UnitRoundoff(DType::BFloat16()), std::ldexp(1.0, -8));
  EXPECT_EQ(UnitRoundoff(DType::Int(32)), 0);
}

}  // namespace
}  // namespace assay
