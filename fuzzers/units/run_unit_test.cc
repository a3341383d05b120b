// The same unit is the same bytes: with one worker or two, alone or as one of many, after a kill, from any part of it.
// What a clock had a part in stands outside; what ends a unit early leaves its first cases.
#include "fuzzers/units/run_unit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/shared_case.h"
#include "fuzzers/units/merge.h"
#include "fuzzers/units/unit_folder.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"
#include "ir/walk.h"
#include "oracles/core/hang_count.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

bool HasOp(const Module& module, std::string_view name) {
  std::vector<std::string> ops = OperatorsOf(module);
  return std::ranges::find(ops, name) != ops.end();
}

// Findings of several signatures, which reductions make small.
Verdict FindSome(const PassCall*, OracleContext& oc) {
  for (const std::string& op : OperatorsOf(oc.c.module)) {
    if (op.size() % 5 == 0) return Finding{"finds_some", "", FindingClass::kUnsound, "there is " + op, {}, {.op = op}};
  }
  return Agree{};
}
// Words with an address and a time, other ones each time.
Verdict SayOtherWords(const PassCall*, OracleContext& oc) {
  if (!HasOp(oc.c.module, "add")) return Agree{};
  static int said = 0;
  ++said;
  std::string words = "[12:34:" + std::to_string(10 + said % 50) + "] at 0x" + std::to_string(4096 + getpid() + said);
  return Finding{"says_others", "", FindingClass::kInternal, words, {}, {.said = words, .normalized = "words"}};
}
// Which process judges, and how many of those that reduce are to get no answer from the subject when they judge.
struct Late {
  std::atomic<int> judge, reductions;
};
Late& LateOnes() {
  static Late* late = static_cast<Late*>(MapShared(sizeof(Late)));
  return *late;
}
Verdict FindOrHang(const PassCall*, OracleContext& oc) {
  if (!HasOp(oc.c.module, "add")) return Agree{};
  int nobody = 0;
  LateOnes().judge.compare_exchange_strong(nobody, getpid());
  static const bool hangs = LateOnes().judge != getpid() && LateOnes().reductions.fetch_sub(1) > 0;
  if (hangs) ++HangCount();
  std::string words = hangs ? "no answer" : "there is add";
  return Finding{"finds_or_hangs", "", FindingClass::kInternal, words, {}, {.said = words, .normalized = words}};
}
Verdict CrashOnMultiply(const PassCall*, OracleContext& oc) {
  if (!HasOp(oc.c.module, "multiply")) return Skip{SkipKind::kNotApplicable, "no multiply"};
  // Another address each time.
  fprintf(stderr, "at %p of process ==%d==\n", static_cast<void*>(&oc), static_cast<int>(getpid()));
  std::abort();
}
Verdict SpinOnSubtract(const PassCall*, OracleContext& oc) {
  for (volatile bool spins = HasOp(oc.c.module, "subtract"); spins;) {
  }
  return Agree{};
}
Verdict WaitLong(const PassCall*, OracleContext&) {
  usleep(30'000);
  return Agree{};
}
// Findings of as many kinds as there are numbers of loops.
Verdict FindLoops(const PassCall*, OracleContext& oc) {
  size_t loops = 0;
  for (const ModuleEntry& entry : oc.c.module.entries) {
    WalkOnce(entry.func, [&](const Node* node) { loops += Is<For>(node) ? 1 : 0; });
  }
  if (loops == 0) return Agree{};
  std::string normalized = std::to_string(loops) + " loops";
  return Finding{"finds_loops", "", FindingClass::kInternal, "there are loops", {}, {.normalized = normalized}};
}
// By its name it is asked about kernels beside each case, too, or not.
constexpr OracleSpec kFindsLoopsBeside{
    .name = "well_formed_after_pass", .doc = "made for the test", .judge = FindLoops};
constexpr OracleSpec kFindsLoops{.name = "finds_loops", .doc = "made for the test", .judge = FindLoops};
constexpr OracleSpec kFindsSome{.name = "finds_some", .doc = "made for the test", .judge = FindSome};
constexpr OracleSpec kSays{.name = "says_others", .doc = "made for the test", .judge = SayOtherWords};
constexpr OracleSpec kCrashes{.name = "crashes", .doc = "made for the test", .judge = CrashOnMultiply};
constexpr OracleSpec kSpins{.name = "spins", .doc = "made for the test", .judge = SpinOnSubtract};
constexpr OracleSpec kLate{.name = "finds_or_hangs", .doc = "made for the test", .judge = FindOrHang};
constexpr OracleSpec kWaits{.name = "waits", .doc = "made for the test", .judge = WaitLong};

std::map<std::string, std::string> TreeOf(const fs::path& folder) {
  std::map<std::string, std::string> tree;
  for (const auto& item : fs::recursive_directory_iterator(folder)) {
    auto text = item.is_regular_file() ? ReadFile(item.path()) : Result<std::string>("");
    if (item.is_regular_file()) tree[item.path().lexically_relative(folder)] = text.ok() ? *text : "";
  }
  return tree;
}

// The manifest comes last: it says less of what differs.
void ExpectSame(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
  for (const auto& [name, text] : a) {
    auto other = b.find(name);
    ASSERT_NE(other, b.end()) << name << " is missing";
    bool same = text == other->second;
    if (name != kManifestName)
      ASSERT_TRUE(same) << name << ":\n" << text.substr(0, 3000) << other->second.substr(0, 3000);
  }
  ASSERT_EQ(a.size(), b.size());
  bool same = a == b;
  ASSERT_TRUE(same) << "the manifest";
}

class RunUnitTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  UnitOptions Options(std::vector<const OracleSpec*> oracles, uint64_t cases = 60) {
    UnitOptions options;
    options.campaign.oracles = std::move(oracles);
    options.campaign.passes_per_case = 2;
    options.campaign.generate.bindings = 4;
    options.campaign.quiet = true;
    options.campaign.by_steps = true;
    options.campaign.reduce_tries = 200;
    options.campaign.seed = 5;
    options.campaign.out = Path("unit");
    options.identity = {.seed = 5, .units = 8, .cases = cases, .build = "test"};
    return options;
  }
  std::map<std::string, std::string> Run(UnitOptions options, const std::string& name, int jobs = 1) {
    options.campaign.jobs = jobs;
    options.campaign.out = Path(name);
    auto result = RunUnit(options);
    EXPECT_TRUE(result.ok()) << result.error().message;
    // It stands any look.
    auto read = ReadUnit(Path(name));
    EXPECT_TRUE(read.ok()) << read.error().message;
    return TreeOf(Path(name));
  }

  TempFolder folder_;
};

