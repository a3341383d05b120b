// A run against another subject, a baseline, and both: what counts, what every form says, what the next run can go on
// with.
#include "oracles/conform/conform_report.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

namespace assay {
namespace {

using testing::HasSubstr;

JudgedScore Judged(const std::string& id, bool passed) {
  return {.suite = "pass",
          .id = id,
          .score = "structural",
          .group = "FuseOps",
          .passed = passed,
          .why = passed ? "" : "other body",
          .file = "pass.jsonl",
          .line = 3,
          .text = passed ? "" : "# before\n"};
}

ConformResult Of(const std::vector<std::pair<std::string, bool>>& scores) {
  ConformResult result;
  for (const auto& [id, passed] : scores) {
    result.judged.push_back(Judged(id, passed));
    if (!passed) result.failures.push_back({"pass", id, "structural", "other body", "FuseOps"});
  }
  return result;
}

class AgainstTest : public testing::Test {
 protected:
  const ConformResult ours_ = Of({{"a", false}, {"b", false}, {"both", false}, {"theirs", true}, {"fine", true}});
  const ConformResult other_ = Of({{"a", true}, {"b", true}, {"both", false}, {"theirs", false}, {"fine", true}});
  const std::vector<ConformFailure> baseline_ = {{"pass", "a", "structural", "", ""},
                                                 {"pass", "fine", "structural", "", ""}};
};

TEST_F(AgainstTest, EveryFormNamesBothSubjectsAndCountsAlike) {
  ConformView view{.subject = "tvm:0.27", .against = "tvm:0.26", .other = &other_};
  ReportedRun report = ConformReport(ours_, view);
  constexpr const char* kSaid = "2 failed by tvm:0.27 alone, 1 by tvm:0.26 alone, 1 by both";
  EXPECT_THAT(MarkdownReport(report), HasSubstr(kSaid));
  EXPECT_THAT(HtmlReport(report), HasSubstr(kSaid));
  EXPECT_THAT(SarifReport(report), HasSubstr(kSaid));
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitReport(report).c_str()));
  EXPECT_THAT(document.child("testsuites").attribute("name").as_string(), HasSubstr("tvm:0.27 against tvm:0.26"));
  // By which the exit code is decided.
  EXPECT_EQ(static_cast<size_t>(document.child("testsuites").attribute("failures").as_int()),
            FailuresThatCount(ours_, view).size());
  pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_STREQ(suite.find_child_by_attribute("testcase", "name", "both structural")
                   .child("skipped")
                   .attribute("message")
                   .as_string(),
               "known: tvm:0.26 fails it, too");
  nlohmann::json json = ConformJson(ours_, view);
  EXPECT_EQ(json["compared"], (nlohmann::json{{"only_subject", 2}, {"only_against", 1}, {"both", 1}}));
  EXPECT_EQ(json["subject"], "tvm:0.27");
  EXPECT_EQ(json["against_subject"], "tvm:0.26");
}

