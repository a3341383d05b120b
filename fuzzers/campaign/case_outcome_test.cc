// What a worker says of a case comes through the pipe, without a clock.
#include "fuzzers/campaign/case_outcome.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(CaseOutcomeTest, ComesBackWithoutSeconds) {
  CaseOutcome outcome{.run = 7, .module = {1, 2, 255}, .reached = {3, 9}, .moves = {"swap"}, .of_clock = true};
  outcome.tally.oracles["one"] = {.agree = 3, .skip = 2, .finding = 1, .seconds = 4.5};
  outcome.tally.passes["FuseOps"] = {5, 2, {{"one", {.agree = 1, .seconds = 2}}}};
  outcome.tally.questions["apply"] = {9, 1.5};
  outcome.tally.generate_seconds = 3;
  outcome.tally.generated = 1;
  outcome.findings.push_back({"one", "FuseOps", FindingClass::kDiffers, "so", {"two"}, {.op = "add"}});
  auto read = OutcomeFromJson(OutcomeToJson(outcome));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->run, 7u);
  EXPECT_EQ(read->module, outcome.module);
  EXPECT_EQ(read->reached, outcome.reached);
  EXPECT_EQ(read->moves, outcome.moves);
  EXPECT_TRUE(read->of_clock);
  ASSERT_EQ(read->findings.size(), 1u);
  EXPECT_EQ(read->findings[0].pass, "FuseOps");
  EXPECT_EQ(read->tally.oracles["one"].agree, 3u);
  EXPECT_EQ(read->tally.oracles["one"].seconds, 0);
  EXPECT_EQ(read->tally.passes["FuseOps"].tried, 5u);
  EXPECT_TRUE(read->tally.questions.empty());
  EXPECT_EQ(OutcomeToJson(outcome).dump().find("seconds"), std::string::npos);
}

}  // namespace
}  // namespace assay