TEST_F(RunUnitTest, OneWorkerAndSeveralLeaveTheSameBytes) {
  UnitOptions options = Options({&kSays, &kFindsSome, &kCrashes});
  options.unit = 1;
  std::map<std::string, std::string> one = Run(options, "one");
  ASSERT_TRUE(one.contains("done"));
  EXPECT_GT(std::ranges::count_if(one, [](const auto& file) { return file.first.starts_with("findings/"); }), 20);
  EXPECT_GT(std::ranges::count_if(one, [](const auto& file) { return file.first.starts_with("corpus/"); }), 5);
  ExpectSame(one, Run(options, "two", 2));
  ExpectSame(one, Run(options, "four", 4));
}

TEST_F(RunUnitTest, TheOwnOraclesLeaveTheSameBytes) {
  UnitOptions options = Options({}, 40);
  options.campaign.passes_per_case = 4;
  ExpectSame(Run(options, "one"), Run(options, "three", 3));
}

TEST_F(RunUnitTest, KernelsBesideEachCaseAreJudged) {
  auto times_found = [&](const OracleSpec* oracle, const std::string& name) {
    UnitOptions options = Options({oracle, &kFindsSome}, 20);
    options.campaign.out = Path(name);
    auto result = RunUnit(options);
    EXPECT_TRUE(result.ok()) << result.error().message;
    uint64_t seen = 0;
    for (const FindingRecord& finding : result->result.findings)
      seen += finding.detail == "there are loops" ? finding.seen : 0;
    return seen;
  };
  EXPECT_GT(times_found(&kFindsLoopsBeside, "beside"), times_found(&kFindsLoops, "alone") + 5);
}

