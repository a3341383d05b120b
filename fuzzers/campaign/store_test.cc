// The store: whole findings or none, one for each signature, refusals that leave nothing behind.
#include "fuzzers/campaign/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/ledger.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("assay-store-" + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  FindingRecord Record(std::string id, std::string signature) {
    FindingRecord record;
    record.id = std::move(id);
    record.signature = std::move(signature);
    return record;
  }
  // What another program did to the index.
  void RunOnIndex(const char* sql) {
    sqlite3* index = nullptr;
    ASSERT_EQ(sqlite3_open((folder_ / "index.sqlite").c_str(), &index), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(index, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    sqlite3_close(index);
  }
  static std::vector<std::string> SignaturesOf(const fs::path& folder) {
    std::vector<std::string> signatures;
    Result<std::vector<FindingRecord>> findings = Store::FindingsOf(folder);
    EXPECT_TRUE(findings.ok());
    for (size_t i = 0; findings.ok() && i < findings->size(); ++i) signatures.push_back((*findings)[i].signature);
    return signatures;
  }
  fs::path folder_;
};

TEST_F(StoreTest, KeepsFindingsForTheNextTime) {
  {
    auto store = Store::Open(folder_, false);
    ASSERT_TRUE(store.ok()) << store.error().message;
    FindingRecord record = Record("01", "a|b|c|d");
    ASSERT_TRUE((*store)->Add(record, {{"module.py", "text"}}).ok());
    EXPECT_EQ(*ReadFile(fs::path(record.path) / "module.py"), "text");
    record.seen = 7;
    ASSERT_TRUE((*store)->CountAgain(record).ok());
    ASSERT_TRUE((*store)->SaveProgress(99, 1.5).ok());
  }
  auto again = Store::Open(folder_, true);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ((*again)->runs_before(), 99u);
  std::vector<FindingRecord> known = (*again)->Findings();
  ASSERT_EQ(known.size(), 1u);
  EXPECT_EQ(known[0].signature, "a|b|c|d");
  EXPECT_EQ(known[0].seen, 7u);
  EXPECT_THAT(SignaturesOf(folder_), testing::ElementsAre("a|b|c|d"));
}

FindingMessage Seen(bool flaky, const char* module) {
  FindingMessage message;
  message.finding = {"idempotent", "", FindingClass::kDiffers, "", {}};
  message.signature = "a|b";
  message.module = module;
  message.reduced = "the same";
  message.flaky = flaky;
  return message;
}

TEST_F(StoreTest, FindingsAreWhereTheFolderIs) {
  {
    auto store = Store::Open(folder_, false);
    ASSERT_TRUE(store.ok()) << store.error().message;
    FindingRecord record = Record("01", "a|b|c|d");
    ASSERT_TRUE((*store)->Add(record, {{"module.py", "text"}}).ok());
  }
  fs::path moved = folder_.string() + "-moved";
  fs::remove_all(moved);
  fs::rename(folder_, moved);
  auto findings = Store::FindingsOf(moved);
  ASSERT_TRUE(findings.ok());
  EXPECT_EQ(findings->at(0).path, moved / "findings" / "01");
  EXPECT_EQ((*Store::Open(moved, true))->Findings().at(0).path, moved / "findings" / "01");
  fs::remove_all(moved);
}

TEST_F(StoreTest, WhoSeesAKnownFaultIsNotedAndMayEndTheCampaign) {
  CampaignOptions options;
  options.quiet = true;
  options.stop_oracles = {"well_formed_after_pass"};
  Progress progress(options.quiet);
  KnownBugs none;
  Ledger ledger(options, none, progress);
  FindingMessage first = Seen(false, "first"), second = Seen(false, "second");
  second.finding.oracle = "well_formed_after_pass";
  ASSERT_TRUE(ledger.Accept(first, 1).ok());
  EXPECT_FALSE(ledger.HasWhatEnds());
  ASSERT_TRUE(ledger.Accept(second, 2).ok());
  ASSERT_TRUE(ledger.Accept(second, 3).ok());
  EXPECT_TRUE(ledger.HasWhatEnds());
  ASSERT_EQ(ledger.findings().size(), 1u);
  EXPECT_THAT(ledger.findings()[0].also, testing::ElementsAre("well_formed_after_pass"));
}

TEST_F(StoreTest, WhatDoesNotShowAgainIsFlakyUntilItDoes) {
  CampaignOptions options;
  options.out = folder_;
  options.quiet = true;
  Progress progress(options.quiet);
  {
    KnownBugs none;
    Ledger ledger(options, none, progress);
    ASSERT_TRUE(ledger.Open().ok());
    ASSERT_TRUE(ledger.Accept(Seen(true, "first"), 1).ok());
    EXPECT_TRUE(ledger.findings()[0].flaky);
  }
  options.resume = true;
  KnownBugs none;
  {
    Ledger ledger(options, none, progress);
    ASSERT_TRUE(ledger.Open().ok());
    ASSERT_TRUE(ledger.findings()[0].flaky);
    ASSERT_TRUE(ledger.Accept(Seen(true, "second"), 2).ok());
    EXPECT_TRUE(ledger.findings()[0].flaky);
    EXPECT_EQ(*ReadFile(ledger.findings()[0].path + "/module.py"), "first");
    ASSERT_TRUE(ledger.Accept(Seen(false, "third"), 3).ok());
    ASSERT_EQ(ledger.findings().size(), 1u);
    EXPECT_FALSE(ledger.findings()[0].flaky);
    EXPECT_EQ(ledger.findings()[0].seen, 3u);
    EXPECT_EQ(*ReadFile(ledger.findings()[0].path + "/module.py"), "third");
    EXPECT_EQ(nlohmann::json::parse(*ReadFile(ledger.findings()[0].path + "/case.json"))["status"], "open");
  }
  Ledger later(options, none, progress);
  ASSERT_TRUE(later.Open().ok());
  EXPECT_FALSE(later.findings()[0].flaky);
  EXPECT_EQ(later.findings()[0].seen, 3u);
}

TEST_F(StoreTest, LeavesNothingOfAFindingThatCannotBeWritten) {
  auto store = Store::Open(folder_, false);
  ASSERT_TRUE(store.ok());
  FindingRecord record = Record("02", "s");
  // A name with a folder that does not exist stands for any file that cannot be written.
  EXPECT_FALSE((*store)->Add(record, {{"a.py", "x"}, {"no/such.py", "y"}}).ok());
  EXPECT_TRUE(record.path.empty());
  EXPECT_TRUE(fs::is_empty(folder_ / "findings"));
  EXPECT_THAT((*store)->Findings(), testing::IsEmpty());
  // The index is as before, so a second attempt works.
  EXPECT_TRUE((*store)->Add(record, {{"a.py", "x"}}).ok());
}

TEST_F(StoreTest, ASignatureStandsOnce) {
  auto store = Store::Open(folder_, false);
  FindingRecord first = Record("03", "same"), second = Record("04", "same");
  ASSERT_TRUE((*store)->Add(first, {{"a.py", "x"}}).ok());
  EXPECT_FALSE((*store)->Add(second, {{"a.py", "x"}}).ok());
  EXPECT_FALSE(fs::exists(folder_ / "findings" / "04"));
}

// Signatures were another form then; what is one finding by now becomes one.
TEST_F(StoreTest, AnIndexOfBeforeGetsTheSignaturesOfToday) {
  const std::string kText =
      "@R.function\ndef main(x: R.Tensor((1,), dtype=\"int8\")) -> R.Tensor((1,), dtype=\"int8\"):\n    return x\n";
  const std::string case_json = R"({"version": 1, "oracle": "rejects_invalid", "expect": "rejects_valid"})";
  {
    auto store = Store::Open(folder_, false);
    FindingRecord first = Record("11", "rejects_valid|checker: variable V is not defined [relax.wf5]");
    FindingRecord second = Record("12", "rejects_valid|checker: size V is not defined [relax.wf5]"),
                  other = Record("13", "results|FuseOps|");
    second.seen = 3;
    for (FindingRecord* record : {&first, &second, &other}) {
      ASSERT_TRUE((*store)->Add(*record, {{"case.json", case_json}, {"module.py", kText}}).ok());
    }
  }
  RunOnIndex("PRAGMA user_version = 0");
  EXPECT_THAT(SignaturesOf(folder_),
              testing::UnorderedElementsAre("rejects_valid|checker: relax.wf5", "rejects_valid|checker: relax.wf5",
                                            "results|FuseOps|"));
  for (int times = 0; times < 2; ++times) {
    auto store = Store::Open(folder_, true);
    ASSERT_TRUE(store.ok()) << store.error().message;
    std::vector<FindingRecord> known = (*store)->Findings();
    ASSERT_EQ(known.size(), 2u);
    EXPECT_EQ(known[0].id, "11");
    EXPECT_EQ(known[0].signature, "rejects_valid|checker: relax.wf5");
    EXPECT_EQ(known[0].seen, 4u);
    EXPECT_EQ(known[1].signature, "results|FuseOps|");
  }
}

// Each version since then: schedules' labels had no prefix in the second.
TEST_F(StoreTest, AnIndexOfTheVersionBeforeGetsTheSignaturesOfToday) {
  const std::string kText =
      "@R.function\ndef main(x: R.Tensor((1,), dtype=\"int8\")) -> R.Tensor((1,), dtype=\"int8\"):\n    return x\n";
  const std::string case_json = R"({"version": 1, "oracle": "pass_preserves_results", "expect": "one_refuses"})";
  {
    auto store = Store::Open(folder_, false);
    FindingRecord record = Record("11", "one_refuses|ApplySchedule: split.r4");
    ASSERT_TRUE((*store)->Add(record, {{"case.json", case_json}, {"module.py", kText}}).ok());
  }
  RunOnIndex("PRAGMA user_version = 1");
  EXPECT_THAT(SignaturesOf(folder_), testing::ElementsAre("one_refuses|ApplySchedule: schedule.split.r4"));
  auto store = Store::Open(folder_, true);
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_THAT(SignaturesOf(folder_), testing::ElementsAre("one_refuses|ApplySchedule: schedule.split.r4"));
}

TEST_F(StoreTest, SaysWhatIsNoClassOfFinding) {
  {
    auto store = Store::Open(folder_, false);
    FindingRecord record = Record("21", "s");
    ASSERT_TRUE((*store)->Add(record, {{"a.py", "x"}}).ok());
  }
  RunOnIndex("UPDATE findings SET class = 'sad'");
  auto store = Store::Open(folder_, true);
  ASSERT_FALSE(store.ok());
  EXPECT_THAT(store.error().message,
              testing::HasSubstr("invalid class of finding: expected one such as \"differs\", got \"sad\""));
}

TEST_F(StoreTest, DraftsOfAKilledCampaignAreRemoved) {
  ASSERT_TRUE(Store::Open(folder_, false).ok());
  fs::create_directories(folder_ / "findings" / ".draft-05-1");
  ASSERT_TRUE(Store::Open(folder_, true).ok());
  EXPECT_TRUE(fs::is_empty(folder_ / "findings"));
}

// Killed after the index had the finding and before it had its place; and a folder that somebody took away.
TEST_F(StoreTest, WhatAKillLeftBetweenTwoStepsIsSettled) {
  {
    auto store = Store::Open(folder_, false);
    FindingRecord kept = Record("06", "kept"), gone = Record("07", "gone");
    ASSERT_TRUE((*store)->Add(kept, {{"a.py", "x"}}).ok() && (*store)->Add(gone, {{"a.py", "y"}}).ok());
  }
  fs::rename(folder_ / "findings" / "06", folder_ / "findings" / ".draft-06-99");
  fs::remove_all(folder_ / "findings" / "07");
  auto store = Store::Open(folder_, true);
  ASSERT_TRUE(store.ok());
  EXPECT_THAT(SignaturesOf(folder_), testing::ElementsAre("kept"));
  EXPECT_EQ(*ReadFile(folder_ / "findings" / "06" / "a.py"), "x");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "findings"), fs::directory_iterator()), 1);
}

