#include "oracles/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "oracles/report/show.h"

namespace assay {
namespace {

const std::vector<ReportedOracle> kOracles{{"idempotent", "twice is once", 5, 1, 1, 0.25}, {"round_trip", "text", 0, 3, 0, 0}};
const std::vector<ReportedFinding> kFindings{
    {"ab12", "idempotent", "RealizeVDevice", "differs", "idempotent|RealizeVDevice|differs|add", "a < b & \x01", "f/ab12/reduced.py", 3},
    {"cd34", "no_crash", "", "SIGSEGV", "no_crash||SIGSEGV|", "died", "f/cd34/reduced.py", 1}};

TEST(ReportTest, JUnitHasOneCaseForEachOracleAndFinding) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitReport(kOracles, kFindings).c_str()));
  pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 4);
  EXPECT_EQ(suite.attribute("failures").as_int(), 2);
  EXPECT_TRUE(suite.find_child_by_attribute("testcase", "classname", "assay.round_trip").child("skipped"));
  pugi::xml_node failure = suite.find_child_by_attribute("testcase", "name", "ab12 RealizeVDevice differs").child("failure");
  EXPECT_STREQ(failure.text().get(), "a < b & ?");
}

TEST(ReportTest, SarifNamesRuleAndFileOfEachFinding) {
  nlohmann::json log = nlohmann::json::parse(SarifReport(kOracles, kFindings), nullptr, false);
  ASSERT_TRUE(log.is_object());
  const nlohmann::json& run = log["runs"][0];
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 3u);
  EXPECT_EQ(run["results"][0]["ruleId"], "idempotent");
  EXPECT_EQ(run["results"][0]["occurrenceCount"], 3);
  EXPECT_EQ(run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "f/cd34/reduced.py");
}

TEST(ReportTest, TextAndNumbersAreShown) {
  EXPECT_EQ(HtmlEscaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(ShowCount(0), "0");
  EXPECT_EQ(ShowCount(999), "999");
  EXPECT_EQ(ShowCount(1234567), "1,234,567");
}

}  // namespace
}  // namespace assay
