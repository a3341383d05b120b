#include "oracles/report/history.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(HistoryTest, FailuresAreNewStillThereOrGone) {
  RunSummary run = Summarised({"a", "b", "c"}, {"b", "c", "d", "e"});
  EXPECT_EQ(run.failing, 3u);
  EXPECT_EQ(run.fresh, 1u);
  EXPECT_EQ(run.still, 2u);
  EXPECT_EQ(run.gone, 2u);
}

TEST(HistoryTest, JsonKeepsItAndEndsWithTheLastRun) {
  std::vector<RunSummary> history;
  for (uint64_t i = 0; i < 200; ++i)
    history = Continued(std::move(history), {.when = "night", .subject = "native", .failing = i});
  EXPECT_LE(history.size(), 100u);
  std::vector<RunSummary> again = HistoryFromJson(HistoryToJson(history));
  ASSERT_EQ(again.size(), history.size());
  EXPECT_EQ(again.back().failing, 199u);
  EXPECT_EQ(again.back().when, "night");
  EXPECT_TRUE(HistoryFromJson(nlohmann::json::object()).empty());
  EXPECT_TRUE(HistoryFromJson(nlohmann::json::array({1, "x"})).empty());
}

}  // namespace
}  // namespace assay
