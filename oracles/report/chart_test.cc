#include "oracles/report/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ChartTest, TicksAreRoundAndFew) {
  EXPECT_THAT(Ticks(5), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(Ticks(60), ElementsAre(0, 10, 20, 30, 40, 50, 60));
  for (double most : {0.3, 1.0, 7.0, 26.0, 684.0, 3600.0, 1e6}) {
    std::vector<double> ticks = Ticks(most);
    EXPECT_GE(ticks.size(), 3u) << most;
    EXPECT_LE(ticks.size(), 11u) << most;
    EXPECT_LE(ticks.back(), most * 1.001);
  }
}

TEST(ChartTest, AStepChartSaysWhatItShows) {
  ReportedChart chart = StepChart("Findings & time", {40, 2, 10}, 60, "seconds", "findings");
  EXPECT_THAT(chart.text, HasSubstr("3 in 60 seconds: the first after 2.0, half of them by 10.0, the last after 40.0"));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(chart.svg.c_str()));
  pugi::xml_node svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("role").as_string(), "img");
  EXPECT_THAT(svg.attribute("aria-label").as_string(), HasSubstr("Findings & time: 3 in 60"));
  EXPECT_TRUE(svg.find_child_by_attribute("polyline", "class", "line"));
  EXPECT_THAT(StepChart("None", {}, 60, "seconds", "findings").text, HasSubstr("none"));
}

TEST(ChartTest, ACurveSaysWhatItShows) {
  ReportedChart chart = CurveChart("Buckets", {{1, 4}, {2, 6}, {3, 6}, {4, 7}}, "units", "buckets");
  EXPECT_EQ(chart.text, "7 in 4 units, half of them in the first 1.");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(chart.svg.c_str()));
  EXPECT_TRUE(document.child("svg").find_child_by_attribute("polyline", "class", "good-line"));
  EXPECT_EQ(CurveChart("None", {{1, 0}}, "units", "buckets").text, "none in 1 units");
  EXPECT_EQ(CurveChart("None", {}, "units", "buckets").text, "none in 0 units");
  // As long as the drawing is wide, however many points there are.
  std::vector<std::pair<double, double>> many;
  for (int i = 0; i < 100'000; ++i) many.emplace_back(i, i);
  ReportedChart long_one = CurveChart("Many", many, "units", "buckets");
  EXPECT_LT(long_one.svg.size(), 20'000u);
  EXPECT_EQ(long_one.text, "99,999 in 99,999 units, half of them in the first 50,000.");
  EXPECT_THAT(long_one.svg, HasSubstr(">80,000<"));
  EXPECT_THAT(CurveChart("More", {{2e6, 3e6}}, "units", "buckets").svg, HasSubstr(">2,000,000<"));
}

TEST(ChartTest, ATrendNeedsTwoRuns) {
  EXPECT_TRUE(TrendCharts({{.when = "", .subject = ""}}).empty());
  std::vector<ReportedChart> charts =
      TrendCharts({{.when = "2026-11-26 02:17 UTC", .subject = "", .failing = 4},
                   {.when = "2026-11-27 02:17 UTC", .subject = "", .failing = 6, .fresh = 3}});
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_THAT(charts[0].text, HasSubstr("from 4 failures in the first to 6 in the last, of which 3 are new"));
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(charts[0].svg.c_str()));
  EXPECT_THAT(charts[0].svg, HasSubstr("2026-11-26<"));
}

}  // namespace
}  // namespace assay
