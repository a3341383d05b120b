// A mutant that an oracle sees is killed, one that none sees survives with its reason, and one that nothing reaches is
// not tried.
#include "fuzzers/bench/mutation.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "oracles/core/oracle_fixture.h"

namespace assay {
namespace {

using testing::HasSubstr;

uint32_t on = 0;

Verdict SeesTheSecond(const PassCall*, OracleContext&) {
  if (on != 2) return Agree{};
  return Finding{"sees_the_second", "", FindingClass::kDiffers, "mutant 2 is on", {}};
}
constexpr OracleSpec kSees{.name = "sees_the_second", .doc = "made for the test", .judge = SeesTheSecond};

MutationOptions Options() {
  MutationOptions options;
  options.mutants = {{1, "a.cc", 10, "negation", "x > <y>", ""},
                     {2, "a.cc", 11, "comparison", "a < b", ""},
                     {3, "b.cc", 12, "negation", "z", ""}};
  options.seconds = 0.5;
  options.baseline_seconds = 0.3;
  options.campaign.oracles = {&kSees};
  options.campaign.generate.profile = Profile::kRelax;
  options.campaign.generate.bindings = 2;
  options.campaign.passes_per_case = 0;
  options.switch_on = [](uint32_t number) { on = number; };
  options.reached = [](uint32_t number) { return number != 3; };
  return options;
}

TEST(MutationTest, WhatAnOracleSeesIsKilled) {
  MutationOptions options = Options();
  options.reviewed = {{"a.cc", "negation", "x > <y>", "nobody looks", true}};
  auto result = MeasureMutation(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->mutants, 3u);
  EXPECT_EQ(result->reached, 2u);
  ASSERT_EQ(result->trials.size(), 2u);
  EXPECT_FALSE(result->trials[0].killed);
  EXPECT_EQ(result->trials[0].reason, "nobody looks");
  EXPECT_TRUE(result->trials[1].killed);
  EXPECT_EQ(result->trials[1].oracle, "sees_the_second");
  // The survivor is equivalent, so that all that counts was killed.
  EXPECT_EQ(result->killed_share(), 1);
  EXPECT_THAT(MutationPage(*result), HasSubstr("x &gt; &lt;y&gt;"));
  EXPECT_EQ(MutationJson(*result)["trials"][1]["killed"], true);
}

TEST(MutationTest, ASurvivorWithoutAReviewCounts) {
  auto result = MeasureMutation(Options());
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->killed_share(), 0.5);
}

// Results stay as they were, and outcomes do not.
class RefusesWithTheFirst : public Wrapper {
 public:
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall& pass, const ModuleRef& module) override {
    if (on == 1) return Refusal{RefusalKind::kCannot, "mutant 1 is on", {}};
    return Wrapper::ApplyDirect(pass, module);
  }
};

