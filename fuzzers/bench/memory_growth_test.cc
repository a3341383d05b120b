#include "fuzzers/bench/memory_growth.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(MemoryGrowthTest, ALeakIsASlope) {
  EXPECT_DOUBLE_EQ(SlopeOf({{100, 5000}, {200, 5800}, {300, 6600}}), 8);
  EXPECT_DOUBLE_EQ(SlopeOf({{100, 5000}, {200, 5000}}), 0);
  EXPECT_DOUBLE_EQ(SlopeOf({{100, 5000}}), 0);
}

// The figure of record is that of `assay bench memory`.
TEST(MemoryGrowthTest, ModulesAreBuiltAndRun) {
  MemoryGrowthResult result = MeasureMemoryGrowth({.iterations = 40, .modules = 20, .seed = 3});
  EXPECT_EQ(result.iterations, 40u);
  EXPECT_GT(result.values, 20u);
  ASSERT_EQ(result.samples.size(), 20u);
  EXPECT_EQ(result.samples.back().iteration, 40u);
  EXPECT_GT(result.samples.back().resident_bytes, 1 << 20);
}

}  // namespace
}  // namespace assay
