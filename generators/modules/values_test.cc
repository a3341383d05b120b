// What values of each style reach, for each dtype of tensors.
#include "generators/modules/values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "generators/modules/plan.h"
#include "ir/tensor/compare.h"

namespace assay {
namespace {

TEST(Values, WideFloatsHaveAllOrders) {
  for (DType dtype : {DType::Float(16), DType::BFloat16(), DType::Float(32), DType::Float(64)}) {
    ByteSource bytes = ByteSource::FromSeed(1);
    double least = 1, greatest = 0, closest = 1;
    std::set<int> orders;
    for (int i = 0; i < 4000; ++i) {
      double value = RandomScalar(bytes, dtype, ValueStyle::kWide).f, magnitude = std::fabs(value);
      ASSERT_TRUE(std::isfinite(value)) << DTypeName(dtype);
      least = std::min(least, magnitude);
      greatest = std::max(greatest, magnitude);
      if (magnitude != 1) closest = std::min(closest, std::fabs(magnitude - 1));
      orders.insert(std::ilogb(value));
    }
    double unit = UnitRoundoff(dtype);
    EXPECT_LT(least, unit / 2) << DTypeName(dtype);
    EXPECT_GT(greatest, std::min(2000.0, 1 / unit)) << DTypeName(dtype);
    EXPECT_LE(closest, 2 * unit) << DTypeName(dtype);
    EXPECT_GE(static_cast<double>(orders.size()), -std::log2(unit)) << DTypeName(dtype);
  }
}

TEST(Values, WideIntegersHaveEveryWidth) {
  for (DType dtype :
       {DType::Int(8), DType::UInt(8), DType::Int(32), DType::UInt(32), DType::Int(64), DType::UInt(64)}) {
    ByteSource bytes = ByteSource::FromSeed(1);
    std::set<int64_t> seen;
    for (int i = 0; i < 20000; ++i) seen.insert(RandomScalar(bytes, dtype, ValueStyle::kWide).i);
    for (int bit = 0; bit < dtype.bits; ++bit) {
      Scalar power = Scalar::Int(dtype, static_cast<int64_t>(uint64_t{1} << bit));
      EXPECT_TRUE(seen.contains(power.i)) << DTypeName(dtype) << " " << bit;
      EXPECT_TRUE(seen.contains(scalar::Sub(Scalar::Zero(dtype), power).i)) << DTypeName(dtype) << " " << bit;
    }
    EXPECT_TRUE(seen.contains(scalar::Highest(dtype).i)) << DTypeName(dtype);
  }
}

// Formats of few bits have values of this style, too.
TEST(Values, EveryDTypeHasEveryStyle) {
  for (DType dtype : AllTensorDTypes()) {
    ByteSource bytes = ByteSource::FromSeed(2);
    for (ValueStyle style : {ValueStyle::kModerate, ValueStyle::kSmallInts, ValueStyle::kSpecial, ValueStyle::kWide}) {
      std::set<std::string> seen;
      for (int i = 0; i < 200; ++i) seen.insert(ToText(RandomScalar(bytes, dtype, style)));
      EXPECT_GE(seen.size(), 2u) << DTypeName(dtype);
    }
  }
}

}  // namespace
}  // namespace assay
