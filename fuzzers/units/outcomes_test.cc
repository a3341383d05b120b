// What came of a list of cases is left by units and taken together again.
#include "fuzzers/units/outcomes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/merge.h"
#include "fuzzers/units/unit_folder.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

IsolatedResult Said(const std::string& text) { return {.finished = true, .text = text}; }

class OutcomesTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  // Of ten cases in three units.
  CampaignIdentity Identity() const { return {.kind = "conform", .units = 3, .cases = PlacesOf(10, 3)}; }
  std::string Put(uint64_t unit, const Outcomes& outcomes, const std::string& name) {
    auto judged = WriteOutcomes(Path(name), Identity(), unit, 10, outcomes);
    EXPECT_TRUE(judged.ok() && *judged == outcomes.size());
    auto read = ReadUnit(Path(name));
    EXPECT_TRUE(read.ok()) << read.error().message;
    return Path(name);
  }
  Outcomes Read(const std::vector<std::string>& paths) {
    auto read = ReadOutcomes(paths, {.kind = "conform"});
    EXPECT_TRUE(read.ok()) << read.error().message;
    read_ = *std::move(read);
    return read_.outcomes;
  }
  TempFolder folder_;
  OutcomesRead read_;
};

TEST_F(OutcomesTest, UnitsAndTheirMergesHaveAllCasesOnce) {
  EXPECT_EQ(PlacesOf(10, 3), 4u);
  EXPECT_EQ(PlacesOf(9, 3), 3u);
  std::vector<std::string> units;
  for (uint64_t unit = 0; unit < 3; ++unit) {
    Outcomes own;
    for (uint64_t number = unit; number < 10; number += 3)
      own[number] = Said("of \"" + std::to_string(number) + "\"\n");
    units.push_back(Put(unit, own, "u" + std::to_string(unit)));
  }
  // Units with a place more than cases are whole as well.
  for (const std::string& unit : units) EXPECT_TRUE(ReadUnit(unit)->copy.head.summary.whole());
  ASSERT_TRUE(Merge(Path("out"), units).ok());
  for (const std::vector<std::string>& paths : {units, {Path("out")}}) {
    Outcomes all = Read(paths);
    ASSERT_EQ(all.size(), 10u);
    for (uint64_t number = 0; number < 10; ++number)
      EXPECT_EQ(all[number].text, "of \"" + std::to_string(number) + "\"\n");
    EXPECT_THAT(read_.refused, IsEmpty());
    EXPECT_THAT(read_.differing, IsEmpty());
    EXPECT_EQ(read_.splits, std::set<uint64_t>{3});
  }
}

TEST_F(OutcomesTest, WhatIsNotJudgedEndsTheUnit) {
  Outcomes own{{1, Said("a")}, {7, Said("c")}};
  auto judged = WriteOutcomes(Path("u"), Identity(), 1, 10, own);
  ASSERT_TRUE(judged.ok());
  EXPECT_EQ(*judged, 1u);
  EXPECT_EQ(Read({Path("u")}).size(), 1u);
  EXPECT_FALSE(ReadUnit(Path("u"))->copy.head.summary.whole());
}

TEST_F(OutcomesTest, WhatAMachineHadNoTimeForAnotherOneMayHaveHad) {
  Outcomes slow{{1, {.finished = false, .text = "out of time"}}}, fast{{1, Said("a")}};
  std::string one = Put(1, slow, "slow"), other = Put(1, fast, "fast");
  for (const std::vector<std::string>& paths : {std::vector{one, other}, std::vector{other, one}}) {
    EXPECT_EQ(Read(paths)[1].text, "a");
    auto merge = Merge(Path("out" + std::to_string(paths[0] == one)), paths);
    ASSERT_TRUE(merge.ok());
    EXPECT_THAT(merge->differing, IsEmpty());
  }
  EXPECT_EQ(Read({one})[1].text, "out of time");
  auto merge = Merge(Path("differ"), {other, Put(1, {{1, Said("b")}}, "third")});
  ASSERT_TRUE(merge.ok());
  EXPECT_EQ(merge->differing.size(), 1u);
}

TEST_F(OutcomesTest, WhereUnitsSayOtherwiseTheOrderDecidesNothing) {
  std::string one = Put(1, {{1, Said("a")}, {4, Said("same")}}, "one");
  std::string other = Put(1, {{1, Said("b")}, {4, Said("same")}}, "other");
  for (const std::vector<std::string>& paths : {std::vector{one, other}, std::vector{other, one}}) {
    EXPECT_EQ(Read(paths)[1].text, "a");
    ASSERT_THAT(read_.differing, testing::SizeIs(1));
    EXPECT_EQ(read_.differing[1], std::pair(paths[0], paths[1]));
  }
}

TEST_F(OutcomesTest, OtherCasesAreRefused) {
  std::string unit = Put(1, {{1, Said("a")}}, "u");
  auto other = ReadOutcomes({unit}, {.kind = "conform", .subject = "other"});
  ASSERT_TRUE(other.ok());
  EXPECT_THAT(other->outcomes, IsEmpty());
  ASSERT_EQ(other->refused.size(), 1u);
  EXPECT_THAT(other->refused[0], HasSubstr("of other cases: subject \"other\" and \"native\""));
  for (const char* text : {"{", "[]", "{\"case\": -1}", "{\"case\": 1, \"text\": 2}", "{\"more\": 1}"})
    EXPECT_FALSE(ParseOutcomes(text, "outcomes.jsonl").ok()) << text;
}

}  // namespace
}  // namespace assay
