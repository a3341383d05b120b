#include "ir/support/budget.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(BudgetTest, NothingIsTakenWhereNotEnoughIsLeft) {
  Meter meter({.steps = 3, .bytes = 10});
  EXPECT_TRUE(meter.Step(2));
  EXPECT_FALSE(meter.Step(2));
  EXPECT_EQ(meter.left().steps, 1);
  EXPECT_EQ(meter.Spent().limit, Limit::kSteps);
  EXPECT_TRUE(meter.Allocate(8));
  EXPECT_FALSE(meter.Allocate(3));
  EXPECT_EQ(meter.Spent().limit, Limit::kBytes);
  meter.Release(8);
  EXPECT_TRUE(meter.Allocate(10));
}

TEST(BudgetTest, APartPassesOnWhatItEndedBy) {
  Meter whole({}), part({.steps = 1, .bytes = 1});
  EXPECT_FALSE(part.Allocate(2));
  whole.EndAs(part);
  EXPECT_EQ(whole.Spent().limit, Limit::kBytes);
}

}  // namespace
}  // namespace assay