TEST(MutationTest, SuitesSeeWhatCampaignsLeaveAndAreCountedSeparately) {
  MutationOptions options = Options();
  options.suites = {ASSAY_SOURCE_DIR "/oracles/conform/testdata/pass.jsonl"};
  options.campaign.make_subject = [](Context& ctx) { return std::make_unique<RefusesWithTheFirst>(ctx); };
  auto result = MeasureMutation(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_TRUE(result->trials[0].killed);
  EXPECT_EQ(result->trials[0].oracle, "suite pass");
  // The suite fails in one case without any mutant, too.
  EXPECT_TRUE(result->trials[1].killed);
  EXPECT_EQ(result->trials[1].oracle, "sees_the_second");
  EXPECT_EQ(result->killed_share(), 1);
  EXPECT_EQ(result->campaign_share(), 0.5);
}

TEST(MutationTest, CampaignsHaveWhatSuitesLeaveWhereTheseAreAskedFirst) {
  MutationOptions options = Options();
  options.suites = {ASSAY_SOURCE_DIR "/oracles/conform/testdata/pass.jsonl"};
  options.suites_first = true;
  options.campaign.make_subject = [](Context& ctx) { return std::make_unique<RefusesWithTheFirst>(ctx); };
  auto result = MeasureMutation(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->trials[0].oracle, "suite pass");
  EXPECT_EQ(result->trials[0].runs, 0);
  EXPECT_EQ(result->trials[1].oracle, "sees_the_second");
  EXPECT_TRUE(result->suites_first);
}

TEST(MutationTest, SuitesThatFailAnywayKillNothing) {
  MutationOptions options = Options();
  options.suites = {ASSAY_SOURCE_DIR "/oracles/conform/testdata/pass.jsonl"};
  auto result = MeasureMutation(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_FALSE(result->trials[0].killed);
}

TEST(MutationTest, SuitesMustLeaveCampaignsTime) {
  MutationOptions options = Options();
  options.suites = {ASSAY_SOURCE_DIR "/oracles/conform/testdata/pass.jsonl"};
  options.seconds = 0.0001;
  auto result = MeasureMutation(options);
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, HasSubstr("which leaves campaigns less than half"));
  options.suites = {"/nowhere.jsonl"};
  EXPECT_FALSE(MeasureMutation(options).ok());
}

TEST(MutationTest, WhatIsAboutKernelsMustKeepTheirContracts) {
  MutationOptions options = Options();
  options.mutants = {{1, "vm/llvm/a.cc", 10, "negation", "x", ""}};
  options.seconds = 1;
  auto plain = MeasureMutation(options);
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  EXPECT_FALSE(plain->trials[0].killed);
  EXPECT_GT(plain->trials[0].runs, 0u);
  options.mutants[0] = {1, "passes/tir/a.cc", 10, "negation", "x", "LowerIntrin"};
  options.contract = [](const PassContractOptions& asked) {
    PassContractResult result;
    if (on == 1) result.breaches.push_back({asked.seed, "results", "k", "differs", ""});
    return result;
  };
  auto faulty = MeasureMutation(options);
  ASSERT_TRUE(faulty.ok()) << faulty.error().message;
  EXPECT_EQ(faulty->trials[0].oracle, "contract results");
  EXPECT_EQ(faulty->trials[0].pass, "LowerIntrin");
  // One that ends the process is seen as well.
  options.contract = [](const PassContractOptions&) {
    return on == 1 ? (abort(), PassContractResult()) : PassContractResult();
  };
  auto fatal = MeasureMutation(options);
  ASSERT_TRUE(fatal.ok()) << fatal.error().message;
  EXPECT_EQ(fatal->trials[0].oracle, "no_crash_or_hang");
  // Without a mutant they must hold.
  options.contract = [](const PassContractOptions& asked) {
    PassContractResult result;
    result.breaches.push_back({asked.seed, "results", "k", "differs", ""});
    return result;
  };
  EXPECT_FALSE(MeasureMutation(options).ok());
}

TEST(MutationTest, ASampleIsNoMoreThanThat) {
  MutationOptions options = Options();
  options.sample = 1;
  auto result = MeasureMutation(options);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->trials.size(), 1u);
}

// Of one more mutant, in front of the others, so that all are numbered anew.
TEST(MutationTest, AChangeElsewhereLeavesTheSample) {
  auto texts_with = [](size_t first) {
    static const std::vector<std::string> kTexts = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k",
                                                    "l", "m", "n", "o", "p", "q", "r", "s", "t", "t"};
    MutationOptions options = Options();
    options.mutants.clear();
    for (size_t i = first; i < kTexts.size(); ++i)
      options.mutants.push_back({static_cast<uint32_t>(i - first + 10), "a.cc", 1, "negation", kTexts[i], ""});
    options.sample = 10;
    options.seconds = 0.01;
    auto result = MeasureMutation(options);
    EXPECT_TRUE(result.ok());
    std::vector<std::string> drawn;
    for (const MutationTrial& trial : result->trials) drawn.emplace_back(trial.mutant.text);
    return drawn;
  };
  std::vector<std::string> before = texts_with(1), after = texts_with(0), same;
  EXPECT_EQ(before.size(), 10u);
  EXPECT_EQ(after.size(), 10u);
  std::ranges::set_intersection(before, after, std::back_inserter(same));
  EXPECT_GE(same.size(), 9u);
}

