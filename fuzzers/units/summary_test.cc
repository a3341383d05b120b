// A unit says who it is and what it counted, and is read as that alone.
#include "fuzzers/units/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/manifest.h"

namespace assay {
namespace {

using testing::HasSubstr;

UnitSummary Sample() {
  auto read = ParseSummary(MadeUnits().Files(3, 25)[kUnitName], "unit.json");
  EXPECT_TRUE(read.ok()) << read.error().message;
  return *read;
}

TEST(SummaryTest, ComesBackAsItWasWritten) {
  UnitSummary summary = Sample();
  summary.campaign.seed = UINT64_MAX;
  summary.campaign.options = {{"pass", "FuseOps"}, {"op", "nn.relu \"x\""}};
  summary.tally.op_coverage = {"add float32 static"};
  summary.tally.passes["FuseOps"].tried = 7;
  summary.tally.moves["swap"] = {3, 1};
  summary.tally.sweep["add"] = {1, 2, 3, 4};
  std::string text = SummaryText(summary);
  auto read = ParseSummary(text, "unit.json");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(SummaryText(*read), text);
  EXPECT_EQ(read->Id(), summary.Id());
  EXPECT_EQ(read->tally.passes["FuseOps"].tried, 7u);
}

// What it came to is no part of which work it is.
TEST(SummaryTest, TheIdIsOfTheWork) {
  UnitSummary one = Sample(), other = Sample();
  other.cases = 3;
  other.findings.clear();
  EXPECT_EQ(one.Id(), other.Id());
  using Change = void (*)(UnitSummary&);
  for (Change change :
       {Change([](UnitSummary& s) { s.unit = 4; }), Change([](UnitSummary& s) { s.campaign.seed = 2; }),
        Change([](UnitSummary& s) { s.campaign.units = 9; }), Change([](UnitSummary& s) { s.campaign.cases = 41; }),
        Change([](UnitSummary& s) { s.campaign.build = "x"; }),
        Change([](UnitSummary& s) { s.campaign.version = "x"; }),
        Change([](UnitSummary& s) { s.campaign.options["op"] = "add"; }),
        Change([](UnitSummary& s) { s.snapshot = "x"; }), Change([](UnitSummary& s) { s.known = "x"; })}) {
    UnitSummary changed = Sample();
    change(changed);
    EXPECT_NE(changed.Id(), one.Id());
  }
}

TEST(SummaryTest, DifferencesAreNamed) {
  CampaignIdentity a = MadeUnits().Campaign(), b = a;
  b.seed = 2;
  b.options["pass"] = "FuseOps";
  EXPECT_EQ(Differences(a, b), "seed \"1\" and \"2\", options.pass \"\" and \"FuseOps\"");
  EXPECT_EQ(Differences(a, a), "");
}

TEST(SummaryTest, WhatStandsOutsideComesBack) {
  OutsideSummary outside{{{7, "hang"}, {900, "out of memory"}}, Sample().findings};
  auto read = ParseOutside(OutsideText(outside), "cases.json");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->cases, outside.cases);
  EXPECT_EQ(read->findings.size(), outside.findings.size());
  auto wrong = ParseOutside(R"({"cases": {"7a": "hang"}})", "cases.json");
  ASSERT_FALSE(wrong.ok());
  EXPECT_THAT(wrong.error().message, HasSubstr("expected a whole number as a case, got '7a'"));
}

TEST(SummaryTest, TrailsAreLinesOfCases) {
  EXPECT_TRUE(CheckTrail("", 0, "trail.txt").ok());
  EXPECT_TRUE(CheckTrail("0123abcd\n--------\n", 2, "trail.txt").ok());
  for (const char* text : {"0123abcd", "0123abcX\n", "0123abcd\n0123abcd\n", "-------a\n", "0123abcd "})
    EXPECT_FALSE(CheckTrail(text, 1, "trail.txt").ok()) << text;
}

}  // namespace
}  // namespace assay
