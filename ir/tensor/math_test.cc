// Known values, totality over special inputs, and that the table's symbols are the functions.
#include "ir/tensor/math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "ir/tensor/narrow_float.h"

namespace assay {
namespace {

TEST(MathTest, KnownValues) {
  EXPECT_EQ(assay_exp_f64(0), 1);
  EXPECT_EQ(assay_sigmoid_f64(0), 0.5);
  EXPECT_EQ(assay_sigmoid_f64(-1000), 0);
  EXPECT_EQ(assay_rsqrt_f32(4), 0.5f);
  EXPECT_EQ(assay_round_f32(2.5f), 2.0f);
  EXPECT_EQ(assay_pow_f64(2, 10), 1024);
  EXPECT_EQ(assay_ldexp_f64(3, 4), 48);
  EXPECT_EQ(assay_exp_f32(1), 2.7182817f);
}

TEST(MathTest, EveryNaNIsCanonical) {
  double inputs[] = {0.0, -0.0, 1.0, -1.0, -2.5, 1e300, -1e300, HUGE_VAL, -HUGE_VAL, -CanonicalNaN()};
  for (const MathFunction& function : MathFunctions()) {
    for (double x : inputs) {
      for (double y : inputs) {
        double value = function.arity == 1 ? function.unary(x) : function.binary(x, y);
        if (std::isnan(value)) {
          EXPECT_EQ(std::bit_cast<uint64_t>(value), std::bit_cast<uint64_t>(CanonicalNaN())) << function.name;
        }
      }
    }
  }
}

TEST(MathTest, ExpIsWithinOneUnitInTheLastPlace) {
  for (double x = -745; x < 709; x += 0.37) {
    double want = std::exp(x);
    EXPECT_LE(std::abs(assay_exp_f64(x) - want), std::nextafter(want, HUGE_VAL) - want) << x;
    EXPECT_EQ(assay_exp_f32(static_cast<float>(x)),
              static_cast<float>(std::exp(static_cast<double>(static_cast<float>(x)))));
  }
  EXPECT_EQ(assay_exp_f64(709.79), HUGE_VAL);
  EXPECT_EQ(assay_exp_f64(HUGE_VAL), HUGE_VAL);
  EXPECT_EQ(assay_exp_f64(-746), 0);
  EXPECT_EQ(assay_exp_f64(-HUGE_VAL), 0);
}

TEST(MathTest, FoundByName) {
  const MathFunction* tanh = FindMathFunction("tanh");
  ASSERT_NE(tanh, nullptr);
  EXPECT_EQ(tanh->symbol_f32, "assay_tanh_f32");
  EXPECT_EQ(tanh->address_f32, reinterpret_cast<void*>(&assay_tanh_f32));
  EXPECT_EQ(FindMathFunction("launch"), nullptr);
}

TEST(MathTest, Float32EntryEqualsScalarPath) {
  for (float x : {0.1f, 0.7f, 3.0f, -2.0f, 1e-40f}) {
    Scalar value = Scalar::Float(DType::Float(32), static_cast<double>(x));
    double got = ApplyMath(*FindMathFunction("exp"), value).f;
    EXPECT_EQ(got, static_cast<double>(assay_exp_f32(x)));
  }
}

}  // namespace
}  // namespace assay
