#include "oracles/conform/isolate.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/support/interrupt.h"

namespace assay {
namespace {

using testing::HasSubstr;

IsolateOptions Quick(int jobs) {
  IsolateOptions options;
  options.jobs = jobs;
  options.case_seconds = 1;
  options.batch = 4;
  return options;
}

TEST(IsolateTest, AnswersStandInOrder) {
  auto results = RunIsolated(11, [](size_t i) { return std::to_string(i * i); }, Quick(3));
  ASSERT_EQ(results.size(), 11u);
  for (size_t i = 0; i < 11; ++i) EXPECT_EQ(results[i].text, std::to_string(i * i));
}

TEST(IsolateTest, ACrashIsOneFailedCase) {
  auto work = [](size_t i) -> std::string {
    if (i == 2) std::raise(SIGKILL);
    if (i == 5) _exit(7);
    return "fine";
  };
  auto results = RunIsolated(8, work, Quick(2));
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(results[i].finished, i != 2 && i != 5) << i;
  EXPECT_THAT(results[2].text, HasSubstr("SIGKILL"));
  EXPECT_THAT(results[5].text, HasSubstr("exit code 7"));
}

TEST(IsolateTest, AHangIsOneFailedCase) {
  auto work = [](size_t i) -> std::string {
    while (i == 1) std::this_thread::sleep_for(std::chrono::seconds(1));
    return "fine";
  };
  auto results = RunIsolated(3, work, Quick(1));
  EXPECT_TRUE(results[0].finished);
  EXPECT_EQ(results[1].text, "out of time");
  EXPECT_TRUE(results[2].finished);
}

TEST(IsolateTest, WhatTheChildSaidLastIsKept) {
  auto work = [](size_t) -> std::string {
    std::fputs("first\nthe cause\n", stderr);
    std::abort();
  };
  EXPECT_THAT(RunIsolated(1, work, Quick(1))[0].text, HasSubstr("the cause"));
}

TEST(IsolateTest, LongAnswersArrive) {
  std::string text(3'000'000, 'x');
  EXPECT_EQ(RunIsolated(1, [&](size_t) { return text; }, Quick(1))[0].text, text);
}

// What ends a run leaves what had been judged, and says of the rest that it was not.
void ExpectEndsEarly(const std::function<void(IsolateOptions&)>& when_two_are_done) {
  IsolateOptions options = Quick(1);
  options.batch = 1;
  options.case_seconds = 600;
  when_two_are_done(options);
  auto work = [](size_t i) {
    if (i >= 2) std::this_thread::sleep_for(std::chrono::minutes(5));
    return std::to_string(i);
  };
  auto results = RunIsolated(9, work, options);
  ASSERT_EQ(results.size(), 9u);
  for (size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(results[i].finished, i < 2) << i;
    EXPECT_EQ(results[i].skipped, i >= 2) << i;
  }
}

TEST(IsolateTest, ASignalEndsTheRunInOrder) {
  {
    InterruptGuard guard;
    ExpectEndsEarly([](IsolateOptions& options) {
      options.progress = [](size_t done) {
        if (done == 2) std::raise(SIGTERM);
      };
    });
    EXPECT_EQ(InterruptSignal(), SIGTERM);
  }
  // A new one knows of no signal, nor does what runs after it.
  InterruptGuard forgetful;
  EXPECT_FALSE(Interrupted());
}

TEST(IsolateTest, EnoughIsEnough) {
  bool two = false;
  ExpectEndsEarly([&](IsolateOptions& options) {
    options.progress = [&](size_t done) { two = done == 2; };
    options.enough = [&] { return two; };
  });
}

}  // namespace
}  // namespace assay
