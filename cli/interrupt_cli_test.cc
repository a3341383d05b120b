// Ctrl-C and SIGTERM in every long command: what there is by then is kept, and the exit code tells.
#include <signal.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kAdd = "cli/testdata/add.py";

struct Row {
  std::vector<std::string> words;
  // Standard output begins so, or standard error says so.
  std::string out, err;
};

TEST(InterruptCliTest, LongCommandsKeepWhatTheyHave) {
  std::string folder = FreshFolder();
  for (const Row& row :
       {Row{{"reduce", kAdd, "--predicate", "sleep 0.3; true", "--time", "10m"}, "", "interrupted"},
        Row{{"reduce", kAdd, "--predicate", "sleep 0.3; true", "--time", "10m", "--jobs", "2"}, "", "interrupted"},
        Row{{"conform", "corpus/conformance", "--jobs", "1", "--report", folder + "/conform"},
            "suite",
            "cases not judged"},
        Row{{"replay", "regressions", "--report", folder + "/replay"}, "", "cases not judged"},
        Row{{"gen", "--count", "1000000", "--out", folder + "/gen"}, "", "interrupted after "},
        Row{{"fuzz", "--time", "10m", "--jobs", "2", "--quiet", "--out", folder + "/fuzz"}, "oracle", ""},
        Row{{"bench", "validity", "--modules", "1000000"}, "", "interrupted"},
        Row{{"bench", "memory", "--iterations", "1000000"}, "", "interrupted"},
        Row{{"bench", "bit-equality", "--kernels", "1000000", "--jobs", "2"}, "", "interrupted"},
        Row{{"bench", "contracts", "--kernels", "1000000"}, "", "interrupted"},
        Row{{"bench", "iteration", "--seconds", "10m"}, "", "interrupted"}}) {
    ProgramRun run = InterruptAssay(row.words, SIGINT);
    EXPECT_EQ(run.code, 130) << row.words[0] << " " << row.words[1] << ": " << run.err;
    EXPECT_TRUE(run.out.starts_with(row.out)) << row.words[0] << ": " << run.out.substr(0, 200);
    EXPECT_THAT(run.err, HasSubstr(row.err)) << row.words[0] << " " << row.words[1];
    EXPECT_NE(run.out + row.err, "") << row.words[0];
  }
  // Reports do not look whole.
  for (const char* report :
       {"/conform/conform.md", "/conform/conform.xml", "/replay/replay.md", "/replay/replay.html"}) {
    std::ifstream in(folder + report);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_THAT(text, testing::ContainsRegex("[0-9]+ cases: the run was ended before|[0-9]+ cases not judged"))
        << report;
  }
  for (const char* kept : {"/conform/conform.json", "/replay/replay.html", "/gen/000001.py", "/fuzz/report.html"})
    EXPECT_TRUE(fs::exists(folder + kept)) << kept;
}

TEST(InterruptCliTest, TheBestModuleSoFarIsWritten) {
  std::string out = FreshFolder() + "/small.py";
  ProgramRun run =
      InterruptAssay({"reduce", kAdd, "--predicate", "sleep 0.3; true", "--time", "10m", "-o", out, "--json"}, SIGTERM);
  EXPECT_EQ(run.code, 143) << run.err;
  nlohmann::json json = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_EQ(json["why"], "interrupted");
  EXPECT_EQ(RunAssay({"check", out}).code, 0);
}

TEST(InterruptCliTest, TerminationIsNotTakenForCtrlC) {
  EXPECT_EQ(InterruptAssay({"fuzz", "--time", "10m", "--quiet", "--no-out"}, SIGTERM).code, 143);
  EXPECT_EQ(InterruptAssay({"replay", "regressions"}, SIGTERM).code, 143);
}

}  // namespace
}  // namespace assay
