#include "oracles/report/report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

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
  ReportedRun report{.title = "Trial",
                     .subject = "native",
                     .cases = {},
                     .groups = {{"idempotent", "twice is once"}},
                     .newly_passing = {},
                     .seconds = 1.5};
  report.cases = {{.suite = "oracles", .group = "idempotent", .name = "idempotent", .seconds = 0.25},
                  {.suite = "oracles",
                   .group = "round_trip",
                   .name = "round_trip",
                   .ending = CaseEnding::kSkipped,
                   .detail = "nothing to read"},
                  {.suite = "findings",
                   .group = "idempotent",
                   .name = "ab12 RealizeVDevice",
                   .ending = CaseEnding::kFailed,
                   .klass = "differs",
                   .detail = "a < b & \x01",
                   .file = "f/ab12/reduced.py",
                   .line = 7,
                   .module = "def main(x): y < x",
                   .fingerprint = "idempotent|add",
                   .seen = 3},
                  {.suite = "findings",
                   .group = "no_crash",
                   .name = "cd34",
                   .ending = CaseEnding::kKnown,
                   .klass = "SIGSEGV",
                   .detail = "died",
                   .file = "f/cd34/reduced.py"}};
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

// Viewers load whole files, and a job's summary takes 1 MiB.
TEST(ReportTest, AThousandLargeFailuresStaySmall) {
  ReportedRun report{.title = "Trial", .subject = "native", .compared = true};
  std::string module;
  for (int line = 0; line < 5000; ++line)
    module += fmt::format("        lv{0} = R.add(lv{1}, R.const({0}.0, \"float32\"))\n", line, line - 1);
  for (int i = 0; i < 1000; ++i) {
    ReportedCase one{.suite = fmt::format("suite{}", i % 40),
                     .group = fmt::format("group{}", i),
                     .name = fmt::format("case {} {}", i, std::string(3000, 'n')),
                     .ending = i % 3 == 0   ? CaseEnding::kKnown
                               : i % 3 == 1 ? CaseEnding::kNotApplicable
                                            : CaseEnding::kFailed,
                     .klass = "differs",
                     .detail = fmt::format("{} cause {}\n{}", i, std::string(5000, 'd'), module),
                     .file = "f.py",
                     .module = module};
    one.reason = i % 3 == 2 ? "" : fmt::format("reason {} {}", i, std::string(3000, 'r'));
    report.cases.push_back(std::move(one));
    report.newly_passing.push_back(fmt::format("{} {}", i, std::string(3000, 'p')));
  }
  report.facts = {{"Command", std::string(100'000, 'c')}};
  EXPECT_LT(MarkdownReport(report).size(), size_t{1} << 20);
  std::string junit = JUnitReport(report);
  EXPECT_LT(junit.size(), size_t{10} << 20);
  EXPECT_THAT(junit, HasSubstr("lv10 = "));
  EXPECT_THAT(junit, Not(HasSubstr("lv100 = "))) << "a module as a whole";
}

TEST(ReportTest, JUnitHasWhatTheSchemaAsksForAndNoMore) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitReport(Sample()).c_str()));
  for (pugi::xml_node suite : document.child("testsuites")) {
    for (const char* name : {"name", "tests", "failures", "errors"}) EXPECT_TRUE(suite.attribute(name)) << name;
    for (pugi::xml_node test : suite) {
      EXPECT_TRUE(test.attribute("name"));
      for (pugi::xml_attribute one : test.attributes()) {
        EXPECT_THAT(one.name(),
                    testing::AnyOf(testing::StrEq("name"), testing::StrEq("classname"), testing::StrEq("time")));
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

nlohmann::json DataOf(const std::string& page) {
  size_t begin = page.find("id=\"data\">") + 10;
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin), nullptr, false);
}

// Of SARIF 2.1.0's schema, the objects that a report has: the properties that each may have, the first of which it
// must.
struct SarifObject {
  const char* name;
  size_t required;
  std::vector<std::string> properties;
};
const std::vector<SarifObject>& SarifObjects() {
  static const std::vector<SarifObject> objects = {
      {"log", 2, {"version", "runs", "$schema", "inlineExternalProperties", "properties"}},
      {"run",
       1,
       {"tool", "invocations", "conversion", "language", "artifacts", "results", "automationDetails", "baselineGuid",
        "properties"}},
      {"tool", 1, {"driver", "extensions", "properties"}},
      {"driver",
       1,
       {"name", "version", "semanticVersion", "informationUri", "rules", "fullName", "organization", "properties"}},
      {"rule",
       1,
       {"id", "name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration",
        "messageStrings", "properties"}},
      {"message", 1, {"text", "markdown", "id", "arguments", "properties"}},
      {"configuration", 0, {"enabled", "level", "rank", "parameters", "properties"}},
      {"result",
       1,
       {"message", "ruleId", "ruleIndex", "level", "kind", "locations", "partialFingerprints", "fingerprints",
        "occurrenceCount", "baselineState", "suppressions", "relatedLocations", "properties"}},
      {"location", 0, {"id", "physicalLocation", "logicalLocations", "message", "properties"}},
      {"physicalLocation", 0, {"artifactLocation", "region", "contextRegion", "address", "properties"}},
      {"artifactLocation", 0, {"uri", "uriBaseId", "index", "description", "properties"}},
      {"region", 0, {"startLine", "startColumn", "endLine", "endColumn", "snippet", "message", "properties"}},
      {"snippet", 0, {"text", "binary", "rendered", "properties"}},
      {"suppression", 1, {"kind", "guid", "status", "justification", "location", "properties"}},
      {"automationDetails", 0, {"id", "guid", "correlationGuid", "description", "properties"}}};
  return objects;
}

// What is missing and what the schema does not know.
std::string WrongIn(const nlohmann::json& json, std::string_view name) {
  auto object = std::ranges::find(SarifObjects(), name, &SarifObject::name);
  if (object == SarifObjects().end() || !json.is_object()) return fmt::format("{} is no object; ", name);
  std::string wrong;
  for (size_t i = 0; i < object->required; ++i)
    wrong += json.contains(object->properties[i]) ? "" : fmt::format("{} has no {}; ", name, object->properties[i]);
  for (const auto& [key, value] : json.items()) {
    if (std::ranges::find(object->properties, key) == object->properties.end())
      wrong += fmt::format("{} has {}; ", name, key);
  }
  return wrong;
}

std::string WrongInResult(const nlohmann::json& result) {
  std::string wrong = WrongIn(result, "result") + WrongIn(result.value("message", nlohmann::json()), "message");
  constexpr const char* kLevels[] = {"none", "note", "warning", "error"};
  if (std::ranges::find(kLevels, result.value("level", "")) == std::end(kLevels)) wrong += "level; ";
  if (result.value("occurrenceCount", 0) < 1) wrong += "occurrenceCount; ";
  for (const nlohmann::json& location : result.value("locations", nlohmann::json::array())) {
    const nlohmann::json& place = location["physicalLocation"];
    wrong += WrongIn(location, "location") + WrongIn(place, "physicalLocation") +
             WrongIn(place["artifactLocation"], "artifactLocation") + WrongIn(place["region"], "region");
    if (place["region"].contains("snippet")) wrong += WrongIn(place["region"]["snippet"], "snippet");
    if (place["region"].value("startLine", 0) < 1) wrong += "startLine; ";
  }
  for (const nlohmann::json& one : result.value("suppressions", nlohmann::json::array()))
    wrong += WrongIn(one, "suppression");
  return wrong;
}

std::string WrongInLog(const nlohmann::json& log) {
  const nlohmann::json &run = log["runs"][0], &driver = run["tool"]["driver"];
  std::string wrong = WrongIn(log, "log") + WrongIn(run, "run") + WrongIn(run["tool"], "tool") +
                      WrongIn(driver, "driver") + WrongIn(run["automationDetails"], "automationDetails");
  std::set<std::string> ids;
  for (const nlohmann::json& rule : driver["rules"]) {
    wrong += WrongIn(rule, "rule") + WrongIn(rule["shortDescription"], "message") +
             WrongIn(rule["fullDescription"], "message") + WrongIn(rule["help"], "message") +
             WrongIn(rule["defaultConfiguration"], "configuration");
    if (!ids.insert(rule["id"]).second) wrong += "a rule twice; ";
  }
  for (const nlohmann::json& result : run["results"]) {
    wrong += WrongInResult(result);
    if (!ids.contains(result["ruleId"])) wrong += "a result without a rule; ";
  }
  return wrong;
}

TEST(ReportTest, SarifHasWhatTheSchemaAsksForAndNoMore) {
  ReportedRun report = Sample();
  report.cases.push_back(
      {.suite = "findings", .group = "no_crash", .name = "ef56", .ending = CaseEnding::kClosed, .reason = "mended"});
  for (const char* home : {"", "https://example.org/assay"}) {
    report.home = home;
    for (bool compared : {false, true}) {
      report.compared = compared;
      EXPECT_EQ(WrongInLog(nlohmann::json::parse(SarifReport(report))), "") << home;
    }
  }
  nlohmann::json log = nlohmann::json::parse(SarifReport(report));
  const nlohmann::json& rule = log["runs"][0]["tool"]["driver"]["rules"][0];
  EXPECT_EQ(rule["helpUri"], "https://example.org/assay/blob/HEAD/docs/words.md");
  EXPECT_EQ(log["runs"][0]["results"][2]["suppressions"][0]["justification"], "mended");
  // The test sees what is wrong.
  log["runs"][0]["results"][0].erase("message");
  log["runs"][0]["results"][0]["mesage"] = 1;
  EXPECT_THAT(WrongInLog(log), HasSubstr("result has no message; result has mesage; "));
}

TEST(ReportTest, RulesSayInAFewWordsAndInMany) {
  ReportedRun report{.title = "Trial",
                     .groups = {{"idempotent",
                                 "Applying a pass to its own output changes nothing, for passes whose contract says "
                                 "so. Cannot see a pass that is wrong in the same way each time."}}};
  nlohmann::json rule = nlohmann::json::parse(SarifReport(report))["runs"][0]["tool"]["driver"]["rules"][0];
  EXPECT_EQ(rule["shortDescription"]["text"],
            "Applying a pass to its own output changes nothing, for passes whose contract says so");
  EXPECT_THAT(rule["fullDescription"]["text"].get<std::string>(), HasSubstr("Cannot see"));
  EXPECT_EQ(rule["properties"]["tags"][0], "compiler");
}

TEST(ReportTest, MarkdownAndPageShowFailuresAndWhatIsNew) {
  ReportedRun report = Sample();
  EXPECT_THAT(MarkdownReport(report), HasSubstr("| findings | 0 | 1 | 1 | 0 | 0 | 0.0 |"));
  std::string page = HtmlReport(report);
  nlohmann::json data = DataOf(page);
  ASSERT_EQ(data["rows"].size(), 3u);
  EXPECT_EQ(data["rows"][1]["module"], "def main(x): y < x");
  EXPECT_EQ(data["rows"][1]["status"], "failed");
  EXPECT_EQ(data["docs"]["idempotent"], "twice is once");
  EXPECT_EQ(data["unlisted"], "1 that passed is not listed.");
  // Nothing is loaded from elsewhere, and no text ends the script.
  EXPECT_THAT(page, Not(HasSubstr("http")));
  EXPECT_THAT(page, Not(HasSubstr("y < x")));
  EXPECT_THAT(page, Not(HasSubstr("newly")));
  EXPECT_THAT(page, HasSubstr("a &lt; b &amp;"));
  report.compared = true;
  report.newly_passing = {"was broken"};
  EXPECT_THAT(HtmlReport(report), HasSubstr("was broken"));
  EXPECT_THAT(MarkdownReport(report), HasSubstr("## Newly failing\n\n| case | status | about | kind | what "
                                                "|\n|--|--|--|--|--|\n| ab12 RealizeVDevice | failed |"));
  EXPECT_THAT(SarifReport(report), HasSubstr("\"baselineState\": \"new\""));
}

TEST(ReportTest, ThePageShowsScoresOfOneCaseTogetherWorstFirst) {
  ReportedRun report{.title = "Trial"};
  for (const char* score : {"structural", "behavioural"}) {
    ReportedCase one{.suite = "pass",
                     .name = std::string("c ") + score,
                     .ending = std::string(score) == "behavioural" ? CaseEnding::kFailed : CaseEnding::kKnown,
                     .detail = score};
    one.id = "pass-c";
    one.score = score;
    one.case_name = "c";
    one.sides = {.expected = "a", .got = "b"};
    report.cases.push_back(one);
  }
  nlohmann::json data = DataOf(HtmlReport(report));
  ASSERT_EQ(data["rows"].size(), 1u);
  const nlohmann::json& row = data["rows"][0];
  EXPECT_EQ(row["name"], "c");
  EXPECT_EQ(row["status"], "failed");
  EXPECT_EQ(row["scores"].size(), 2u);
  EXPECT_EQ(row["sides"].size(), 1u);
  // The text of a case that has several scores stands in machines' forms once.
  report.cases[0].ending = CaseEnding::kFailed;
  for (ReportedCase& one : report.cases) one.module = "the module";
  std::string xml = JUnitReport(report);
  EXPECT_EQ(xml.find("the module"), xml.rfind("the module"));
}

TEST(ReportTest, TwoSubjectsAreNamedAndCountedInEveryForm) {
  ReportedRun report{.title = "Conformance", .subject = "new", .against = "old"};
  struct Row {
    CaseEnding ending;
    bool other;
    int count;
  };
  for (const Row& row : {Row{CaseEnding::kFailed, false, 7},
                         {CaseEnding::kPassed, true, 1},
                         {CaseEnding::kKnown, true, 3},
                         {CaseEnding::kPassed, false, 5}}) {
    for (int i = 0; i < row.count; ++i) {
      ReportedCase one{.suite = "pass",
                       .group = "P",
                       .name = "c" + std::to_string(report.cases.size()),
                       .ending = row.ending,
                       .detail = "d"};
      one.other_fails = row.other;
      report.cases.push_back(one);
    }
  }
  AgainstCounts counts = CountAgainst(report);
  EXPECT_EQ(counts.ours, 7u);
  EXPECT_EQ(counts.theirs, 1u);
  EXPECT_EQ(counts.both, 3u);
  constexpr const char* kSaid = "7 failed by new alone, 1 by old alone, 3 by both; 5 passed, 0 skipped";
  EXPECT_THAT(MarkdownReport(report), HasSubstr(kSaid));
  std::string page = HtmlReport(report);
  EXPECT_THAT(page, HasSubstr(kSaid));
  EXPECT_EQ(DataOf(page)["rows"].size(), 11u);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitReport(report).c_str()));
  EXPECT_EQ(document.child("testsuites").attribute("failures").as_int(), 7);
  EXPECT_STREQ(document.child("testsuites").attribute("name").as_string(), "Conformance of new against old");
  nlohmann::json log = nlohmann::json::parse(SarifReport(report));
  EXPECT_EQ(log["runs"][0]["properties"]["summary"], kSaid);
  EXPECT_EQ(log["runs"][0]["properties"]["subjects"], nlohmann::json::array({"new", "old"}));
  EXPECT_EQ(
      std::ranges::count_if(log["runs"][0]["results"], [](const auto& result) { return result["level"] == "error"; }),
      7);
}