TEST_F(StoreTest, ReadersKeepWhatHasNoFolder) {
  {
    auto store = Store::Open(folder_, false);
    FindingRecord lost = Record("06", "lost");
    ASSERT_TRUE((*store)->Add(lost, {{"a.py", "x"}}).ok());
  }
  fs::remove_all(folder_ / "findings");
  ASSERT_TRUE(Store::Open(folder_, true, Lost::kKept).ok());
  EXPECT_THAT(SignaturesOf(folder_), testing::ElementsAre("lost"));
}

TEST_F(StoreTest, AnIndexThatIsNoneIsCorrupt) {
  ASSERT_TRUE(Store::Open(folder_, false).ok());
  ASSERT_TRUE(WriteFile(folder_ / "index.sqlite", std::string(4096, 'x')).ok());
  auto store = Store::Open(folder_, true);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind, DiagKind::kCorrupt);
}

TEST_F(StoreTest, OneProcessAtATimeWritesIntoIt) {
  auto first = Store::Open(folder_, false);
  ASSERT_TRUE(first.ok()) << first.error().message;
  auto second = Store::Open(folder_, true);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind, DiagKind::kBadArgument);
  EXPECT_NE(second.error().message.find("another process is writing into this folder"), std::string::npos);
  first->reset();
  EXPECT_TRUE(Store::Open(folder_, true).ok());
}

TEST_F(StoreTest, RefusesAFile) {
  fs::create_directories(folder_);
  ASSERT_TRUE(WriteFile(folder_ / "file", "x").ok());
  auto store = Store::Open(folder_ / "file", false);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind, DiagKind::kBadArgument);
}

TEST_F(StoreTest, SaysWhatTheMachineRefuses) {
  auto store = Store::Open("/proc/assay-cannot-be-here", false);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind, DiagKind::kEnvironment);
}

}  // namespace
}  // namespace assay
