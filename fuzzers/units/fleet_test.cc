// What a fleet has done, from made units: states, what each brought first, and alerts.
#include "fuzzers/units/fleet.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/units/made_units.h"
#include "fuzzers/units/merge.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/file.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class FleetTest : public testing::Test {
 protected:
  std::string Put(const MadeUnits& made, uint64_t unit, uint64_t done) {
    std::string folder = Path("units-" + std::to_string(made.seed) + "/" + std::to_string(unit));
    EXPECT_TRUE(WriteUnit(folder, made.Files(unit, done)).ok());
    return folder;
  }
  std::string Path(const std::string& name) { return folder_.path() + "/" + name; }

  TempFolder folder_;
  MadeUnits made_;
};

TEST_F(FleetTest, StatesAndNews) {
  for (uint64_t unit : {0, 1, 4, 5}) Put(made_, unit, unit == 4 ? 13 : 40);
  MadeUnits second{.seed = 2};
  Put(second, 3, 40);
  ASSERT_TRUE(WriteFile(Put(second, 4, 40) + "/trail.txt", "else").ok());
  auto fleet = ReadFleet({Path("units-1"), Path("units-2")});
  ASSERT_TRUE(fleet.ok()) << fleet.error().message;
  ASSERT_THAT(fleet->campaigns, SizeIs(2));
  const FleetCampaign& first = fleet->campaigns[0];
  EXPECT_EQ(first.Name(), "native (made), seed 1");
  EXPECT_EQ(first.whole, 3u);
  EXPECT_EQ(first.cut(), 1u);
  EXPECT_EQ(first.cases, 133u);
  EXPECT_THAT(first.missing, ElementsAre(2, 3, 6, 7));
  size_t buckets = 0, features = 0;
  for (const FleetUnit& unit : first.units) {
    buckets += unit.new_buckets;
    features += unit.new_features;
  }
  EXPECT_EQ(buckets, first.buckets.size());
  uint64_t seen = 0;
  size_t last = 0;
  for (const FleetBucket& bucket : first.buckets) {
    EXPECT_GE(bucket.first, last);
    EXPECT_GE(bucket.units, 1u);
    last = bucket.first;
    seen += bucket.seen;
  }
  // Three in a whole unit, none in the first 13 cases.
  EXPECT_GE(seen, 9u);
  EXPECT_THAT(HtmlReport(FleetReport(*fleet, {})),
              testing::AllOf(HasSubstr("Buckets of native (made), seed 1"), HasSubstr(first.buckets[0].signature)));
  EXPECT_EQ(features, first.features);
  EXPECT_GT(first.units[0].new_features, first.units[3].new_features);
  EXPECT_THAT(fleet->campaigns[1].missing, ElementsAre(0, 1, 2, 4, 5, 6, 7));
  EXPECT_THAT(fleet->refused, ElementsAre(HasSubstr("units-2/4/trail.txt")));
}

// A merge says the same of its units' states, buckets and of all features.
TEST_F(FleetTest, OfTheirMergeAsOfThem) {
  for (uint64_t unit = 0; unit < 8; ++unit) Put(made_, unit, unit == 4 ? 13 : 40);
  ASSERT_TRUE(Merge(Path("out"), {Path("units-1")}).ok());
  auto one = ReadFleet({Path("units-1")}), other = ReadFleet({Path("out")}),
       both = ReadFleet({Path("out"), Path("units-1")});
  ASSERT_TRUE(one.ok() && other.ok() && both.ok());
  for (const auto* fleet : {&*other, &*both}) {
    EXPECT_EQ(fleet->campaigns[0].whole, one->campaigns[0].whole);
    EXPECT_EQ(fleet->campaigns[0].buckets.size(), one->campaigns[0].buckets.size());
    EXPECT_EQ(fleet->campaigns[0].features, one->campaigns[0].features);
    EXPECT_EQ(fleet->campaigns[0].entries, one->campaigns[0].entries);
  }
  EXPECT_FALSE(ReadFleet({Path("nowhere")}).ok());
  std::filesystem::create_directory(Path("empty"));
  EXPECT_FALSE(ReadFleet({Path("empty")}).ok());
}

TEST_F(FleetTest, AlertsWhereNothingNewComes) {
  // A few signatures and features alone, which the first units have all of.
  MadeUnits few{.units = 30, .signatures = 2, .features = 4};
  for (uint64_t unit = 0; unit < 30; ++unit) Put(few, unit, 40);
  auto fleet = ReadFleet({Path("units-1")});
  ASSERT_TRUE(fleet.ok());
  size_t quiet = fleet->campaigns[0].Quiet();
  EXPECT_GT(quiet, 5u);
  EXPECT_LT(quiet, 30u);
  EXPECT_THAT(AlertsOf(*fleet, quiet),
              ElementsAre(HasSubstr("nothing new in the last " + std::to_string(quiet) + " units of native")));
  EXPECT_THAT(AlertsOf(*fleet, quiet + 1), IsEmpty());
  EXPECT_THAT(AlertsOf(*fleet, 0), IsEmpty());
  ReportedRun report = FleetReport(*fleet, {.seconds = {{3, 20.0}}, .alert_after = 5});
  EXPECT_EQ(report.facts[0].first, "Alert");
  EXPECT_THAT(HtmlReport(report), testing::AllOf(HasSubstr("nothing new in the last"), HasSubstr("30 of 30"),
                                                 HasSubstr("cases per second")));
}

TEST_F(FleetTest, SecondsOfUnits) {
  auto seconds = ParseUnitSeconds("0 2.5\n\n7 3\n", "times.txt");
  ASSERT_TRUE(seconds.ok());
  EXPECT_THAT(*seconds, ElementsAre(testing::Pair(0, 2.5), testing::Pair(7, 3.0)));
  for (const char* wrong : {"x 2\n", "1\n", "1 -2\n", "0 1\n1 y\n"}) {
    auto refused = ParseUnitSeconds(wrong, "times.txt");
    ASSERT_FALSE(refused.ok()) << wrong;
    EXPECT_THAT(refused.error().message, HasSubstr("expected UNIT SECONDS"));
  }
}

}  // namespace
}  // namespace assay