TEST(ReportTest, FormsForMachinesAreBounded) {
  ReportedRun report{.title = "Trial"};
  std::string line = "    y = R.add(x, x)\n", module;
  for (int i = 0; i < 100'000; ++i) module += line;
  for (int i = 0; i < 20; ++i) {
    report.cases.push_back({.suite = "run",
                            .group = "g",
                            .name = std::to_string(i),
                            .ending = CaseEnding::kFailed,
                            .detail = module,
                            .file = "f.py",
                            .line = 50'000,
                            .module = module});
  }
  EXPECT_LT(JUnitReport(report).size(), 400'000u);
  EXPECT_LT(SarifReport(report).size(), 400'000u);
  EXPECT_LT(MarkdownReport(report).size(), 20'000u);
  EXPECT_LT(HtmlReport(report).size(), size_t{16} << 20);
  Excerpt excerpt = ExcerptOf(module, 50'000);
  EXPECT_EQ(std::ranges::count(excerpt.text, '\n'), 40);
  EXPECT_EQ(excerpt.first_line, 49'990);
  EXPECT_EQ(ExcerptOf("", 3).text, "");
  EXPECT_EQ(ExcerptOf("one line", 1).text, "one line");
}

TEST(ReportTest, TextsAreNeverCutWithinACharacter) {
  std::string umlauts;
  for (int i = 0; i < 300; ++i) umlauts += "ä";
  for (size_t most = 10; most < 14; ++most) {
    std::string cut = FirstLine(umlauts, most);
    EXPECT_EQ(cut.size() % 2, 1u) << most;
    EXPECT_TRUE(cut.ends_with("ä…")) << most;
  }
  EXPECT_EQ(FirstLine("one\ntwo", 10), "one");
}

TEST(ReportTest, DifferencesOfValuesAreDistinguishedByWhatTheyAreAbout) {
  ReportedRun report{.title = "Trial"};
  auto add = [&](const char* group, const char* expected, const char* got, const char* off) {
    ReportedCase one{.suite = "run",
                     .group = group,
                     .name = "c" + std::to_string(report.cases.size()),
                     .ending = CaseEnding::kFailed,
                     .klass = "vm",
                     .detail = "result: [0, 1]: 1.5 against 2.5"};
    one.sides.elements = {{"result[0]", expected, got, off}};
    report.cases.push_back(one);
  };
  add("conv2d", "1.5", "1.5000002", "2e-7");
  add("conv2d", "1.5", "1.5000003", "3e-7");
  add("conv2d", "1.5", "nan", "");
  add("softmax", "1.5", "1.5000002", "2e-7");
  std::string text = MarkdownReport(report);
  EXPECT_THAT(text, HasSubstr("| 2 | conv2d | vm | values differ: a relative difference of up to 1e-6 | c0 |"));
  EXPECT_THAT(text, HasSubstr("| 1 | conv2d | vm | values differ: NaN or infinity on one side | c2 |"));
  EXPECT_THAT(text, HasSubstr("| 1 | softmax | vm | values differ: a relative difference of up to 1e-6 | c3 |"));
}

TEST(ReportTest, TablesAndChartsStandOnThePageAndShortOnesInTheSummary) {
  ReportedRun report{.title = "Trial"};
  report.tables = {{.title = "Passes & more",
                    .columns = {{"pass"}, {"tried", true}, {.label = "share", .page_only = true}},
                    .rows = {{{"A<B"}, NumberCell(1200), {.bar = {0.5, 0, 0, 0.5}}}}},
                   {.title = "Long", .columns = {{"x"}}, .rows = {{{"y"}}}, .page_only = true}};
  report.history = {{.when = "2026-11-26", .subject = "", .failing = 2},
                    {.when = "2026-11-27", .subject = "", .failing = 3, .fresh = 1}};
  std::string page = HtmlReport(report), text = MarkdownReport(report);
  EXPECT_THAT(
      page, HasSubstr("<td>A&lt;B</td><td class=\"n\" data-n=\"1200\">1,200</td><td data-n=\"1\"><span class=\"bar\""));
  EXPECT_THAT(page, HasSubstr("<h2 id=\"Passes-more\">Passes &amp; more</h2>"));
  EXPECT_THAT(page, HasSubstr("2 runs: from 2 failures in the first to 3 in the last"));
  EXPECT_THAT(text, HasSubstr("## Passes & more\n\n| pass | tried |\n|--|--:|\n| A<B | 1,200 |"));
  EXPECT_THAT(text, HasSubstr("| 2026-11-27 |  | 3 | 1 | 0 | 0 |"));
  EXPECT_THAT(text, Not(HasSubstr("Long")));
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
