// Whoever looks ahead gives the answers that would have been given, and nothing that it does stays.
#include "fuzzers/reduce/lookahead.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <vector>

namespace assay {
namespace {

// The candidates that are taken of so many, where every seventh shows the finding.
std::vector<uint64_t> Taken(int jobs, uint64_t count, const std::function<void(uint64_t)>& meanwhile) {
  Lookahead lookahead(jobs);
  std::vector<uint64_t> taken;
  for (uint64_t i = 1; i <= count; ++i) {
    // What is asked next depends on what was taken.
    uint64_t candidate = i * (taken.size() + 1);
    bool shows = lookahead.Ask(candidate, [&] {
      meanwhile(i);
      return candidate % 7 == 0;
    });
    if (shows) taken.push_back(candidate);
  }
  lookahead.End();
  return taken;
}

TEST(LookaheadTest, AnswersAreThose) {
  auto nothing = [](uint64_t) {};
  std::vector<uint64_t> alone = Taken(1, 60, nothing);
  EXPECT_GT(alone.size(), 6u);
  for (int jobs : {2, 3, 8}) EXPECT_EQ(Taken(jobs, 60, nothing), alone) << jobs;
}

TEST(LookaheadTest, OthersJudgeMost) {
  int here = 0;
  Taken(4, 60, [&, pid = getpid()](uint64_t) { here += getpid() == pid ? 1 : 0; });
  EXPECT_LT(here, 40);
}

TEST(LookaheadTest, OneThatDiesIsAskedAgain) {
  std::vector<uint64_t> alone = Taken(1, 30, [](uint64_t) {});
  std::vector<uint64_t> with = Taken(3, 30, [pid = getpid()](uint64_t i) {
    if (i % 5 == 0 && getpid() != pid) _exit(9);
  });
  EXPECT_EQ(with, alone);
}

}  // namespace
}  // namespace assay