TEST(MutationTest, AFindingWithoutAMutantSpoilsTheMeasure) {
  MutationOptions options = Options();
  options.switch_on = [](uint32_t) { on = 2; };
  auto result = MeasureMutation(options);
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, HasSubstr("sees_the_second"));
}

TEST(MutationTest, ReviewsAreReadAndNeedAReason) {
  std::string path = "/tmp/assay-reviewed-" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << R"([{"file": "a.cc", "kind": "negation", "text": "x", "reason": "r", "equivalent": true}])";
  auto reviewed = ReadReviewed(path);
  ASSERT_TRUE(reviewed.ok());
  EXPECT_TRUE((*reviewed)[0].equivalent);
  std::ofstream(path) << R"([{"file": "a.cc", "text": "x"}])";
  EXPECT_FALSE(ReadReviewed(path).ok());
  unlink(path.c_str());
}

// A file of its own for each test, gone behind it.
struct StateFile {
  explicit StateFile(const char* name) : path(fmt::format("/tmp/assay-{}-{}.jsonl", name, getpid())) {
    unlink(path.c_str());
  }
  ~StateFile() { unlink(path.c_str()); }
  std::string path;
};

TEST(MutationTest, AStateIsGoneOnWith) {
  StateFile file("state");
  MutationOptions options = Options();
  options.state = file.path;
  options.sample = 1;
  auto first = MeasureMutation(options);
  ASSERT_TRUE(first.ok()) << first.error().message;
  std::ofstream(file.path, std::ios::app) << R"({"number": 2, "kil)";
  // Neither the baseline nor the trial runs again: both would give something else.
  options.reached = [](uint32_t) { return false; };
  options.sample = 2;
  auto both = MeasureMutation(options);
  ASSERT_TRUE(both.ok()) << both.error().message;
  ASSERT_EQ(both->trials.size(), 2u);
  const MutationTrial& known = first->trials[0];
  const MutationTrial& again = both->trials[known.mutant.number - 1];
  EXPECT_EQ(again.mutant.number, known.mutant.number);
  EXPECT_EQ(again.runs, known.runs);
  EXPECT_EQ(again.seconds, known.seconds);
  EXPECT_EQ(both->killed_share(), 0.5);
  auto all_known = MeasureMutation(options);
  ASSERT_TRUE(all_known.ok()) << all_known.error().message;
  EXPECT_EQ(all_known->trials[0].runs, both->trials[0].runs);
  EXPECT_EQ(all_known->trials[1].runs, both->trials[1].runs);
}

TEST(MutationTest, AStateOfAnotherMeasurementIsRefused) {
  StateFile file("other");
  MutationOptions options = Options();
  options.state = file.path;
  ASSERT_TRUE(MeasureMutation(options).ok());
  options.seed = 2;
  auto other = MeasureMutation(options);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("is of another build, seed or budget"));
  options.seed = 1;
  options.mutants[0].text = "x > <z>";
  EXPECT_FALSE(MeasureMutation(options).ok());
  std::ofstream(file.path) << "{}\n";
  auto corrupt = MeasureMutation(options);
  ASSERT_FALSE(corrupt.ok());
  EXPECT_THAT(corrupt.error().message, HasSubstr(":1 is no line of a mutation measurement"));
}

TEST(MutationTest, OtherBuildsHaveNone) { EXPECT_EQ(AllMutants().empty(), !kMutantsBuilt); }

}  // namespace
}  // namespace assay
