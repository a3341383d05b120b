// Several processes: all are heard, and one that fails ends the others.
#include "fuzzers/process/jobs.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <set>

namespace assay {
namespace {

TEST(JobsTest, EachJobIsHeard) {
  std::multiset<size_t> said;
  auto work = [](size_t job, int fd) {
    return SendMessage(fd, {{"square", job * job}}) && SendMessage(fd, {{"square", job}}) ? 0 : 1;
  };
  Status status = RunJobs(3, work, [&](size_t job, const nlohmann::json& message) {
    said.insert(10 * job + message["square"].get<size_t>());
  });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(said, (std::multiset<size_t>{0, 0, 11, 11, 22, 24}));
}

TEST(JobsTest, OneThatFailsEndsTheOthers) {
  auto work = [](size_t job, int) {
    if (job == 1) {
      static_cast<void>(write(STDERR_FILENO, "out of luck", 11));
      return 7;
    }
    for (;;) pause();
  };
  Status status = RunJobs(2, work, [](size_t, const nlohmann::json&) {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().kind, DiagKind::kEnvironment);
  EXPECT_NE(status.error().message.find("exit_7"), std::string::npos) << status.error().message;
  EXPECT_NE(status.error().message.find("out of luck"), std::string::npos) << status.error().message;
}

}  // namespace
}  // namespace assay
