// fuzz --unit, merge, units and cluster as users type them: exit codes, messages, and that readers take what is merged.
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"
#include "fuzzers/units/unit_folder.h"

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

// The fuse is no failure, unless whoever asks wants to know; the folder is that of the first cases.
TEST(UnitsCliTest, AFuseSaysThatItEndedTheUnit) {
  std::string folder = FreshFolder();
  std::vector<std::string> words{"fuzz",   "--unit", "0/2",     "--runs", "100000",          "--time", "1s",
                                 "--seed", "3",      "--quiet", "--json", "--findings-exit", "0",      "--out"};
  auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return RunAssay(all);
  };
  ProgramRun plain = with({folder + "/a"});
  EXPECT_EQ(plain.code, 0) << plain.err;
  nlohmann::json unit = nlohmann::json::parse(plain.out, nullptr, false)["unit"];
  EXPECT_EQ(unit["fused"], true);
  EXPECT_LT(unit["cases"], 100000);
  EXPECT_EQ(with({folder + "/b", "--fuse-exit", "75"}).code, 75);
  ProgramRun page = RunAssay({"units", folder + "/a", "--html", folder + "/page.html", "--json"});
  EXPECT_EQ(page.code, 1) << page.err;
  nlohmann::json campaign = nlohmann::json::parse(page.out, nullptr, false)["campaigns"][0];
  EXPECT_EQ(campaign["cut"], 1);
  EXPECT_EQ(campaign["array"], "1");
  // One that ends by its cases says nothing of it.
  ProgramRun whole = RunAssay({"fuzz", "--unit", "0/2", "--runs", "3", "--time", "10m", "--fuse-exit", "75", "--quiet",
                               "--findings-exit", "0", "--json", "--out", folder + "/c"});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(nlohmann::json::parse(whole.out, nullptr, false)["unit"]["fused"], false);
}

// A case that ends its machine each time is left out; all others of the unit are what they are without that.
TEST(UnitsCliTest, ACaseIsLeftOutAndReported) {
  std::string folder = FreshFolder();
  auto unit = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> words{
        "fuzz",  "--unit",           "1/2", "--runs", "12", "--seed", "3", "--quiet", "--findings-exit", "0",
        "--out", folder + "/" + name};
    words.insert(words.end(), more.begin(), more.end());
    ProgramRun run = RunAssay(words);
    EXPECT_EQ(run.code, 0) << run.err;
    return TreeOf(folder + "/" + name);
  };
  std::map<std::string, std::string> all = unit("all", {}), left = unit("left", {"--leave-out", "4,17", "--jobs", "2"});
  for (size_t i = 0; i < 12; ++i)
    EXPECT_EQ(left["trail.txt"].substr(9 * i, 8), i == 5 ? "--------" : all["trail.txt"].substr(9 * i, 8)) << i;
  EXPECT_THAT(left["outside/cases.json"], HasSubstr("case 17 is left out"));
  // It is reported, and no copy says otherwise.
  ProgramRun merge = RunAssay({"merge", folder + "/merged", folder + "/left"});
  EXPECT_EQ(merge.code, 0) << merge.err;
  EXPECT_THAT(merge.out, HasSubstr("1 of 2 units, 1 whole: 12 cases, 1 finding"));
  EXPECT_EQ(RunAssay({"merge", folder + "/both", folder + "/left", folder + "/all"}).code, 0);
}

