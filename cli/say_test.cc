#include "cli/say.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/help.h"
#include "cli/subprocess.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SayTest, ACellOfSeveralLinesIsItsFirstOne) {
  Table table({"engine", "verdict"});
  table.Row({"vm", "refused: a\n  b\n  c"});
  table.Row({"vm-llvm", "agrees"});
  EXPECT_EQ(table.Text(), "engine   verdict\nvm       refused: a …\nvm-llvm  agrees\n");
  EXPECT_EQ(table.Markdown(), "| engine | verdict |\n|--|--|\n| vm | refused: a … |\n| vm-llvm | agrees |\n");
  EXPECT_EQ(table.Json()[0]["verdict"], "refused: a\n  b\n  c");
  EXPECT_NE(table.Text(80).find("b"), std::string::npos);
}

TEST(SayTest, TablesAreWrappedAndNothingIsLeftOut) {
  Table table({"name", "what it is"});
  table.Row({"short", "a sentence that is much longer than its column may be, word after word"});
  table.Row({"a_name_that_is_longer_than_a_whole_line_would_be_if_it_were_narrow", "short"});
  std::string text = table.Text(40), words, squeezed;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(ColumnsOf(line), 40u) << line;
    words += line;
  }
  for (char c : words) squeezed += c == ' ' ? "" : std::string(1, c);
  for (const char* word : {"sentence", "longer", "after"}) EXPECT_THAT(text, HasSubstr(word));
  // As many letters as in one line each.
  std::string plain;
  for (char c : table.Text()) plain += c == ' ' || c == '\n' ? "" : std::string(1, c);
  EXPECT_EQ(squeezed.size(), plain.size());
  EXPECT_EQ(table.Text(1000), table.Text());
}

// On a terminal; to another program a row is a line.
TEST(SayTest, EveryListFitsItsPage) {
  for (const char* name : {"ops", "passes", "oracles", "engines", "moves", "rules", "targets", "faults"}) {
    for (int columns : {80, 120}) {
      std::istringstream lines(RunAssayOnTerminal({"list", name, "--color", "never"}, columns).out);
      for (std::string line; std::getline(lines, line);)
        EXPECT_LE(ColumnsOf(line), static_cast<size_t>(columns)) << name << ": " << line;
    }
    std::string piped = RunAssay({"list", name}).out;
    auto rows = nlohmann::json::parse(RunAssay({"list", name, "--json"}).out)[name];
    EXPECT_EQ(static_cast<size_t>(std::ranges::count(piped, '\n')), rows.size() + 1) << name;
  }
}

TEST(SayTest, ColourIsWhatIsAskedFor) {
  std::vector<std::string> wrong{"run", "no/such.py", "--color"};
  auto said = [&](const std::string& when) {
    std::vector<std::string> words = wrong;
    words.push_back(when);
    return RunAssay(words).err;
  };
  EXPECT_THAT(said("always"), HasSubstr("\x1b["));
  EXPECT_THAT(said("never"), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(said("auto"), Not(HasSubstr("\x1b["))) << "nobody sees it on a terminal";
  setenv("FORCE_COLOR", "1", 1);
  EXPECT_THAT(said("auto"), HasSubstr("\x1b["));
  EXPECT_THAT(said("never"), Not(HasSubstr("\x1b[")));
  setenv("NO_COLOR", "1", 1);
  EXPECT_THAT(said("auto"), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(said("always"), HasSubstr("\x1b["));
  unsetenv("NO_COLOR");
  unsetenv("FORCE_COLOR");
  EXPECT_EQ(RunAssay({"list", "ops", "--color", "sometimes"}).code, 2);
}

// One form for all of them: "assay: error: sentence".
TEST(SayTest, ErrorsWithoutAPlaceHaveOnePrefix) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"fuz"},
                                             {"run"},
                                             {"run", "no/such.py"},
                                             {"fuzz", "--runs", "-3"},
                                             {"fuzz", "--subject", "tvm:0.0"},
                                             {"check", "no/such.py"},
                                             {"run", "cli/testdata/add.py", "--what"},
                                             {"list", "opps"},
                                             {"opt", "cli/testdata/add.py"},
                                             {"report", "no/such"},
                                             {"build", "cli/testdata/add.py"},
                                             {"replay", "no/such"},
                                             {"build", "cli/testdata/add.py", "--emit-llvm"}}) {
    std::string err = RunAssay(words).err;
    EXPECT_TRUE(err.starts_with("assay: error: ")) << words[0] << ": " << err;
  }
}

}  // namespace
}  // namespace assay
