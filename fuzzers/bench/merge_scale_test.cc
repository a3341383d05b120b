// A merge of a few made units is measured.
#include "fuzzers/bench/merge_scale.h"

#include <gtest/gtest.h>

#include "ir/support/temp_folder.h"

namespace assay {
namespace {

TEST(MergeScaleTest, CountsWhatItMakes) {
  TempFolder folder;
  auto scale = MeasureMerge({.units = 5, .cases = 20, .entries = 4, .findings = 2}, folder.path() + "/here");
  ASSERT_TRUE(scale.ok()) << scale.error().message;
  EXPECT_EQ(scale->units, 5u);
  EXPECT_GT(scale->files, 5u * (4 + 2 + 3));
  EXPECT_GT(scale->findings, 0u);
  EXPECT_GT(scale->corpus, 0u);
  EXPECT_GT(scale->merge_seconds, 0);
  EXPECT_GT(scale->peak_bytes, 0u);
  EXPECT_FALSE(MeasureMerge({}, folder.path() + "/here").ok());
}

}  // namespace
}  // namespace assay
