// Options under the names that they had before.
#include "passes/old_options.h"

#include <gtest/gtest.h>

#include "passes/pass.h"

namespace assay {
namespace {

TEST(OldOptions, AreTakenUnderTheirNamesOfToday) {
  Context ctx;
  auto calls = ParsePassList(ctx, R"(ApplySchedule{"steps": ["split"]})");
  ASSERT_TRUE(calls.ok()) << calls.error().message;
  EXPECT_TRUE(calls->at(0).options.contains("primitives"));
  EXPECT_FALSE(calls->at(0).options.contains("steps"));
  EXPECT_FALSE(ParsePassList(ctx, R"(ApplySchedule{"steps": ["split"], "primitives": ["fuse"]})").ok());
  EXPECT_FALSE(ParsePassList(ctx, R"(FuseOps{"steps": ["split"]})").ok());
}

}  // namespace
}  // namespace assay
