#include "oracles/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "oracles/report/show.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

ReportedRun Sample() {
  ReportedRun report{.title = "Trial", .subject = "native", .cases = {}, .groups = {{"idempotent", "twice is once"}}, .newly_passing = {}, .seconds = 1.5};
  report.cases = {
      {.suite = "oracles", .group = "idempotent", .name = "idempotent", .seconds = 0.25},
      {.suite = "oracles", .group = "round_trip", .name = "round_trip", .ending = CaseEnding::kSkipped, .detail = "nothing to read"},
      {.suite = "findings", .group = "idempotent", .name = "ab12 RealizeVDevice", .ending = CaseEnding::kFailed, .klass = "differs",
       .detail = "a < b & \x01", .file = "f/ab12/reduced.py", .line = 7, .module = "def main(x): y < x", .fingerprint = "idempotent|add", .seen = 3},
      {.suite = "findings", .group = "no_crash", .name = "cd34", .ending = CaseEnding::kKnown, .klass = "SIGSEGV", .detail = "died", .file = "f/cd34/reduced.py"}};
  return report;
}

TEST(ReportTest, JUnitHasOneCaseForEachAndCountsThem) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitReport(Sample()).c_str()));
  pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 4);
  EXPECT_EQ(root.attribute("failures").as_int(), 1);
  pugi::xml_node oracles = root.find_child_by_attribute("testsuite", "name", "oracles");
  EXPECT_EQ(oracles.attribute("skipped").as_int(), 1);
  EXPECT_TRUE(oracles.find_child_by_attribute("testcase", "classname", "oracles.round_trip").child("skipped"));
  pugi::xml_node findings = root.find_child_by_attribute("testsuite", "name", "findings");
  pugi::xml_node failure = findings.find_child_by_attribute("testcase", "name", "ab12 RealizeVDevice").child("failure");
  EXPECT_STREQ(failure.text().get(), "f/ab12/reduced.py:7\na < b & ?\n\ndef main(x): y < x");
  EXPECT_TRUE(findings.find_child_by_attribute("testcase", "name", "cd34").child("skipped"));
}

TEST(ReportTest, JUnitHasWhatTheSchemaAsksForAndNoMore) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitReport(Sample()).c_str()));
  for (pugi::xml_node suite : document.child("testsuites")) {
    for (const char* name : {"name", "tests", "failures", "errors"}) EXPECT_TRUE(suite.attribute(name)) << name;
    for (pugi::xml_node test : suite) {
      EXPECT_TRUE(test.attribute("name"));
      for (pugi::xml_attribute one : test.attributes()) {
        EXPECT_THAT(one.name(), testing::AnyOf(testing::StrEq("name"), testing::StrEq("classname"), testing::StrEq("time")));
      }
    }
  }
}

TEST(ReportTest, SarifNamesRuleAndPlaceOfEachFailure) {
  nlohmann::json log = nlohmann::json::parse(SarifReport(Sample()), nullptr, false);
  ASSERT_TRUE(log.is_object());
  const nlohmann::json& run = log["runs"][0];
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2u);
  ASSERT_EQ(run["results"].size(), 2u);
  EXPECT_EQ(run["results"][0]["ruleId"], "idempotent");
  EXPECT_EQ(run["results"][0]["occurrenceCount"], 3);
  const nlohmann::json& place = run["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "f/ab12/reduced.py");
  EXPECT_EQ(place["region"]["startLine"], 7);
  EXPECT_EQ(run["results"][1]["level"], "note");
  EXPECT_FALSE(run["results"][1].contains("baselineState"));
}

TEST(ReportTest, MarkdownAndPageShowFailuresAndWhatIsNew) {
  ReportedRun report = Sample();
  EXPECT_THAT(MarkdownReport(report), HasSubstr("| findings | 0 | 1 | 1 | 0 | 0.0 |"));
  std::string page = HtmlReport(report);
  EXPECT_THAT(page, HasSubstr("href=\"#f-idempotent\""));
  EXPECT_THAT(page, HasSubstr("id=\"f-idempotent\""));
  EXPECT_THAT(page, HasSubstr("y &lt; x"));
  // Nothing is loaded from elsewhere.
  EXPECT_THAT(page, Not(HasSubstr("http")));
  EXPECT_THAT(page, Not(HasSubstr("newly")));
  report.compared = true;
  report.newly_passing = {"was broken"};
  EXPECT_THAT(HtmlReport(report), HasSubstr("was broken"));
  EXPECT_THAT(MarkdownReport(report), HasSubstr("## Newly failing\n\n- ab12 RealizeVDevice: a < b"));
  EXPECT_THAT(SarifReport(report), HasSubstr("\"baselineState\": \"new\""));
}

TEST(ReportTest, EndingsCountWhatWasJudged) {
  Endings endings = EndingsOf(Sample().cases);
  EXPECT_EQ(endings.all(), 4u);
  EXPECT_NEAR(endings.Percent(), 33.3, 0.1);
  EXPECT_EQ(Endings().Percent(), 100);
}

TEST(ReportTest, TextAndNumbersAreShown) {
  EXPECT_EQ(HtmlEscaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(ShowCount(0), "0");
  EXPECT_EQ(ShowCount(999), "999");
  EXPECT_EQ(ShowCount(1234567), "1,234,567");
}

}  // namespace
}  // namespace assay
