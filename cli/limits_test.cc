#include "cli/limits.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(LimitsTest, MessagesNameTheLimitItsValueAndItsOption) {
  Budget budget{.steps = 5'000'000, .bytes = int64_t{2} << 30};
  EXPECT_EQ(Explain(OutOfBudget{Limit::kSteps}, budget),
            "out of budget: all 5M steps are taken; --steps raises the limit");
  EXPECT_EQ(Explain(OutOfBudget{Limit::kBytes}, budget),
            "out of budget: more memory is needed than 2GiB; --memory raises the limit");
  EXPECT_EQ(ExplainTime(90), "out of budget: 90s are over; --time raises the limit");
  EXPECT_EQ(ExplainTime(1), "out of budget: 1s is over; --time raises the limit");
  EXPECT_EQ(Explain(Refused{"why"}, budget), "refused: why");
}

TEST(LimitsTest, WhatIsGivenReplacesWhatIsUsual) {
  LimitFlags flags{.steps = 7};
  Budget budget = flags.Of({.steps = 1, .bytes = 2});
  EXPECT_EQ(budget.steps, 7);
  EXPECT_EQ(budget.bytes, 2);
}

// The exit code of a child that works for `micros` under a deadline.
int CodeUnder(double seconds, useconds_t micros) {
  pid_t child = fork();
  if (child == 0) {
    Deadline deadline(seconds, [] { return 42; });
    usleep(micros);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(LimitsTest, TheDeadlineEndsTheProcess) {
  EXPECT_EQ(CodeUnder(0.05, 20'000'000), 42);
  EXPECT_EQ(CodeUnder(60, 1000), 0);
  EXPECT_EQ(CodeUnder(0, 1000), 0);
}

TEST(LimitsTest, WorkThatIsDoneInTimeIsNotEnded) {
  bool late = false;
  {
    Deadline deadline(60, [&] { return late = true, 1; });
  }
  EXPECT_FALSE(late);
}

}  // namespace
}  // namespace assay
