// Every page of --help: in 80 columns, in groups, with what each option takes.
#include "cli/help.h"

#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"
#include "cli/subprocess.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::vector<std::string>> PagesOf(Command app, const std::vector<std::string>& words) {
  std::vector<std::vector<std::string>> pages{words};
  for (Command sub : app.Subcommands()) {
    std::vector<std::string> inner = words;
    inner.push_back(sub.Name());
    for (auto& page : PagesOf(sub, inner)) pages.push_back(std::move(page));
  }
  return pages;
}

TEST(HelpTest, EveryPageFitsEightyColumnsAndNamesWhatOptionsTake) {
  Parser parser("", "assay");
  Job job;
  AddCommands(parser.Program(), job);
  for (std::vector<std::string> words : PagesOf(parser.Program(), {})) {
    std::string name = fmt::format("{}", fmt::join(words, " "));
    words.emplace_back("--help");
    ProgramRun run = RunAssay(words);
    EXPECT_EQ(run.code, 0) << name;
    EXPECT_THAT(run.out, HasSubstr("Usage:")) << name;
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(ColumnsOf(line), kPageWidth) << name << ": " << line;
    for (const char* type : {"TEXT ", "INT", "FLOAT"})
      EXPECT_THAT(run.out, Not(HasSubstr(std::string(" ") + type))) << name;
  }
}

TEST(HelpTest, OptionsStandInGroups) {
  std::string fuzz = RunAssay({"help", "fuzz"}).out;
  for (const char* group : {"Target:", "Limits:", "Input and output:", "Examples:"})
    EXPECT_THAT(fuzz, HasSubstr(group));
  for (const char* option :
       {"--time DURATION", "--subject SUBJECT", "--out DIR", "--jobs N", "--color always|never|auto"})
    EXPECT_THAT(fuzz, HasSubstr(option));
  EXPECT_EQ(fuzz, RunAssay({"fuzz", "--help"}).out);
}

TEST(HelpTest, HelpIsAWordToo) {
  EXPECT_EQ(RunAssay({"help"}).out, RunAssay({"--help"}).out);
  EXPECT_EQ(RunAssay({"help", "bench", "memory"}).out, RunAssay({"bench", "memory", "--help"}).out);
  EXPECT_EQ(RunAssay({"help", "fuz"}).code, 2);
  // Without a word it is no use of the program, and says what would be one.
  ProgramRun alone = RunAssay({});
  EXPECT_EQ(alone.code, 2);
  EXPECT_EQ(alone.out, "");
  EXPECT_EQ(alone.err, RunAssay({"--help"}).out);
}

TEST(HelpTest, TextIsWrappedBetweenWords) {
  EXPECT_EQ(Wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(Wrapped("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(Wrapped("a-word-that-is-long b", 5), "a-word-that-is-long\nb");
  EXPECT_EQ(Wrapped("", 5), "");
  EXPECT_EQ(ColumnsOf("…é"), 2u);
}

}  // namespace
}  // namespace assay
