// Where a file cannot be written: exit code 4 from every command that writes one, and the path that the user gave.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const std::string kAdd = "cli/testdata/add.py";

// Every command with a file or a folder to write, and where it goes.
std::vector<std::vector<std::string>> WritersInto(const std::string& place) {
  return {{"opt", kAdd, "--passes=Normalize", "-o", place},
          {"build", kAdd, "-o", place},
          {"build", kAdd, "--emit-llvm", place},
          {"build", kAdd, "--emit-asm", place},
          {"build", kAdd, "--emit-obj", place},
          {"run", kAdd, "--outputs", place + ".npz"},
          {"gen", "--count", "1", "--out", place},
          {"gen", "--calls", "--count", "1", "--op", "add", "--out", place},
          {"fuzz", "--runs", "1", "--out", place},
          {"conform", "oracles/conform/testdata", "--report", place},
          {"replay", kAdd, "--report", place},
          {"reduce", kAdd, "--predicate", "true", "--time", "1s", "-o", place},
          {"regress", "regressions/passes/BindSymbolicVars/bare-truth-operand", "--into", place}};
}

void ExpectRefused(const std::vector<std::string>& words, const std::string& place) {
  ProgramRun run = RunAssay(words);
  EXPECT_EQ(run.code, 4) << words[0] << " " << place << ": " << run.err;
  EXPECT_THAT(run.err, HasSubstr(place)) << words[0];
  // Names of drafts mean nothing to anybody.
  EXPECT_THAT(run.err, Not(HasSubstr(".new-"))) << words[0];
  EXPECT_THAT(run.err, Not(HasSubstr(".draft"))) << words[0];
}

TEST(WrittenCliTest, PlacesThatCannotBeMadeAreFour) {
  for (const std::vector<std::string>& words : WritersInto("/proc/assay-no-such/x"))
    ExpectRefused(words, "/proc/assay-no-such/x");
}

TEST(WrittenCliTest, AFullDiskIsFour) {
  for (std::vector<std::string> words : std::vector<std::vector<std::string>>{
           {"opt", kAdd, "--passes=Normalize", "-o", "/dev/full"},
           {"build", kAdd, "-o", "/dev/full"},
           {"build", kAdd, "--emit-obj", "/dev/full"},
           {"reduce", kAdd, "--predicate", "true", "--time", "1s", "-o", "/dev/full"}}) {
    ExpectRefused(words, "/dev/full");
    EXPECT_THAT(RunAssay(words).err, HasSubstr("No space left"));
  }
}

// Root may write anywhere; as somebody else, folders of others refuse.
TEST(WrittenCliTest, FoldersWithoutPermissionAreFour) {
  if (geteuid() != 0) GTEST_SKIP() << "becoming somebody else takes root";
  std::string folder = FreshFolder();
  chmod(folder.c_str(), 0755);
  // Where the program lies in a folder of root's own, nobody else can start it.
  constexpr int kCannotStart = 3;
  pid_t child = fork();
  if (child == 0) {
    bool became = setgid(65534) == 0 && setuid(65534) == 0;
    if (became && RunAssay({"--version"}).code != 0) _exit(kCannotStart);
    for (const std::vector<std::string>& words : WritersInto(folder + "/x")) ExpectRefused(words, folder + "/x");
    _exit(!became ? 2 : testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kCannotStart) GTEST_SKIP() << "somebody else cannot start the program";
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(fs::is_empty(folder));
}

}  // namespace
}  // namespace assay
