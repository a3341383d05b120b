// The tables of findings: classes and rules have spellings of their own that are read back; paths fall into members.
#include "oracles/core/finding.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracles/core/finding_json.h"

namespace assay {
namespace {

using ::testing::ElementsAre;

TEST(FindingClasses, EachIsReadBackFromItsName) {
  std::set<std::string> names;
  for (size_t i = 0; i < AllFindingClasses().size(); ++i) {
    EXPECT_FALSE(AllFindingClasses()[i].doc.empty()) << AllFindingClasses()[i].name;
    // Any number: of an exit code, or of a signal.
    FindingClass klass(static_cast<FindingClass::Row>(i), 11);
    EXPECT_TRUE(names.insert(klass.name()).second) << klass.name();
    Result<FindingClass> read = FindingClassNamed(klass.name());
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read->row(), klass.row());
    EXPECT_EQ(read->name(), klass.name());
  }
}

TEST(FindingClasses, EndingsOfProcessesHaveNumbers) {
  EXPECT_EQ(FindingClass(FindingClass::kExit, 3).name(), "exit_3");
  EXPECT_EQ(FindingClass(FindingClass::kSignal, 11).name(), "SIGSEGV");
  EXPECT_EQ(FindingClass(FindingClass::kSignal, 50).name(), "signal_50") << "one without a name";
  for (const char* name : {"exit_3", "exit_255", "SIGABRT", "signal_50"})
    EXPECT_EQ(FindingClassNamed(name)->name(), name);
  for (const char* name : {"", "exit", "exit_", "exit_256", "exit_x", "signal", "SIGNAL", "SIG", "Differs"}) {
    Result<FindingClass> read = FindingClassNamed(name);
    ASSERT_FALSE(read.ok()) << name;
    EXPECT_EQ(read.error().kind, DiagKind::kCorrupt);
    EXPECT_THAT(read.error().message, testing::HasSubstr(std::string("got \"") + name + "\""));
  }
}

TEST(RuleLabels, AreOfWellFormednessOrOfAnOperator) {
  for (size_t i = 0; i < AllRules().size(); ++i) {
    RuleLabel label(AllRules()[i].label);
    EXPECT_EQ(label.rule(), static_cast<Rule>(i));
    EXPECT_EQ(label, RuleLabel(static_cast<Rule>(i)));
    EXPECT_FALSE(label.IsOfOperator());
  }
  EXPECT_TRUE(RuleLabel("conv2d.r2").IsOfOperator());
  EXPECT_TRUE(RuleLabel("").empty());
  EXPECT_FALSE(RuleLabel("").IsOfOperator());
}

TEST(ModuleDifferences, PathsFallIntoMembers) {
  EXPECT_THAT(MembersOf(".functions[I.GlobalVar(\"a.b\")].body.seq[0].ty"),
              ElementsAre("", "functions", "body", "seq", "ty"));
  EXPECT_THAT(MembersOf("main.params[1].type"), ElementsAre("main", "params", "type"));
  EXPECT_THAT(MembersOf(""), ElementsAre(""));
}

TEST(FindingJson, FactsThatAreEmptyAreLeftOut) {
  EXPECT_EQ(FactsToJson({}), nlohmann::json::object());
  EXPECT_EQ(FactsToJson({.rule = Rule::kRelaxVarOnce, .negative_extent = true}),
            (nlohmann::json{{"rule", "relax.wf6"}, {"negative_extent", true}}));
}

TEST(FindingJson, FactsThatNoTableHasAreInvalid) {
  const std::pair<nlohmann::json, std::string> rows[] = {
      {{{"diag", "Sad"}}, "kind of diagnostic: expected a spelling of its table, got \"Sad\""},
      {{{"frame", {{"facet", "moods"}, {"way", "added"}}}}, "facet: expected a spelling of its table, got \"moods\""},
      {{{"frame", {{"facet", "devices of variables"}, {"way", "up"}}}},
       "way: expected a spelling of its table, got \"up\""},
      {{{"arithmetic", {{"operations", {"Plus"}}}}}, "kind of node: expected a spelling of its table, got \"Plus\""},
      {{{"trap", {{"kind", "sigh"}}}}, "kind of trap: expected a spelling of its table, got \"sigh\""},
      {{{"field", "IntImm"}}, "field of a node: expected a spelling of its table, got \"IntImm\""},
      {{{"field", "Imm.value"}}, "field of a node: expected a spelling of its table, got \"Imm.value\""},
  };
  for (const auto& [json, message] : rows) {
    Result<FindingFacts> facts = FactsFromJson(json);
    ASSERT_FALSE(facts.ok()) << json;
    EXPECT_EQ(facts.error().message, "invalid " + message);
  }
}

TEST(FindingJson, EachFacetAndWayIsReadBack) {
  std::set<std::string> texts;
  for (size_t i = 0; i < kFacetCount; ++i) {
    for (Way way : kAllWays) {
      FrameBreach breach{static_cast<Facet>(i), way, "key"};
      EXPECT_TRUE(texts.insert(breach.Text()).second) << breach.Text();
      Result<FindingFacts> read = FactsFromJson(FactsToJson({.frame = breach}));
      ASSERT_TRUE(read.ok()) << read.error().message;
      EXPECT_EQ(read->frame, breach);
    }
  }
}

TEST(FindingJson, FilesOfBeforeAreRead) {
  Result<FindingFacts> read = FactsFromJson({{"essence", "Var V is not defined."}});
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->normalized, "Var V is not defined.");
}

}  // namespace
}  // namespace assay
