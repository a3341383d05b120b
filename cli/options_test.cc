// Every option of every subcommand: numbers, times, sizes and words outside of their ranges are refused alike.
#include "cli/options.h"

#include <functional>
#include <stdexcept>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Values that an option of the kind refuses.
std::vector<std::string> Refused(const OptionFacts& facts) {
  std::vector<std::string> words{"-3", "x", "1x", "12345678901234567890123", "1e400"};
  switch (facts.kind) {
    case OptionKind::kOther: return {};
    case OptionKind::kWhole:
      words.insert(words.end(), {"1.5", "0x10", " 1"});
      if (facts.whole.least > 0) words.push_back(std::to_string(facts.whole.least - 1));
      if (facts.whole.most < std::numeric_limits<uint64_t>::max())
        words.push_back(std::to_string(facts.whole.most + 1));
      return words;
    case OptionKind::kReal:
      words.insert(words.end(), {"nan", "inf", std::to_string(facts.real.most * 2 + 1)});
      return words;
    case OptionKind::kDuration:
      words.insert(words.end(), {"0", "0s", "5d", "nan", "inf", "8761h", "1 s"});
      return words;
    case OptionKind::kSize: words.insert(words.end(), {"0", "5MB", "2TiB", "0.5"}); return words;
    case OptionKind::kAmount: words.insert(words.end(), {"0", "5KiB", "2000T"}); return words;
    case OptionKind::kChoice: return {"no such word", ""};
  }
  return {};
}

// Values that it takes.
std::vector<std::string> Taken(const OptionFacts& facts) {
  switch (facts.kind) {
    case OptionKind::kOther: return {};
    case OptionKind::kWhole: return {std::to_string(facts.whole.least), std::to_string(facts.whole.most)};
    case OptionKind::kReal: return {fmt::format("{}", facts.real.least), fmt::format("{}", facts.real.most)};
    case OptionKind::kDuration: return {"1", "60s", "5m", "2h", "500ms", "1.5s", "8760h"};
    case OptionKind::kSize: return {"1", "64K", "512MiB", "8G", "1TiB"};
    case OptionKind::kAmount: return {"1", "500000", "20M", "200G"};
    case OptionKind::kChoice: return facts.choices;
  }
  return {};
}

// A parser as the program has it.
struct TestParser {
  Parser parser{"test", "assay"};
  Job job;
  TestParser() { AddCommands(parser.Program(), job); }

  // What is said of the option's value; empty when it is taken. Other options may be missing.
  std::string Said(const std::vector<std::string>& words) {
    try {
      parser.Parse(words);
    } catch (const std::runtime_error& error) {
      std::string said = error.what();
      return said.ends_with(" is required") ? "" : said;
    }
    return "";
  }
};

// Calls visit(words of the subcommand, option) for every option of every subcommand.
void Walk(Command app, const std::vector<std::string>& words,
          const std::function<void(std::vector<std::string>, Option)>& visit) {
  for (Command sub : app.Subcommands()) {
    std::vector<std::string> inner = words;
    inner.push_back(sub.Name());
    for (Option option : sub.Options()) visit(inner, option);
    Walk(sub, inner, visit);
  }
}

TEST(OptionsTest, EveryOptionOfASubcommandKnowsItsRange) {
  TestParser test;
  int checked = 0;
  Walk(test.parser.Program(), {}, [&](std::vector<std::string> words, Option option) {
    const OptionFacts& facts = FactsOf(option);
    // What CLI11 reads by itself knows no range.
    for (const char* type : {"INT", "UINT", "FLOAT"})
      EXPECT_THAT(option.TypeName(), testing::Not(HasSubstr(type))) << option.Description();
    if (facts.kind == OptionKind::kOther) return;
    bool positional = option.Positional();
    std::string name = positional ? option.PositionalName() : "--" + option.LongNames()[0];
    if (!positional) words.push_back(name);
    for (const std::string& value : Refused(facts)) {
      std::vector<std::string> line = words;
      line.push_back(value);
      std::string said = test.Said(line);
      EXPECT_THAT(said, StartsWith("invalid " + name + ": expected ")) << name << " " << value;
      EXPECT_THAT(said, HasSubstr(", got ")) << name << " " << value;
    }
    for (const std::string& value : Taken(facts)) {
      std::vector<std::string> line = words;
      line.push_back(value);
      EXPECT_EQ(test.Said(line), "") << name << " " << value;
    }
    ++checked;
  });
  EXPECT_GT(checked, 60);
}

