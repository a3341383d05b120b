// A bug that is switched on is found, one that is not there is not, and the page and the object say so.
#include "fuzzers/bench/rediscovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ir/support/fault.h"

namespace assay {
namespace {

RediscoveryTrial Trial(bool found, double seconds) {
  return {"a_bug", 1, found, found ? "idempotent" : "", "", found, 10, seconds, 5};
}

TEST(RediscoveryTest, TheMedianCountsWhatWasNotFoundAsEndless) {
  RediscoveryTrial quick = Trial(true, 1), slow = Trial(true, 3), never = Trial(false, 2);
  EXPECT_EQ(MedianSeconds({&quick, &slow, &never}), 3);
  EXPECT_TRUE(std::isinf(MedianSeconds({&quick, &never, &never})));
  EXPECT_TRUE(std::isinf(MedianSeconds({})));
}

TEST(RediscoveryTest, TheObjectAndThePageSayWhatWasFound) {
  RediscoveryResult result{
      {{"a_bug", "a <pass>", "miscompile", {"idempotent"}}}, 120, {Trial(true, 1.5), Trial(false, 120)}};
  nlohmann::json json = RediscoveryJson(result);
  EXPECT_EQ(json["found_share"], 0.5);
  EXPECT_EQ(json["faults"].size(), 2u);
  EXPECT_EQ(json["faults"][0]["oracle"], "idempotent");
  std::string page = RediscoveryPage(result);
  EXPECT_THAT(page, testing::HasSubstr("a &lt;pass&gt;"));
  EXPECT_THAT(page, testing::HasSubstr("1 of 2"));
  EXPECT_THAT(page, testing::HasSubstr("50.0 % found theirs"));
}

#ifdef ASSAY_FAULTS
TEST(RediscoveryTest, FindsABugThatIsThere) {
  RediscoveryOptions options;
  options.bugs = {{"realize_vdevice_mutates_input",
                   "RealizeVDevice",
                   "mutates input",
                   {"input_unchanged", "sequential_equals_direct"}}};
  options.seeds = 1;
  options.seconds = 120;
  std::string on;
  options.switch_on = [&](const std::string& name) {
    if (!name.empty()) on = name;
    SetFaults(name.empty() ? std::vector<Fault>{} : std::vector{Fault::realize_vdevice_mutates_input});
  };
  Result<RediscoveryResult> result = MeasureRediscovery(options);
  SetFaults({});
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(on, "realize_vdevice_mutates_input");
  ASSERT_EQ(result->trials.size(), 1u);
  EXPECT_TRUE(result->trials[0].found && result->trials[0].expected);
  EXPECT_GT(result->trials[0].reduced_lines, 0);
  EXPECT_EQ(result->found_share(), 1);
}

// One campaign, which sees this bug soon.
RediscoveryOptions OfAccessRegions() {
  RediscoveryOptions options;
  options.bugs = {
      {"fuse_tir_keeps_old_access_regions", "FuseTIR", "breaks well-formedness", {"well_formed_after_pass"}}};
  options.seeds = 1;
  options.first_seed = 3;
  return options;
}

// The first modules of this campaign show the bug to equals_rewritten, which the row does not name.
TEST(RediscoveryTest, GoesOnUntilAnOracleOfTheRowSeesTheBug) {
  RediscoveryOptions options = OfAccessRegions();
  options.switch_on = [](const std::string& name) {
    SetFaults(name.empty() ? std::vector<Fault>{} : std::vector{Fault::fuse_tir_keeps_old_access_regions});
  };
  Result<RediscoveryResult> result = MeasureRediscovery(options);
  SetFaults({});
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_TRUE(result->trials[0].found && result->trials[0].expected);
}

// Whatever the name is: what shows without the bug is not its doing.
TEST(RediscoveryTest, WhatShowsWithoutTheBugIsNotFound) {
  RediscoveryOptions options = OfAccessRegions();
  options.seconds = 1;
  options.switch_on = [](const std::string&) { SetFaults({Fault::fuse_tir_keeps_old_access_regions}); };
  Result<RediscoveryResult> result = MeasureRediscovery(options);
  SetFaults({});
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_FALSE(result->trials[0].found) << result->trials[0].oracle << " after " << result->trials[0].pass << " in run "
                                        << result->trials[0].runs;
}
#endif

}  // namespace
}  // namespace assay
