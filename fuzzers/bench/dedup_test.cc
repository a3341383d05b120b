// What counts as the right bucket, and a bug that is switched on fills one.
#include "fuzzers/bench/dedup.h"

#include <gtest/gtest.h>

#include "ir/support/fault.h"

namespace assay {
namespace {

TEST(DedupTest, TheRightBucketIsTheLargestUnlessAnotherBugHasMoreInIt) {
  DedupResult result{{{"one", {{"a", 6}, {"b", 2}}}, {"two", {{"a", 8}}}, {"three", {{"c", 4}}}, {"none", {}}}};
  Settle(result);
  EXPECT_EQ(result.rows[0].right, 0u);
  EXPECT_EQ(result.rows[1].right, 8u);
  EXPECT_EQ(result.rows[2].right, 4u);
  EXPECT_DOUBLE_EQ(result.right_share(), 12.0 / 20);
  EXPECT_DOUBLE_EQ(result.buckets_per_bug(), 4.0 / 3);
}

TEST(DedupTest, OfTwoBugsWithOneSignatureOnlyOneHasIt) {
  DedupResult result{{{"one", {{"a", 5}}}, {"two", {{"a", 5}}}}};
  Settle(result);
  EXPECT_DOUBLE_EQ(result.right_share(), 0.5);
  nlohmann::json json = DedupJson(result);
  EXPECT_EQ(json["right_share"], 0.5);
  EXPECT_EQ(json["faults"][1]["right"], 0);
  EXPECT_EQ(json["faults"][0]["buckets"][0]["signature"], "a");
}

TEST(DedupTest, NothingFoundIsNothingRight) {
  DedupResult result{{{"one", {}}}};
  Settle(result);
  EXPECT_EQ(result.right_share(), 0);
  EXPECT_EQ(result.buckets_per_bug(), 0);
}

#ifdef ASSAY_FAULTS
TEST(DedupTest, FindingsOfOneBugLandInOneBucket) {
  DedupOptions options;
  options.bugs = {{"legalize_drops_tensor_to_shape", "", "", {}}};
  options.findings = 2;
  options.switch_on = [](const std::string&) { SetFaults({Fault::legalize_drops_tensor_to_shape}); };
  Result<DedupResult> result = MeasureDedup(options);
  SetFaults({});
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->rows.size(), 1u);
  EXPECT_GE(result->rows[0].findings(), 2u);
  EXPECT_EQ(result->rows[0].buckets.size(), 1u) << DedupJson(*result).dump(1);
}
#endif

}  // namespace
}  // namespace assay
