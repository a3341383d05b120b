#include "fuzzers/bench/bit_equality.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// The figure of record is that of `assay bench bit-equality`; here it is shown that the comparison runs what it says.
TEST(BitEqualityTest, ASampleAgrees) {
  BitEqualityResult result = *CompareBitEquality({.kernels = 80, .seed = 5});
  EXPECT_EQ(result.kernels, 80u);
  EXPECT_GE(result.runs + 8 * result.refused + 4 * result.undefined, 80u * 8);
  EXPECT_GT(result.runs, 0u);
  EXPECT_GT(result.traps, 0u);
  EXPECT_GT(result.dtypes.size(), 6u);
  for (const BitDifference& d : result.differences)
    ADD_FAILURE() << d.seed << " " << d.kernel << " O" << d.opt_level << ": " << d.what;
}

TEST(BitEqualityTest, LoopsOverThreadsAgreeWithThreads) {
  BitEqualityResult result = *CompareBitEquality({.kernels = 40, .seed = 5, .launches = true});
  EXPECT_EQ(result.kernels, 40u);
  EXPECT_GE(result.runs, 35u * 8);
  EXPECT_GE(result.with_barrier, 10u);
  EXPECT_GE(result.with_exchange, 4u);
  for (const BitDifference& d : result.differences)
    ADD_FAILURE() << d.seed << " " << d.kernel << " O" << d.opt_level << ": " << d.what << "\n" << d.module;
}

TEST(BitEqualityTest, ProcessesShareTheSeeds) {
  uint64_t seen = 0;
  Result<BitEqualityResult> result =
      CompareBitEquality({.kernels = 9, .seed = 5, .jobs = 2, .progress = [&](uint64_t so_far) { seen = so_far; }});
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->kernels, 9u);
  EXPECT_LE(seen, 9u);
  EXPECT_TRUE(result->differences.empty());
  EXPECT_FALSE(result->dtypes.empty());
}

TEST(BitEqualityTest, ResultsTravelAsJson) {
  BitEqualityResult result{3, 24, 1, 0, 2, 4, 5, {{"int4", 1}}, {{7, "k", 3, true, "1 against 2", "a module"}}};
  EXPECT_EQ(BitEqualityJson(BitEqualityFromJson(BitEqualityJson(result))), BitEqualityJson(result));
}

}  // namespace
}  // namespace assay