// Engines of two subjects bear names of their own: a case that fails on both is failed by both.
TEST(OtherSubjectTest, ScoresOfOtherNamesAreComparedByCase) {
  auto score = [](const std::string& id, const std::string& name, bool passed) {
    JudgedScore one = Judged(id, passed);
    one.suite = "run";
    one.score = name;
    return one;
  };
  auto result = [](std::vector<JudgedScore> judged) {
    ConformResult made;
    for (const JudgedScore& one : judged) {
      if (!one.passed) made.failures.push_back({one.suite, one.id, one.score, one.why, one.group});
      Score& points = made.suites["run"].scores[one.score];
      ++made.suites["run"].cases;
      points.of += 1;
      points.passed += one.passed ? 1 : 0;
    }
    made.judged = std::move(judged);
    return made;
  };
  struct Row {
    const char* what;
    std::vector<JudgedScore> ours, other;
    size_t alone, theirs, both;
  };
  const Row rows[] = {
      {"both", {score("a", "bytecode", false)}, {score("a", "vm", false), score("a", "vm-llvm", false)}, 0, 0, 1},
      {"one of the others",
       {score("a", "bytecode", false)},
       {score("a", "vm", true), score("a", "vm-llvm", false)},
       0,
       0,
       1},
      {"alone", {score("a", "bytecode", false)}, {score("a", "vm", true)}, 1, 0, 0},
      {"another case", {score("a", "bytecode", false)}, {score("a", "vm", true), score("b", "vm", false)}, 1, 0, 0},
      {"theirs", {score("a", "bytecode", true)}, {score("a", "vm", false), score("a", "vm-llvm", false)}, 0, 1, 0},
      {"a shared name is compared by name",
       {score("a", "vm", false), score("a", "bytecode", true)},
       {score("a", "vm", true), score("a", "vm-llvm", false)},
       1,
       1,
       0},
      {"its own failure is no other's",
       {score("a", "bytecode", false)},
       {score("a", "vm", true), score("a", "bytecode", true)},
       1,
       0,
       0},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    ConformResult ours = result(row.ours), other = result(row.other);
    ConformView view{.subject = "tvm:0.27", .against = "native", .other = &other};
    EXPECT_EQ(ConformJson(ours, view)["compared"],
              (nlohmann::json{{"only_subject", row.alone}, {"only_against", row.theirs}, {"both", row.both}}));
    EXPECT_EQ(FailuresThatCount(ours, view).size(), row.alone);
    AgainstCounts counts = CountAgainst(ConformReport(ours, view));
    EXPECT_EQ(counts.ours, row.alone);
    EXPECT_EQ(counts.theirs, row.theirs);
    EXPECT_EQ(counts.both, row.both);
    size_t names = 0;
    for (const ScoreRow& one : ScoreRows(ours, &other)) names += one.ours != nullptr || one.other != nullptr ? 1 : 0;
    EXPECT_EQ(names, ScoreRows(ours, &other).size());
  }
}

TEST_F(AgainstTest, BaselineAndSecondSubjectBothExcuse) {
  ConformView view{.subject = "new", .baseline = &baseline_, .against = "old", .other = &other_};
  std::vector<ConformFailure> counted = FailuresThatCount(ours_, view);
  ASSERT_EQ(counted.size(), 1u);
  EXPECT_EQ(counted[0].id, "b");
  EXPECT_EQ(EndingsOf(ConformReport(ours_, view).cases).failed, 1u);
  EXPECT_EQ(ConformJson(ours_, view)["new_failures"].size(), 1u);
  EXPECT_EQ(ConformJson(ours_, view)["newly_passing"].size(), 1u);
}

TEST_F(AgainstTest, TheHistoryGoesOnFromTheBaseline) {
  ConformView view{.subject = "new",
                   .baseline = &baseline_,
                   .history = {{.when = "yesterday", .subject = "new", .failing = 2}},
                   .when = "today"};
  nlohmann::json history = ConformJson(ours_, view)["history"];
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(
      history[1],
      (nlohmann::json{{"when", "today"}, {"subject", "new"}, {"failing", 3}, {"new", 2}, {"still", 1}, {"gone", 1}}));
  EXPECT_THAT(HtmlReport(ConformReport(ours_, view)), HasSubstr("Failures from run to run"));
  EXPECT_TRUE(ConformReport(ours_, {.subject = "new"}).history.empty());
}

TEST_F(AgainstTest, AllowedDifferencesSayWhy) {
  ConformResult result = ours_;
  result.judged[0].allowed = true;
  result.judged[0].why = "on purpose";
  ReportedRun report = ConformReport(result, {.subject = "new"});
  EXPECT_EQ(StatusWord(report.cases[0], report), "allowed");
  EXPECT_THAT(JUnitReport(report), HasSubstr("<skipped message=\"on purpose\""));
}

}  // namespace
}  // namespace assay
