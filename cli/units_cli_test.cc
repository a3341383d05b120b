// fuzz --unit, merge, units and cluster as users type them: exit codes, messages, and that readers take what is merged.
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::map<std::string, std::string> TreeOf(const fs::path& folder) {
  std::map<std::string, std::string> tree;
  for (const auto& item : fs::recursive_directory_iterator(folder)) {
    if (!item.is_regular_file()) continue;
    std::ifstream in(item.path(), std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    tree[item.path().lexically_relative(folder)] = all.str();
  }
  return tree;
}

TEST(UnitsCliTest, UnitsBecomeACampaign) {
  std::string folder = FreshFolder();
  for (const char* unit : {"0", "2"}) {
    ProgramRun run = RunAssay({"fuzz", "--unit", std::string(unit) + "/3", "--cases", "10", "--seed", "3", "--quiet",
                               "--jobs", "2", "--out", folder + "/units/" + unit, "--findings-exit", "0"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(std::string("unit ") + unit + " of 3: 10 of 10 cases: "));
  }
  ProgramRun units = RunAssay({"units", folder + "/units", "--of", "3"});
  EXPECT_EQ(units.code, 1);
  EXPECT_EQ(units.out,
            "2 of 3 units whole, 0 in part, 1 missing\nunit 1: missing\n  if it ends its machine each time: --unit 1/3 "
            "--only "
            "10-14, then --only 15-19\n--array=1\n");
  EXPECT_EQ(RunAssay({"units", folder + "/units", "--array"}).out, "1\n");
  EXPECT_EQ(RunAssay({"units", folder + "/units", "--of", "4"}).code, 2);
  ProgramRun merge = RunAssay({"merge", folder + "/merged", folder + "/units"});
  EXPECT_EQ(merge.code, 0) << merge.err;
  EXPECT_THAT(merge.out, HasSubstr("2 units merged, 0 there already, 0 refused\n2 of 3 units, 2 whole: 20 cases"));
  EXPECT_THAT(RunAssay({"merge", folder + "/merged", folder + "/units"}).out,
              HasSubstr("0 units merged, 2 there already, 0 refused"));
  // Whoever reads campaigns reads it.
  EXPECT_EQ(RunAssay({"report", folder + "/merged", "--format", "html,md,json,junit,sarif"}).code, 0);
  EXPECT_EQ(RunAssay({"triage", folder + "/merged"}).code, 0);
  ProgramRun known = RunAssay({"fuzz", "--runs", "1", "--no-out", "--known", folder + "/merged", "--quiet"});
  EXPECT_EQ(known.code, 0) << known.err;
  ProgramRun resume = RunAssay({"fuzz", "--resume", "--out", folder + "/merged", "--runs", "1"});
  EXPECT_EQ(resume.code, 2);
  EXPECT_THAT(resume.err, HasSubstr("it is a merge of units"));
}

TEST(UnitsCliTest, TheSameUnitIsTheSameBytes) {
  std::string folder = FreshFolder();
  auto unit = [&](const std::string& name, const std::string& jobs) {
    ProgramRun run = RunAssay({"fuzz", "--unit", "1/3", "--runs", "12", "--seed", "9", "--quiet", "--jobs", jobs,
                               "--out", folder + "/" + name});
    EXPECT_LE(run.code, 1) << run.err;
    return TreeOf(folder + "/" + name);
  };
  std::map<std::string, std::string> one = unit("one", "1");
  EXPECT_EQ(unit("two", "2"), one);
  // What is whole is not done again.
  ProgramRun again = RunAssay({"fuzz", "--unit", "1/3", "--runs", "12", "--seed", "9", "--out", folder + "/one"});
  EXPECT_THAT(again.out, HasSubstr("which were there already"));
}

TEST(UnitsCliTest, WhatIsTerminatedLeavesItsFirstCases) {
  std::string folder = FreshFolder();
  ProgramRun run =
      InterruptAssay({"fuzz", "--unit", "0/2", "--runs", "100000", "--quiet", "--out", folder + "/0"}, SIGTERM);
  EXPECT_EQ(run.code, 143) << run.err;
  EXPECT_THAT(run.out, HasSubstr("of 100,000 cases, the first ones: "));
  ProgramRun units = RunAssay({"units", folder});
  EXPECT_EQ(units.code, 1);
  EXPECT_THAT(units.out, HasSubstr("0 of 2 units whole, 1 in part, 1 missing\nunit 0: "));
  EXPECT_THAT(units.out, HasSubstr("--array=0-1\n"));
  EXPECT_EQ(RunAssay({"merge", folder + "/merged", folder + "/0"}).code, 0);
}

TEST(UnitsCliTest, WrongWordsAreUsage) {
  struct Row {
    std::vector<std::string> words;
    int code;
    const char* message;
  };
  std::string folder = FreshFolder();
  std::ofstream(folder + "/notes.txt") << "mine";
  for (const Row& row : {
           Row{{"fuzz", "--unit", "3/3", "--runs", "1"}, 2, "invalid --unit: expected a unit from 0 to 2, got 3/3"},
           Row{{"fuzz", "--unit", "3", "--runs", "1"}, 2, "invalid --unit: expected K/N such as 3/64, got 3"},
           Row{{"fuzz", "--unit", "-1/3", "--runs", "1"}, 2, "invalid --unit: expected K/N such as 3/64, got -1/3"},
           Row{{"fuzz", "--unit", "0/0", "--runs", "1"}, 2, "invalid --unit: expected from 1 to 1000000 units"},
           Row{{"fuzz", "--unit", "0/3"}, 2, "missing value: --unit needs --runs"},
           Row{{"fuzz", "--unit", "1/3", "--runs", "10", "--only", "5"},
               2,
               "invalid --only: expected cases from 10 to 19, the unit's, got 5"},
           Row{{"fuzz", "--unit", "1/3", "--runs", "10", "--only", "x"}, 2, "invalid --only: expected A-B"},
           Row{{"fuzz", "--unit", "0/3", "--runs", "1", "--resume", "--out", folder}, 2, "--resume"},
           Row{{"fuzz", "--snapshot", folder}, 2, "--unit"},
           Row{{"fuzz", "--unit", "0/3", "--runs", "1", "--snapshot", folder, "--no-out"},
               3,
               "expected a folder with corpus/"},
           Row{{"fuzz", "--unit", "0/3", "--runs", "1", "--out", folder}, 2, "it is not empty, and no unit"},
           Row{{"merge", folder, folder}, 2, "is not empty, and no merge"},
           Row{{"merge", folder + "/new", folder + "/nothing"}, 3, "expected a folder of units"},
           Row{{"merge", folder + "/new", folder}, 3, "expected units, found no folder with unit.json"},
           Row{{"units", folder + "/nothing"}, 3, "expected a folder of units"},
           Row{{"cluster", "slrum"}, 2, "slurm"},
           Row{{"cluster", "slurm", "--profile", "round"}, 2, "assay fuzz: invalid --profile"},
           Row{{"cluster", "slurm", "--", "--bindigns", "4"}, 2, "assay fuzz: unexpected argument '--bindigns'"},
           Row{{"cluster", "slurm", "--", "--resume", "--snapshot"}, 2, "assay fuzz: "},
           Row{{"replay", "cli/testdata/add.py", "--unit", "0/2"}, 2, "--out"},
           Row{{"conform", "corpus/conformance/wellformed.jsonl", "--unit", "0/2", "--out", folder + "/x", "--against",
                "native"},
               2,
               "--against does not go with --unit and --from"},
           Row{{"replay", "cli/testdata/add.py", "--unit", "2/2", "--out", folder + "/x"}, 2, "a unit from 0 to 1"},
           Row{{"replay", "cli/testdata/add.py", "--from", folder + "/nothing"}, 3, "expected a folder of units"},
       }) {
    ProgramRun run = RunAssay(row.words);
    EXPECT_EQ(run.code, row.code) << row.words[0] << ": " << run.err;
    EXPECT_THAT(run.err, HasSubstr(row.message)) << row.words[0];
  }
  EXPECT_TRUE(fs::exists(folder + "/notes.txt"));
}

TEST(UnitsCliTest, ARefusedUnitIsNamedAndTheRestMerged) {
  std::string folder = FreshFolder();
  for (const char* unit : {"0", "1"})
    RunAssay({"fuzz", "--unit", std::string(unit) + "/2", "--runs", "3", "--quiet", "--out", folder + "/u/" + unit});
  std::ofstream(folder + "/u/1/trail.txt") << "00000000\n";
  ProgramRun merge = RunAssay({"merge", folder + "/merged", folder + "/u", "--json"});
  EXPECT_EQ(merge.code, 3);
  EXPECT_THAT(merge.err, HasSubstr("refused: " + folder + "/u/1/trail.txt: expected digest"));
  nlohmann::json json = nlohmann::json::parse(merge.out, nullptr, false);
  EXPECT_EQ(json["merge"]["taken"], 1);
  EXPECT_EQ(json["runs"], 3);
}

// In parts, merged, and taken over: the same as at once.
TEST(UnitsCliTest, ListsOfCasesAreJudgedInParts) {
  struct Row {
    std::string command, cases;
  };
  for (const Row& row :
       {Row{"conform", "corpus/conformance/wellformed.jsonl"}, Row{"replay", "regressions/schedule"}}) {
    SCOPED_TRACE(row.command);
    std::string folder = FreshFolder();
    ProgramRun whole = RunAssay({row.command, row.cases, "--json"});
    for (const char* unit : {"0", "1", "2"}) {
      ProgramRun part =
          RunAssay({row.command, row.cases, "--unit", std::string(unit) + "/3", "--out", folder + "/u/" + unit});
      EXPECT_EQ(part.code, 0) << part.err;
      EXPECT_THAT(part.err, HasSubstr(std::string("unit ") + unit + " of 3: "));
    }
    // Again, the unit stays what it is; for another one, or in a folder with something else, nothing is touched.
    auto before = TreeOf(folder + "/u");
    EXPECT_EQ(RunAssay({row.command, row.cases, "--unit", "1/3", "--out", folder + "/u/1"}).code, 0);
    ProgramRun another = RunAssay({row.command, row.cases, "--unit", "0/3", "--out", folder + "/u/1"});
    EXPECT_EQ(another.code, 2);
    EXPECT_THAT(another.err, HasSubstr("it is unit 1"));
    EXPECT_EQ(TreeOf(folder + "/u"), before);
    fs::create_directory(folder + "/mine");
    std::ofstream(folder + "/mine/thesis.txt") << "a year";
    ProgramRun precious = RunAssay({row.command, row.cases, "--unit", "0/3", "--out", folder + "/mine"});
    EXPECT_EQ(precious.code, 2);
    EXPECT_THAT(precious.err, HasSubstr("it is not empty, and no unit"));
    EXPECT_TRUE(fs::exists(folder + "/mine/thesis.txt"));
    EXPECT_EQ(RunAssay({row.command, row.cases, "--unit", "0/3", "--out", "/proc/x"}).code, 4);
    ProgramRun merge = RunAssay({"merge", folder + "/merged", folder + "/u"});
    EXPECT_EQ(merge.code, 0) << merge.err;
    EXPECT_THAT(merge.out, HasSubstr("3 of 3 units, 3 whole"));
    ProgramRun taken = RunAssay({row.command, row.cases, "--from", folder + "/merged", "--json"});
    EXPECT_EQ(taken.code, whole.code) << taken.err;
    auto without_time = [](const ProgramRun& run) {
      nlohmann::json json = nlohmann::json::parse(run.out, nullptr, false);
      EXPECT_TRUE(json.is_object()) << run.err;
      json.erase("history");
      return json;
    };
    EXPECT_EQ(without_time(taken), without_time(whole));
    // What nobody has judged is said.
    ProgramRun missing = RunAssay({row.command, row.cases, "--from", folder + "/u/1", "--json"});
    EXPECT_NE(missing.code, 0);
    EXPECT_THAT(missing.err, HasSubstr("not judged by any unit: numbers 0,2-3,5-6"));
    EXPECT_THAT(missing.err, HasSubstr(", of units 0,2 of 3\n"));
    ProgramRun other = RunAssay({row.command, "cli/testdata/add.py", "--from", folder + "/merged"});
    EXPECT_NE(other.code, 0);
  }
}

TEST(UnitsCliTest, APartForLookingIsOfNoCampaign) {
  std::string folder = FreshFolder();
  for (const char* only : {"--only=3-5", "--quiet"}) {
    ProgramRun run =
        RunAssay({"fuzz", "--unit", "0/2", "--runs", "8", "--seed", "3", "--jobs", "1", "--quiet", only, "--out",
                  folder + "/u/" + (std::string(only) == "--quiet" ? "1" : "0"), "--findings-exit", "0"});
    EXPECT_EQ(run.code, 0) << run.err;
  }
  ProgramRun merge = RunAssay({"merge", folder + "/merged", folder + "/u"});
  EXPECT_EQ(merge.code, 3);
  EXPECT_THAT(merge.err, HasSubstr("u/0: of no campaign: a part, by --only 3-5, is for looking"));
  EXPECT_THAT(merge.out, HasSubstr("1 unit merged, 0 there already, 1 refused"));
}

TEST(UnitsCliTest, BeforeThereIsAUnitAllAreMissing) {
  std::string folder = FreshFolder();
  ProgramRun array = RunAssay({"units", folder, "--of", "5", "--array"});
  EXPECT_EQ(array.code, 1);
  EXPECT_EQ(array.out, "0-4\n");
  ProgramRun text = RunAssay({"units", folder, "--of", "5"});
  EXPECT_EQ(text.out, "0 of 5 units whole, 0 in part, 5 missing\nunit 0: missing\n--array=0-4\n");
  EXPECT_EQ(RunAssay({"units", folder}).code, 3);
}

TEST(UnitsCliTest, EnginesGetTheOptionsOfACampaign) {
  ProgramRun run = RunAssay({"cluster", "slurm", "--units", "4", "--config", "relax.x=a b", "--faults", "none",
                             "--snapshot", "merged", "--", "--bindings", "4", "--no-sweep"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(" --config 'relax.x=a b' --faults none --snapshot merged --bindings 4 --no-sweep "));
}

TEST(UnitsCliTest, OneCaseOfAUnitIsLookedAt) {
  ProgramRun run = RunAssay({"fuzz", "--unit", "1/3", "--runs", "10", "--only", "12-13", "--quiet"});
  EXPECT_LE(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("unit 1 of 3: 2 of 2 cases\n"));
}

}  // namespace
}  // namespace assay