// An unset variable of a shell leaves an empty word, for files and names as for numbers.
TEST(OptionsTest, NoOptionTakesAnEmptyValue) {
  TestParser test;
  int checked = 0;
  Walk(test.parser.Program(), {}, [&](std::vector<std::string> words, Option option) {
    if (!option.TakesValue()) return;
    bool positional = option.Positional(), known = FactsOf(option).kind != OptionKind::kOther;
    std::string name = positional ? option.PositionalName() : "--" + option.LongNames()[0];
    if (!positional) words.push_back(name);
    words.push_back("");
    std::string said = test.Said(words);
    std::string value = positional ? "" : " " + option.TypeName();
    if (known) EXPECT_THAT(said, StartsWith("invalid " + name + ": expected ")) << words[0];
    // What stands first gets it, of several that have no name; that may be a choice.
    if (!known && positional)
      EXPECT_THAT(said, testing::AnyOf(testing::EndsWith(": missing value"), testing::EndsWith(", got ''")))
          << words[0];
    if (!known && !positional) EXPECT_EQ(said, name + ": missing value" + value) << words[0];
    checked += known ? 0 : 1;
  });
  EXPECT_GT(checked, 60);
}

TEST(OptionsTest, MessagesSayTheRangeAndTheValue) {
  EXPECT_EQ(ParseWhole("--runs", "-3", {1, 9}).error().message,
            "invalid --runs: expected a whole number from 1 to 9, got -3");
  EXPECT_EQ(ParseWhole("--runs", "", {1, 9}).error().message,
            "invalid --runs: expected a whole number from 1 to 9, got nothing");
  EXPECT_EQ(ParseDuration("--time", "soon").error().message,
            "invalid --time: expected a positive time such as 60s, 5m or 2h, got soon");
  EXPECT_EQ(*ParseWhole("--seed", "18446744073709551615", kAnySeed), UINT64_MAX);
}

// As many as the machine has the memory for, and at least one.
TEST(OptionsTest, JobsSayWhyThereAreNoMore) {
  WholeRange jobs = Jobs();
  EXPECT_GE(jobs.most, 1u);
  EXPECT_LE(jobs.most, 1024u);
  EXPECT_EQ(jobs.why.empty(), jobs.most == 1024);
  EXPECT_EQ(ParseWhole("--jobs", "5", {1, 4, "a process takes much"}).error().message,
            "invalid --jobs: expected a whole number from 1 to 4 (a process takes much), got 5");
}

TEST(OptionsTest, UnitsAreRead) {
  EXPECT_EQ(*ParseDuration("--time", "90"), 90);
  EXPECT_EQ(*ParseDuration("--time", "250ms"), 0.25);
  EXPECT_EQ(*ParseDuration("--time", "1.5h"), 5400);
  EXPECT_EQ(*ParseSize("--memory", "3KiB"), 3072u);
  EXPECT_EQ(*ParseSize("--memory", "8GiB"), uint64_t{8} << 30);
  EXPECT_EQ(*ParseAmount("--steps", "200G"), 200'000'000'000u);
}

TEST(OptionsTest, UnitsAreShownAsTheyAreRead) {
  for (double seconds : {0.5, 1.0, 60.0, 90.0, 600.0, 5400.0, 7200.0}) {
    EXPECT_EQ(*ParseDuration("", ShowDuration(seconds)), seconds) << ShowDuration(seconds);
  }
  for (uint64_t bytes : {uint64_t{1024}, uint64_t{3} << 20, uint64_t{8} << 30})
    EXPECT_EQ(*ParseSize("", ShowSize(bytes)), bytes);
  for (uint64_t count : {uint64_t{7}, uint64_t{5'000'000}, uint64_t{200'000'000'000}})
    EXPECT_EQ(*ParseAmount("", ShowAmount(count)), count);
  EXPECT_EQ(ShowSize(1), "1 byte");
  EXPECT_EQ(ShowSize(8), "8 bytes");
  EXPECT_EQ(ShowAmount(1000), "1000");
  EXPECT_EQ(ShowAmount(20'000), "20k");
}

// What is not on the list is refused with it.
TEST(OptionsTest, SizesAreWrittenAsTheHelpSays) {
  for (const char* size : {"65536", "64K", "64KiB"}) EXPECT_EQ(*ParseSize("--memory", size), 65536u) << size;
  for (const char* size : {"64kb", "64k", "64B", "64 KiB", "KiB"}) {
    Result<uint64_t> refused = ParseSize("--memory", size);
    ASSERT_FALSE(refused.ok()) << size;
    EXPECT_NE(refused.error().message.find("bytes, or with KiB, MiB, GiB, TiB, in short K, M, G, T"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace assay