// What the merge reports of copies that part can be replayed.
TEST(UnitsCliTest, CopiesThatPartComeWithTheModule) {
  std::string folder = FreshFolder();
  for (const char* copy : {"one", "other"})
    RunAssay({"fuzz", "--unit", "1/2", "--runs", "8", "--seed", "3", "--jobs", "1", "--quiet", "--findings-exit", "0",
              "--out", folder + "/" + copy});
  // The other copy says something else of case 11, the fourth.
  std::map<std::string, std::string> files = TreeOf(folder + "/other");
  std::string& trail = files["trail.txt"];
  trail.replace(3 * 9, 8, trail.substr(3 * 9, 8) == "00000000" ? "00000001" : "00000000");
  files.erase("done");
  ASSERT_TRUE(WriteUnit(folder + "/other", files).ok());
  ProgramRun merge = RunAssay({"merge", folder + "/merged", folder + "/one", folder + "/other"});
  EXPECT_EQ(merge.code, 1) << merge.err;
  EXPECT_THAT(merge.out, HasSubstr("first other in case 11"));
  std::string found;
  for (const auto& item : fs::directory_iterator(folder + "/merged/findings")) {
    if (fs::exists(item.path() / "module.py")) found = item.path();
  }
  ASSERT_NE(found, "");
  // It is assay's own, which gives the same each time: the case passes.
  ProgramRun replay = RunAssay({"replay", found});
  EXPECT_THAT(replay.out + replay.err, HasSubstr("1 case")) << replay.code;
  EXPECT_NE(replay.code, 3) << replay.err;
}

// Two campaigns, a part, a damaged unit, and one that is missing, on one page.
TEST(UnitsCliTest, APageOfAllCampaigns) {
  std::string folder = FreshFolder();
  auto fuzz = [&](const std::string& seed, const std::string& unit) {
    RunAssay({"fuzz", "--unit", unit + "/4", "--runs", "6", "--seed", seed, "--jobs", "1", "--quiet", "--findings-exit",
              "0", "--out", folder + "/" + seed + "/" + unit});
  };
  for (const char* unit : {"0", "1", "3"}) fuzz("3", unit);
  fuzz("4", "0");
  std::ofstream(folder + "/3/1/trail.txt") << "00000000\n";
  RunAssay({"merge", folder + "/merged", folder + "/4"});
  std::ofstream(folder + "/times.txt") << "0 2.0\n3 3.0\n";
  ProgramRun run = RunAssay(
      {"units", folder + "/3", folder + "/merged", "--html", folder + "/page.html", "--times", folder + "/times.txt"});
  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err, HasSubstr("refused: " + folder + "/3/1/trail.txt: expected digest"));
  EXPECT_THAT(run.out, HasSubstr("native, seed 3: 2 of 4 units whole, 0 cut off, 2 missing; 12 cases, "));
  EXPECT_THAT(run.out, HasSubstr("native, seed 4: 1 of 4 units whole, 0 cut off, 3 missing; 6 cases, "));
  std::stringstream page;
  page << std::ifstream(folder + "/page.html").rdbuf();
  for (const char* text : {"Units of native, seed 3", "Units of native, seed 4", "3 of 8", "Refused",
                           "Features over units of native, seed 4"})
    EXPECT_THAT(page.str(), HasSubstr(text));
  EXPECT_EQ(RunAssay({"units", folder + "/4", "--alert", "1"}).out.find("alert"), std::string::npos);
  EXPECT_EQ(RunAssay({"units", folder + "/4", "--html", folder + "/x.html", "--times", folder + "/page.html"}).code, 3);
  EXPECT_EQ(RunAssay({"units", folder + "/4", "--html", folder + "/x.html", "--of", "3"}).code, 2);
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
           Row{{"fuzz", "--unit", "1/3", "--runs", "10", "--leave-out", "5,x"},
               2,
               "invalid --leave-out: expected cases such as 37,120, got x"},
           Row{{"fuzz", "--unit", "0/3", "--runs", "1", "--resume", "--out", folder}, 2, "--resume"},
           Row{{"fuzz", "--snapshot", folder}, 2, "--unit"},
           Row{{"fuzz", "--runs", "1", "--fuse-exit", "75"}, 2, "invalid --fuse-exit: expected --unit beside it"},
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
           Row{{"cluster", "slurm", "--", "--jobs", "2"}, 2, "assay fuzz: invalid --jobs: expected one value, got 2"},
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
