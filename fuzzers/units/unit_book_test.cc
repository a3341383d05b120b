// What a unit comes to goes by its cases alone, and the smallest stands for a signature.
#include "fuzzers/units/unit_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/manifest.h"

namespace assay {
namespace {

using testing::HasSubstr;

FinishedCase Case(uint64_t run) {
  FinishedCase one{.outcome = {.run = run}};
  one.outcome.tally.oracles["made"].agree = 1;
  return one;
}

FinishedCase::Found Found(uint64_t run, const std::string& signature, size_t size, bool flaky = false) {
  FindingMessage message;
  message.run = run;
  message.finding = {"made", "", FindingClass::kDiffers, "of run " + std::to_string(run), {}};
  message.signature = signature;
  message.reduced = std::string(size, 'x');
  message.flaky = flaky;
  return {message, false};
}

class UnitBookTest : public testing::Test {
 protected:
  UnitBook Book() { return {options_, {.campaign = {.units = 4, .cases = 10}, .unit = 2}, known_, corpus_}; }
  static FindingRecord Only(const UnitBook& book) {
    std::vector<FindingRecord> records = book.Records("out");
    EXPECT_EQ(records.size(), 1u);
    return records.at(0);
  }
  CampaignOptions options_;
  KnownBugs known_;
  Corpus corpus_;
};

TEST_F(UnitBookTest, TheSmallestStandsAndOfThoseTheFirst) {
  UnitBook book = Book();
  for (const auto& [run, size] : std::vector<std::pair<uint64_t, size_t>>{{20, 50}, {21, 30}, {22, 40}, {23, 30}}) {
    FinishedCase one = Case(run);
    one.found.push_back(Found(run, "a", size));
    book.Add(std::move(one));
  }
  EXPECT_EQ(Only(book).run, 21u);
  EXPECT_EQ(Only(book).seen, 4u);
  EXPECT_EQ(book.summary().cases, 4u);
  EXPECT_EQ(book.summary().tally.runs, 4u);
  EXPECT_EQ(book.summary().tally.oracles.at("made").agree, 4u);
}

TEST_F(UnitBookTest, OneThatShowedAgainStandsBeforeOneThatDidNot) {
  UnitBook book = Book();
  FinishedCase one = Case(20), other = Case(21);
  one.found.push_back(Found(20, "a", 3, /*flaky=*/true));
  other.found.push_back(Found(21, "a", 300));
  book.Add(std::move(one));
  book.Add(std::move(other));
  EXPECT_EQ(Only(book).run, 21u);
  EXPECT_FALSE(Only(book).flaky);
}

TEST_F(UnitBookTest, ACaseOfTheClockCountsAndStandsOutside) {
  UnitBook book = Book();
  FinishedCase one = Case(20);
  one.outcome.of_clock = true;
  one.crash_signature = "hang";
  one.found.push_back(Found(20, "hang", 10));
  book.Add(std::move(one));
  book.Add(Case(21));
  EXPECT_EQ(book.of_clock(), 1u);
  EXPECT_EQ(book.summary().tally.runs, 2u);
  EXPECT_EQ(book.summary().tally.oracles.at("made").agree, 1u);
  std::map<std::string, std::string> files = book.Files();
  EXPECT_TRUE(files[kTrailName].starts_with("--------\n"));
  EXPECT_THAT(files[kOutsideName], HasSubstr("\"20\": \"of run 20\""));
  EXPECT_TRUE(files.contains("outside/findings/" + FindingId("hang") + "/case.json"));
  EXPECT_EQ(ParseSummary(files[kUnitName], "unit.json")->findings.size(), 0u);
}

TEST_F(UnitBookTest, WhatReachedSomethingFirstIsKept) {
  UnitBook book = Book();
  for (const Reached& reached : std::vector<Reached>{{1, 2}, {2}, {2, 3}, {}}) {
    FinishedCase one = Case(20 + book.summary().cases);
    one.outcome.reached = reached;
    one.outcome.moves = {"swap"};
    book.Add(std::move(one));
  }
  EXPECT_EQ(book.summary().tally.kept, 2u);
  EXPECT_EQ(book.summary().tally.moves.at("swap").made, 4u);
  EXPECT_EQ(book.summary().tally.moves.at("swap").kept, 2u);
}

}  // namespace
}  // namespace assay