TEST_F(RunUnitTest, AKilledUnitIsRunAgainAndIsTheSame) {
  std::vector<std::string> whole, killed;
  for (uint64_t unit = 0; unit < 8; ++unit) {
    UnitOptions options = Options({&kFindsSome}, 20);
    options.unit = unit;
    Run(options, "whole/" + std::to_string(unit));
    options.campaign.jobs = 2;
    options.campaign.out = Path("killed/" + std::to_string(unit));
    if (unit == 3) {
      pid_t pid = fork();
      if (pid == 0) _exit(RunUnit(options).ok() ? 0 : 1);
      usleep(100'000);
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
    }
    ASSERT_TRUE(RunUnit(options).ok());
  }
  auto one = Merge(Path("out"), {Path("whole")});
  ASSERT_TRUE(one.ok()) << one.error().message;
  EXPECT_EQ(one->whole, 8u);
  std::map<std::string, std::string> expected = TreeOf(Path("out"));
  fs::remove_all(Path("out"));
  auto other = Merge(Path("out"), {Path("killed")});
  ASSERT_TRUE(other.ok()) << other.error().message;
  ExpectSame(expected, TreeOf(Path("out")));
}

TEST_F(RunUnitTest, UnitsAreThePartsOfOneCampaign) {
  UnitOptions options = Options({&kFindsSome}, 40);
  options.unit = 1;
  Run(options, "whole");
  // The same cases as two units of half as many, but for who counts them.
  auto whole = ReadFile(Path("whole/trail.txt"));
  ASSERT_TRUE(whole.ok());
  std::string halves;
  for (uint64_t half : {2, 3}) {
    UnitOptions part = Options({&kFindsSome}, 20);
    part.unit = half;
    Run(part, std::to_string(half));
    halves += *ReadFile(Path(std::to_string(half) + "/trail.txt"));
  }
  EXPECT_EQ(*whole, halves);
}

TEST_F(RunUnitTest, WhatEndsItLeavesItsFirstCases) {
  UnitOptions options = Options({&kWaits, &kFindsSome}, 60);
  std::map<std::string, std::string> whole = Run(options, "whole");
  options.campaign.out = Path("part");
  options.campaign.jobs = 2;
  pid_t pid = fork();
  if (pid == 0) _exit(RunUnit(options).ok() ? 0 : 1);
  usleep(700'000);
  kill(pid, SIGTERM);
  int status = 0;
  waitpid(pid, &status, 0);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  auto part = ReadUnit(Path("part"));
  ASSERT_TRUE(part.ok()) << part.error().message;
  EXPECT_LT(part->copy.head.summary.cases, 60u);
  EXPECT_TRUE(whole[kTrailName].starts_with(*ReadFile(Path("part/trail.txt"))));
  // A fuse does the same.
  options.campaign.seconds = 0.4;
  options.campaign.out = Path("fuse");
  auto fuse = RunUnit(options);
  ASSERT_TRUE(fuse.ok());
  EXPECT_LT(fuse->summary.cases, 60u);
  options.campaign.seconds = 0;
  // Whoever goes on leaves all of it, in the same folder.
  ExpectSame(whole, Run(options, "part", 2));
  auto again = RunUnit(options);
  ASSERT_TRUE(again.ok());
}

TEST_F(RunUnitTest, AWholeUnitIsNotDoneTwiceAndOtherFoldersAreLeftAlone) {
  UnitOptions options = Options({&kFindsSome}, 10);
  Run(options, "unit");
  auto time = fs::last_write_time(Path("unit/done"));
  auto again = RunUnit(options);
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->was_there);
  EXPECT_EQ(again->summary.cases, 10u);
  EXPECT_EQ(fs::last_write_time(Path("unit/done")), time);
  options.unit = 2;
  auto other = RunUnit(options);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().kind, DiagKind::kBadArgument);
  EXPECT_THAT(other.error().message, HasSubstr("it is unit 0"));
  options.unit = 0;
  options.identity.seed = 6;
  other = RunUnit(options);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("another campaign: seed"));
  fs::create_directories(Path("mine"));
  ASSERT_TRUE(WriteFile(Path("mine/notes.txt"), "mine").ok());
  options.campaign.out = Path("mine");
  EXPECT_FALSE(RunUnit(options).ok());
  EXPECT_TRUE(fs::exists(Path("mine/notes.txt")));
}

TEST_F(RunUnitTest, AHangStandsOutsideOfWhatIsCompared) {
  UnitOptions options = Options({&kSpins}, 12);
  options.campaign.generate.profile = Profile::kRelax;
  options.campaign.generate.ops = {"add", "subtract"};
  options.campaign.passes_per_case = 0;
  options.campaign.case_seconds = 0.3;
  std::map<std::string, std::string> files = Run(options, "unit", 2);
  auto unit = ReadUnit(Path("unit"));
  ASSERT_TRUE(unit.ok()) << unit.error().message;
  EXPECT_EQ(unit->copy.head.summary.cases, 12u);
  EXPECT_THAT(unit->copy.head.summary.findings, IsEmpty());
  EXPECT_GT(unit->copy.head.outside.cases.size(), 0u);
  ASSERT_EQ(unit->copy.head.outside.findings.size(), 1u);
  EXPECT_EQ(unit->copy.head.outside.findings.begin()->second.klass, FindingClass::kHang);
  EXPECT_THAT(files[kTrailName], HasSubstr(std::string(kClockLine)));
  // A merge shows it.
  auto merge = Merge(Path("out"), {Path("unit")});
  ASSERT_TRUE(merge.ok()) << merge.error().message;
  ASSERT_EQ(merge->findings.size(), 1u);
  EXPECT_EQ(merge->findings[0].klass, FindingClass::kHang);
}

