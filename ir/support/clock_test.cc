#include "ir/support/clock.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace assay {
namespace {

TEST(Clock, GoesForwardInSeconds) {
  double start = Now();
  usleep(20'000);
  double passed = Now() - start;
  EXPECT_GE(passed, 0.02);
  EXPECT_LT(passed, 60);
}

}  // namespace
}  // namespace assay
