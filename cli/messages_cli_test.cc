// What users are told, kind by kind: each kind of wrong input is given to every subcommand that takes it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/subprocess.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kAdd = "corpus/basics/add.py";

std::string Put(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

// ---- files that hold no module

TEST(Messages, AFileWithoutAModuleIsNamedWithWhatWasExpected) {
  const std::string folder = FreshFolder();
  const std::vector<std::tuple<std::string, std::string, std::string>> files = {
      {"empty.py", "", "got an empty file"},
      {"blank.py", "\n \t\n", "got only blank lines"},
      {"comment.py", "# nothing\n", "got text without one"},
      {"x.py", "x = 1\n", "got text without one"},
  };
  const std::vector<std::vector<std::string>> commands = {
      {"run"},
      {"build", "-o", folder + "/out.vm"},
      {"opt", "--passes=Normalize"},
      {"check"},
      {"print"},
      {"bisect"},
      {"reduce"},
      {"replay"},
  };
  for (const auto& [name, text, got] : files) {
    std::string path = Put(folder + "/" + name, text);
    for (std::vector<std::string> command : commands) {
      command.push_back(path);
      ProgramRun run = RunAssay(command);
      std::string said = run.err + run.out;
      EXPECT_NE(run.code, 0) << command[0] << " " << name;
      EXPECT_THAT(said, HasSubstr(path)) << command[0];
      EXPECT_THAT(said, HasSubstr("expected a module of TVMScript")) << command[0];
      EXPECT_THAT(said, HasSubstr(got)) << command[0];
    }
  }
  EXPECT_THAT(RunAssay({"check", Put(folder + "/two.py", "")}).err,
              StartsWith(folder + "/two.py:1:1: error: expected a"));
}

TEST(Messages, ASuiteWithoutCasesIsNamedWithWhatWasExpected) {
  const std::string folder = FreshFolder();
  const std::vector<std::tuple<std::string, std::string, std::string>> files = {
      {"mine.jsonl", "", "expected cases, one JSON object a line, got an empty file"},
      {"text.jsonl", "hello world\n", "line 1: expected a JSON object, a case, got `hello world`"},
      {"noid.jsonl", "{\"call\": \"x\"}\n", "line 1: expected a case with a string \"id\", got none"},
      {"id.jsonl", "{\"id\": 7}\n", "line 1: expected a case with a string \"id\", got 7"},
  };
  for (const auto& [name, text, said] : files) {
    std::string path = Put(folder + "/" + name, text);
    ProgramRun run = RunAssay({"conform", path});
    EXPECT_EQ(run.code, 3) << name;
    EXPECT_THAT(run.err, HasSubstr(path + ": " + said));
  }
}

}  // namespace
}  // namespace assay