// So is judging; what never gets its answers stands outside.
TEST_F(RunUnitTest, WhatGetsNoAnswerIsBegunAgain) {
  UnitOptions options = Options({&kLate}, 12);
  options.campaign.generate.profile = Profile::kRelax;
  options.campaign.generate.ops = {"add"};
  options.campaign.passes_per_case = 0;
  LateOnes().reductions = 0;
  std::map<std::string, std::string> unit = Run(options, "unit");
  LateOnes().judge = 0;
  LateOnes().reductions = 2;
  ExpectSame(unit, Run(options, "again"));
  // Whoever judges first, and whoever judges again.
  LateOnes().judge = 1;
  LateOnes().reductions = 2;
  ExpectSame(unit, Run(options, "judged"));
  LateOnes().judge = 0;
  LateOnes().reductions = 1000;
  Run(options, "late");
  EXPECT_LT(LateOnes().reductions, 1000);
  auto late = ReadUnit(Path("late"));
  ASSERT_TRUE(late.ok()) << late.error().message;
  EXPECT_EQ(late->copy.head.outside.findings.size(), 1u);
  auto merge = Merge(Path("out"), {Path("late"), Path("unit")});
  ASSERT_TRUE(merge.ok()) << merge.error().message;
  EXPECT_THAT(merge->refused, IsEmpty());
  EXPECT_THAT(merge->differing, IsEmpty());
  ASSERT_EQ(merge->findings.size(), 1u);
  EXPECT_FALSE(merge->findings[0].flaky);
}

TEST_F(RunUnitTest, KnownFindingsAreNotReduced) {
  UnitOptions options = Options({&kFindsSome}, 30);
  Run(options, "unit");
  ASSERT_TRUE(Merge(Path("known"), {Path("unit")}).ok());
  options.campaign.known = {Path("known")};
  options.campaign.out = Path("again");
  auto result = RunUnit(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  size_t known = 0;
  for (const FindingRecord& finding : result->result.findings) {
    known += finding.known() ? 1 : 0;
    auto text = ReadFile(finding.path + "/case.json");
    ASSERT_TRUE(text.ok());
    if (finding.known()) EXPECT_THAT(*text, HasSubstr("not reduced: a known bug")) << finding.signature;
  }
  EXPECT_GT(known, 0u);
  EXPECT_NE(result->summary.known, "");
  // What was new to one unit is no bug on file because another one was told of it.
  options.unit = 1;
  Run(options, "told");
  auto merge = Merge(Path("known"), {Path("told")});
  ASSERT_TRUE(merge.ok()) << merge.error().message;
  auto unit = ReadUnit(Path("unit"));
  ASSERT_TRUE(unit.ok());
  for (const FindingRecord& finding : merge->findings) {
    if (unit->copy.head.summary.findings.contains(finding.id)) EXPECT_FALSE(finding.known()) << finding.signature;
  }
}

TEST_F(RunUnitTest, RunsMoveOnFromASnapshot) {
  UnitOptions options = Options({&kFindsSome}, 60);
  std::map<std::string, std::string> fresh = Run(options, "unit");
  ASSERT_TRUE(Merge(Path("merged"), {Path("unit")}).ok());
  options.unit = 1;
  std::map<std::string, std::string> without = Run(options, "without");
  options.snapshot = Path("merged");
  std::map<std::string, std::string> one = Run(options, "one"), two = Run(options, "two", 2);
  ExpectSame(one, two);
  EXPECT_NE(one[kTrailName], without[kTrailName]);
  options.snapshot = Path("nowhere");
  options.campaign.out = Path("none");
  auto none = RunUnit(options);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, DiagKind::kIo);
}

TEST_F(RunUnitTest, NothingIsOfAClockOrAMachine) {
  UnitOptions options = Options({&kFindsSome, &kCrashes}, 40);
  for (const auto& [name, text] : Run(options, "unit")) {
    EXPECT_EQ(text.find(folder_.path()), std::string::npos) << name;
    if (!name.ends_with(".json")) continue;
    for (const char* word : {"seconds\"", "\"Started", "\"system\"", "\"compiler\""})
      EXPECT_EQ(text.find(word), std::string::npos) << name << " has " << word;
  }
}

}  // namespace
}  // namespace assay
