// Our own conformance suite: every operator and pass has cases, every case a label that is a heading of
// docs/semantics.md. That all of it holds is the CTest conformance.own.
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "ir/ops/op_spec.h"
#include "oracles/conform/read_suite.h"
#include "oracles/conform/suite.h"
#include "passes/pass.h"

namespace assay {
namespace {

constexpr const char* kFolder = "corpus/conformance";

// As sites that show Markdown make them: lower case, hyphens for spaces, letters and digits alone.
std::string AnchorOf(std::string_view heading) {
  std::string anchor;
  for (char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (c == ' ' || c == '-') anchor += '-';
  }
  return anchor;
}

std::set<std::string> Anchors() {
  std::set<std::string> anchors;
  std::ifstream in("docs/semantics.md");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) anchors.insert(AnchorOf(std::string_view(line).substr(3)));
  }
  return anchors;
}

using Cases = std::map<std::string, std::vector<nlohmann::json>>;

Cases AllCases() {
  Cases all;
  auto files = SuiteFiles(kFolder);
  for (const std::string& file : files.ok() ? *files : std::vector<std::string>{}) {
    auto cases = ReadSuite(file);
    if (cases.ok()) all.emplace(SuiteStem(file), *std::move(cases));
  }
  return all;
}

// What the cases of one suite are about; with `key`, of the cases that have it.
std::set<std::string> Subjects(const Cases& all, const std::string& suite, const char* key = "id") {
  std::set<std::string> names;
  for (const nlohmann::json& one : all.at(suite)) {
    if (one.contains(key)) names.insert(one["test"].get<std::string>());
  }
  return names;
}

TEST(OwnSuiteTest, EveryCaseHasALabelIntoTheSemantics) {
  std::set<std::string> anchors = Anchors(), ids;
  Cases all = AllCases();
  ASSERT_EQ(all.size(), 5u);
  for (const auto& [suite, cases] : all) {
    for (const nlohmann::json& one : cases) {
      EXPECT_TRUE(anchors.contains(one.value("label", ""))) << one["id"] << " has the label " << one.value("label", "");
      EXPECT_TRUE(ids.insert(one["id"].get<std::string>()).second) << one["id"] << " is there twice";
    }
  }
}

TEST(OwnSuiteTest, EveryOperatorHasACaseAndEachThatCanRefuseARefusal) {
  Cases all = AllCases();
  std::set<std::string> inferred = Subjects(all, "infer"), refused = Subjects(all, "infer", "error"),
                        run = Subjects(all, "run");
  for (const OpSpec* op : AllOps()) {
    std::string name(op->name);
    EXPECT_TRUE(inferred.contains(name) || run.contains(name)) << name << " has no case";
    EXPECT_TRUE(op->preconditions.empty() || refused.contains(name)) << name << " has no case that is refused";
  }
}

TEST(OwnSuiteTest, EveryPassHasACase) {
  std::set<std::string> passes = Subjects(AllCases(), "pass");
  for (const PassSpec* pass : AllPasses())
    EXPECT_TRUE(passes.contains(std::string(pass->name)))
        << pass->name << ": oracles/conform/cases/make.py takes its golden texts";
}

// The table of fields of the guide is the one that suites are read by, and names no other.
TEST(OwnSuite, TheGuideNamesEveryField) {
  std::map<std::string, std::set<std::string>> documented, known;
  std::ifstream in("docs/guide/conformance.md");
  for (std::string line; std::getline(in, line);) {
    // "| run | `module`, `entry` | … |"
    size_t second = line.find("| `"), third = line.find(" | ", second + 3);
    if (!line.starts_with("| ") || second == std::string::npos || third == std::string::npos) continue;
    std::string kind = line.substr(2, second - 3);
    for (size_t at = line.find('`', second); at < third; at = line.find('`', line.find('`', at + 1) + 1))
      documented[kind].insert(line.substr(at + 1, line.find('`', at + 1) - at - 1));
  }
  for (std::string_view field : kCommonFields) known["all"].emplace(field);
  for (const SuiteKind* kind : AllSuiteKinds()) {
    for (std::string_view field : kind->fields) known[std::string(kind->name)].emplace(field);
  }
  EXPECT_EQ(documented, known);
}

TEST(OwnSuite, EveryFieldOfACaseIsOfItsKind) {
  for (const auto& [name, cases] : AllCases()) {
    const SuiteKind* kind = FindSuiteKind(name);
    std::set<std::string_view> known(kind->fields.begin(), kind->fields.end());
    known.insert(std::begin(kCommonFields), std::end(kCommonFields));
    for (const nlohmann::json& one : cases) {
      for (const auto& [field, value] : one.items())
        EXPECT_TRUE(field == kLineKey || known.contains(field)) << name << " " << one["id"] << " " << field;
    }
  }
}

TEST(OwnSuite, TheFieldsOfACaseSayItsKind) {
  for (const auto& [name, cases] : AllCases()) {
    for (const nlohmann::json& one : cases) {
      EXPECT_EQ(SuiteKindOf(one), FindSuiteKind(name)) << name << " " << one.value("id", "");
    }
  }
  EXPECT_EQ(SuiteKindOf({{"id", "x"}}), nullptr);
}

}  // namespace
}  // namespace assay
