// Children with limits, and messages over a pipe.
#include "fuzzers/process/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "fuzzers/process/channel.h"
#include "fuzzers/process/computed_in_children.h"

namespace assay {
namespace {

TEST(Process, TellsHowAChildEnded) {
  EXPECT_TRUE(RunInChild({}, [] { return 0; }).clean());
  EXPECT_EQ(RunInChild({}, [] { return 3; }).Word(), "exit_3");
  EXPECT_EQ(RunInChild({}, []() -> int { std::abort(); }).Word(), "SIGABRT");
  EXPECT_EQ(RunInChild({}, [] { return kill(getpid(), SIGKILL); }).Word(), "SIGKILL");
}

// It must not unwind into the frames that the child has of its parent.
TEST(Process, AnExceptionEndsTheChild) {
  Ending ending = RunInChild({}, [] { return std::vector<int>().at(1); });
  EXPECT_EQ(ending.Word(), "SIGABRT");
  EXPECT_NE(ending.said.find("out_of_range"), std::string::npos) << ending.said;
}

// A terminal and a service manager ask every process of the group.
TEST(Process, LeavesRequestsToEndToTheParent) {
  EXPECT_TRUE(RunInChild({}, [] {
                for (int signal : {SIGINT, SIGTERM, SIGHUP}) kill(getpid(), signal);
                return 0;
              }).clean());
}

TEST(Process, WhatEndsAChildCostsItsOwnResultAlone) {
  struct Row {
    const char* what;
    std::vector<size_t> fatal;
    int signal;
  };
  const Row kRows[] = {
      {"none", {}, SIGABRT},      {"first", {0}, SIGABRT},
      {"last", {7}, SIGSEGV},     {"two in a row", {3, 4}, SIGFPE},
      {"apart", {1, 5}, SIGKILL}, {"all", {0, 1, 2, 3, 4, 5, 6, 7}, SIGABRT},
  };
  for (const Row& row : kRows) {
    auto dies = [&](size_t i) { return std::ranges::count(row.fatal, i) != 0; };
    auto compute = [&](size_t i) -> uint64_t {
      if (dies(i)) raise(row.signal);
      return 10 * i;
    };
    std::vector<uint64_t> want;
    for (size_t i = 0; i < 8; ++i) want.push_back(dies(i) ? 1000 + i : 10 * i);
    EXPECT_EQ(ComputedInChildren(8, compute, [](size_t i) -> uint64_t { return 1000 + i; }), want) << row.what;
  }
}

TEST(Process, EndsAChildThatTakesTooLong) {
  double start = Now();
  Ending ending = RunInChild({.memory_bytes = 0, .seconds = 0.2}, [] {
    while (true) usleep(1000);
    return 0;
  });
  EXPECT_EQ(ending.Word(), "hang");
  EXPECT_LT(Now() - start, 10);
}

TEST(Process, KeepsTheLastWords) {
  Ending ending = RunInChild({}, [] {
    std::string words = "the end\n";
    return write(STDERR_FILENO, words.data(), words.size()) > 0 ? 1 : 2;
  });
  EXPECT_EQ(ending.said, "the end\n");
}

TEST(Channel, PutsFramesTogether) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  ASSERT_TRUE(SendMessage(ends[1], {{"a", 1}}));
  ASSERT_TRUE(SendMessage(ends[1], {{"b", std::string(10000, 'x')}}));
  MessageReader reader;
  EXPECT_TRUE(reader.Fill(ends[0]));
  EXPECT_EQ((*reader.Next())["a"], 1);
  EXPECT_EQ((*reader.Next())["b"].get<std::string>().size(), 10000u);
  EXPECT_FALSE(reader.Next().has_value());
  close(ends[1]);
  EXPECT_FALSE(reader.Fill(ends[0]));
  close(ends[0]);
}

TEST(ProcessTest, ProcessorSecondsAreThoseOfWork) {
  double before = CpuSecondsOfReaped();
  auto spin = [] {
    double until = CpuSecondsOf(getpid()) + 0.1;
    while (CpuSecondsOf(getpid()) < until) {
    }
    return 0;
  };
  EXPECT_TRUE(RunInChild({}, spin).clean());
  EXPECT_GE(CpuSecondsOfReaped() - before, 0.09);
}

}  // namespace
}  // namespace assay
