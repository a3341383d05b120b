// --known of conform and replay: a failure that is of a bug on file fails no job, and every form of report says so; and
// suites whose values stand in archives.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::string TextOf(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

constexpr const char* kSuite = "oracles/conform/testdata/print.jsonl";

TEST(KnownCliTest, FailuresOfAnEarlierConformRunFailNothing) {
  std::string folder = FreshFolder(), before = folder + "/nightly.json";
  fs::create_directories(folder);
  ProgramRun first = RunAssay({"conform", kSuite, "--json"});
  ASSERT_EQ(first.code, 1) << first.err;
  std::ofstream(before) << first.out;
  ProgramRun again = RunAssay({"conform", kSuite, "--known", before, "--report", folder + "/report"});
  EXPECT_EQ(again.code, 0) << again.out;
  EXPECT_THAT(again.out, HasSubstr("known: nightly.json"));
  EXPECT_THAT(TextOf(folder + "/report/conform.xml"), HasSubstr("<skipped message=\"known: nightly.json\""));
  EXPECT_THAT(TextOf(folder + "/report/conform.sarif"), Not(HasSubstr("\"level\": \"error\",")))
      << "rules alone say error";
  EXPECT_THAT(TextOf(folder + "/report/conform.sarif"), HasSubstr("\"level\": \"note\""));
  EXPECT_THAT(TextOf(folder + "/report/conform.md"), HasSubstr("## Known"));
  EXPECT_THAT(TextOf(folder + "/report/conform.html"), HasSubstr("\"reason\":\"nightly.json\""));
  EXPECT_EQ(RunAssay({"conform", kSuite, "--known", folder + "/missing"}).code, 3);
}

TEST(KnownCliTest, ReplayTakesRegressionsAndEarlierRuns) {
  std::string folder = FreshFolder(), before = folder + "/last.json", lone = folder + "/lone.py";
  fs::create_directories(folder);
  std::ofstream(lone) << TextOf("corpus/basics/add.py");
  ProgramRun passes = RunAssay({"replay", lone, "--json"});
  ASSERT_EQ(passes.code, 0) << passes.err;
  nlohmann::json json = nlohmann::json::parse(passes.out, nullptr, false);
  EXPECT_EQ(json["cases"][0]["known_as"], "");
  std::ofstream(before) << passes.out;
  EXPECT_EQ(RunAssay({"replay", lone, "--known", before}).code, 0);
  EXPECT_EQ(RunAssay({"replay", lone, "--known", "regressions/passes"}).code, 0);
  ProgramRun wrong = RunAssay({"replay", lone, "--known", kSuite});
  EXPECT_EQ(wrong.code, 3) << wrong.out << "no output of an earlier run";
}

TEST(KnownCliTest, AllowListsAreChosenUnlessTheyAreGivenOrRefused) {
  nlohmann::json chosen = nlohmann::json::parse(RunAssay({"conform", kSuite, "--json"}).out, nullptr, false);
  ASSERT_EQ(chosen["allow_lists"].size(), 1u);
  EXPECT_THAT(chosen["allow_lists"][0].get<std::string>(), HasSubstr("oracles/conform/allowed.json"));
  nlohmann::json none =
      nlohmann::json::parse(RunAssay({"conform", kSuite, "--no-allow", "--json"}).out, nullptr, false);
  EXPECT_TRUE(none["allow_lists"].empty());
  EXPECT_EQ(RunAssay({"conform", kSuite, "--no-allow", "--allow", "oracles/conform/allowed.json"}).code, 2);
}

// None of several that add cases at once leaves out another's.
TEST(KnownCliTest, InitAddsCasesOfSeveralAtOnce) {
  std::string folder = FreshFolder(), suite = folder + "/run.jsonl";
  fs::create_directories(folder);
  std::vector<std::thread> all;
  std::atomic<int> twice = 0;
  for (int i = 0; i < 6; ++i) {
    all.emplace_back([&, i] {
      ProgramRun run =
          RunAssay({"conform", "init", suite, "corpus/basics/add.py", "--id", i < 3 ? std::to_string(i) : "same"});
      twice += run.code == 2 ? 1 : 0;
    });
  }
  for (std::thread& one : all) one.join();
  std::string text = TextOf(suite);
  EXPECT_EQ(std::ranges::count(text, '\n'), 4) << text;
  EXPECT_EQ(twice, 2);
}

// A program that was copied by itself says what it lacks.
TEST(KnownCliTest, WhatBelongsToTheProgramIsMissed) {
  std::string folder = FreshFolder();
  fs::create_directories(folder);
  fs::copy_file(fs::read_symlink("/proc/self/exe").parent_path() / "assay", folder + "/assay");
  std::string suite = fs::absolute(kSuite).string(),
              line = folder + "/assay conform " + suite + " 2> " + folder + "/err";
  EXPECT_NE(std::system((line + " > /dev/null").c_str()), 0);
  EXPECT_THAT(TextOf(folder + "/err"), HasSubstr("note: oracles/conform/allowed.json is neither in a source tree"));
  EXPECT_THAT(RunAssay({"conform", kSuite}).err, Not(HasSubstr("neither in a source tree")));
}

TEST(KnownCliTest, InitPutsTensorsIntoAnArchiveThatConformReads) {
  std::string folder = FreshFolder(), suite = folder + "/run.jsonl";
  fs::create_directories(folder);
  ProgramRun made = RunAssay({"conform", "init", suite, "corpus/basics/add.py", "--npz", "--id", "a case"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_TRUE(fs::exists(folder + "/run.a_case.npz")) << made.out;
  nlohmann::json line = nlohmann::json::parse(TextOf(suite), nullptr, false);
  EXPECT_EQ(line["args"][0], (nlohmann::json{{"npz", "run.a_case.npz"}, {"array", "arg0"}}));
  EXPECT_EQ(line["result"]["array"], "result");
  ProgramRun judged = RunAssay({"conform", suite});
  EXPECT_EQ(judged.code, 0) << judged.out << judged.err;
  fs::remove(folder + "/run.a_case.npz");
  ProgramRun lost = RunAssay({"conform", suite});
  EXPECT_EQ(lost.code, 3);
  EXPECT_THAT(lost.err, HasSubstr("case a case: "));
  EXPECT_THAT(lost.err, HasSubstr("run.a_case.npz: no such file"));
}

TEST(KnownCliTest, BisectEndsOnItsLimits) {
  ProgramRun steps = RunAssay({"bisect", "corpus/basics/add.py", "--steps", "1"});
  EXPECT_EQ(steps.code, 3);
  EXPECT_THAT(steps.err, HasSubstr("the one step is taken; --steps raises the limit"));
  EXPECT_EQ(RunAssay({"bisect", "corpus/basics/add.py"}).code, 0);
}

}  // namespace
}  // namespace assay
