#include "fuzzers/campaign/bit_equality.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// The figure of record is that of `assay bench bit-equality`; here it is shown that the comparison runs what it says.
TEST(BitEqualityTest, ASampleAgrees) {
  BitEqualityResult result = CompareBitEquality({.kernels = 12, .seed = 5});
  EXPECT_EQ(result.kernels, 12u);
  EXPECT_GE(result.runs + 8 * result.refused + 4 * result.undefined, 12u * 8);
  EXPECT_GT(result.runs, 0u);
  EXPECT_TRUE(result.dtypes.contains("int4") || result.dtypes.contains("uint4"));
  for (const BitDifference& d : result.differences) ADD_FAILURE() << d.seed << " " << d.kernel << " O" << d.opt_level << ": " << d.what;
}

}  // namespace
}  // namespace assay
