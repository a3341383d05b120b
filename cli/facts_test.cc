#include "cli/facts.h"

#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(FactsTest, TheCommandLineCanBeGivenToAShell) {
  EXPECT_EQ(CommandLine({"/usr/bin/assay", "fuzz", "--time", "60s", "--pass=ConvertLayout{\"a\": 'b'}", ""}),
            "assay fuzz --time 60s '--pass=ConvertLayout{\"a\": '\\''b'\\''}' ''");
}

TEST(FactsTest, ARunSaysWhenAndByWhatItWasMade) {
  Facts facts = RunFacts();
  ASSERT_GE(facts.size(), 3u);
  EXPECT_EQ(facts[0].first, kStarted);
  EXPECT_THAT(facts[0].second, testing::ContainsRegex("^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC$"));
  EXPECT_THAT(facts[1].second, testing::HasSubstr("cli_test"));
  auto has = [&](std::string_view name) { return std::ranges::count(facts, name, &Facts::value_type::first); };
  for (const char* name : {"Program", "Commit", "Build", "Libraries", "Machine"}) EXPECT_EQ(has(name), 1) << name;
  EXPECT_THAT(FactsFromText(FactsToText(facts)), testing::ElementsAreArray(facts));
  EXPECT_TRUE(FactsFromText("{\"a\": 1}").empty());
}

TEST(FactsTest, JobsSayWhereTheProjectStands) {
  for (const char* name : {"ASSAY_HOME_PAGE", "CI_PROJECT_URL", "GITHUB_SERVER_URL", "GITHUB_REPOSITORY"})
    unsetenv(name);
  EXPECT_EQ(HomePage(), "");
  setenv("GITHUB_SERVER_URL", "https://git.example", 1);
  setenv("GITHUB_REPOSITORY", "some/one", 1);
  EXPECT_EQ(HomePage(), "https://git.example/some/one");
  setenv("CI_PROJECT_URL", "https://lab.example/a", 1);
  EXPECT_EQ(HomePage(), "https://lab.example/a");
  for (const char* name : {"CI_PROJECT_URL", "GITHUB_SERVER_URL", "GITHUB_REPOSITORY"}) unsetenv(name);
}

}  // namespace
}  // namespace assay
