// A campaign outlives kill -9 of its workers and of itself, and writes that fail: what was stored stays, nothing is
// there twice or in part, and resuming goes on. ASSAY_SURVIVAL_ROUNDS says how often it is killed; 12 times when it is
// not set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/corpus.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Something to find in about every other module, of several signatures.
Verdict FindSome(const PassCall*, OracleContext& oc) {
  for (const std::string& op : OperatorsOf(oc.c.module)) {
    if (op.size() % 5 == 0) return Finding{"finds_some", "", FindingClass::kUnsound, "there is " + op, {}, {.op = op}};
  }
  return Agree{};
}
constexpr OracleSpec kFindsSome{.name = "finds_some", .doc = "made for the test", .judge = FindSome};

class SurvivalTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("assay-survival-" + std::to_string(getpid()) + "-" + info->name());
    fs::remove_all(folder_);
    options_.oracles = {&kFindsSome};
    options_.passes_per_case = 0;
    options_.generate.bindings = 4;
    options_.reduce_seconds = 0.05;
    options_.jobs = 2;
    options_.seconds = 60;
    options_.quiet = true;
    options_.out = folder_;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // The campaign in a process of its own.
  pid_t Start() {
    options_.resume = fs::exists(folder_ / "index.sqlite");
    pid_t pid = fork();
    if (pid != 0) return pid;
    _exit(RunCampaign(options_).ok() ? 0 : 1);
  }
  static std::vector<pid_t> ChildrenOf(pid_t pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children");
    return {std::istream_iterator<pid_t>(in), {}};
  }
  std::set<std::string> Names(const char* part) const {
    std::set<std::string> names;
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder_ / part, error)) {
      if (!item.path().filename().string().starts_with(".draft-")) names.insert(item.path().filename());
    }
    return names;
  }
  // Goes on for some runs, and looks at all that is stored.
  void ExpectWhole() {
    options_.resume = true;
    options_.seconds = 0.5;
    auto result = RunCampaign(options_);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_GT(result->tally.runs, 0u);
    std::set<std::string> signatures, ids;
    for (const FindingRecord& finding : result->findings) {
      EXPECT_TRUE(signatures.insert(finding.signature).second) << finding.signature;
      ids.insert(finding.id);
      Context ctx;
      EXPECT_TRUE(LoadCase(ctx, finding.path).ok()) << finding.path;
    }
    EXPECT_EQ(Names("findings"), ids);
    for (const std::string& name : Names("corpus")) {
      auto text = ReadFile(folder_ / "corpus" / name);
      ASSERT_TRUE(text.ok());
      EXPECT_TRUE(CorpusEntryOf(*text).has_value()) << name;
    }
    for (const auto& item : fs::recursive_directory_iterator(folder_)) {
      EXPECT_FALSE(item.path().filename().string().starts_with(".draft-")) << item.path();
    }
  }

  fs::path folder_;
  CampaignOptions options_;
};

TEST_F(SurvivalTest, KillsLoseNothing) {
  const char* wanted = std::getenv("ASSAY_SURVIVAL_ROUNDS");
  int iterations = wanted == nullptr ? 12 : std::atoi(wanted);
  std::set<std::string> known;
  ByteSource bytes = ByteSource::FromSeed(1);
  // A busy machine, or a slow build, gets further iterations, with twice the time each, until something is stored.
  for (int iteration = 0; iteration < iterations || (known.empty() && iteration < 10 * iterations); ++iteration) {
    pid_t parent = Start();
    usleep(static_cast<useconds_t>(bytes.Between(50'000, 300'000) << std::min(iteration / iterations, 7)));
    std::vector<pid_t> workers = ChildrenOf(parent);
    if (iteration % 2 == 0 && !workers.empty()) {
      kill(bytes.Pick(workers), SIGKILL);
      usleep(static_cast<useconds_t>(bytes.Between(0, 100'000)));
    }
    kill(parent, SIGKILL);
    waitpid(parent, nullptr, 0);
    std::set<std::string> now = Names("findings");
    EXPECT_TRUE(std::ranges::includes(now, known)) << "iteration " << iteration;
    known = now;
  }
  EXPECT_FALSE(known.empty());
  ExpectWhole();
}

// A file that may grow no further is a disk that is full: the campaign ends and says so, and what it has written
// stands.
TEST_F(SurvivalTest, WritesThatFailEndTheCampaignAndNothingElse) {
  options_.seconds = 1;
  pid_t pid = fork();
  if (pid == 0) {
    signal(SIGXFSZ, SIG_IGN);
    rlimit limit{28 << 10, 28 << 10};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto result = RunCampaign(options_);
    _exit(result.ok() ? 0 : result.error().kind == DiagKind::kEnvironment ? 10 : 11);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 10);
  options_.resume = false;
  fs::remove_all(folder_);
  options_.seconds = 1;
  ASSERT_TRUE(RunCampaign(options_).ok());
  ExpectWhole();
}

}  // namespace
}  // namespace assay
