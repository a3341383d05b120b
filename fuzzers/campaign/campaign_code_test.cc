// What a campaign makes of the blocks of the subject's code that are reached: growth, summary, a file that goes on, and
// with steering passes that are preferred.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <filesystem>

#include "coverage/own_code.h"
#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/coverage_tables.h"
#include "ir/support/sanitized.h"
#include "ir/support/temp_folder.h"
#include "oracles/core/oracle.h"

namespace assay {
namespace {

// The map of the campaign at work, which the oracle writes as a probe would: one block more for each case, as long as
// there are any.
ProbeMap* map_now = nullptr;

Verdict ReachesOneMore(const PassCall* pass, OracleContext&) {
  uint32_t next = map_now->found[1];
  if (pass == nullptr && next < map_now->blocks) {
    ProbeFirst(map_now)[next] = 1;
    ++map_now->found[1];
  }
  return Agree{};
}
constexpr OracleSpec kReaches{.name = "reaches", .doc = "made for the test", .judge = ReachesOneMore};

std::shared_ptr<Reach> SixBlocks() {
  CodeMap code{.build_id = "1",
               .blocks = {1, 5, 9, 20, 30, 31},
               .functions = {{1, 0, 0}, {9, 2, 1}, {30, 4, 1}},
               .files = {"relax/transform/a.cc", "relax/ir/b.cc"}};
  auto reach = *Reach::Make(std::move(code));
  void* memory = mmap(nullptr, ProbeMapSize(6), PROT_READ | PROT_WRITE, MAP_SHARED, reach->map_file(), 0);
  map_now = static_cast<ProbeMap*>(memory);
  return reach;
}

CampaignOptions Options(uint64_t runs) {
  CampaignOptions options;
  options.oracles = {&kReaches};
  options.passes_per_case = 1;
  options.runs = runs;
  options.sweep_one_in = 0;
  options.own_texts = false;
  options.quiet = true;
  return options;
}

TEST(CampaignCode, WhatIsReachedIsCountedAndKept) {
  TempFolder folder;
  CampaignOptions options = Options(4);
  options.out = folder.path() + "/out";
  options.reach = SixBlocks();
  Result<CampaignResult> result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  const Tally& tally = result->tally;
  ASSERT_TRUE(tally.code.has_value());
  EXPECT_EQ(tally.code->total.blocks_reached, 4u);
  EXPECT_EQ(tally.code->total.functions_reached, 2u);
  EXPECT_THAT(tally.growth,
              testing::ElementsAre(testing::Pair(1, 1), testing::Pair(2, 2), testing::Pair(3, 3), testing::Pair(4, 4)));
  options.reach = SixBlocks();
  options.resume = true;
  options.runs = 5;
  result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->tally.code->total.blocks_reached, 5u) << "the one that was new, and those of before";
}

TEST(CampaignCode, ReachesReportsAndJson) {
  CampaignOptions options = Options(3);
  options.reach = SixBlocks();
  Result<CampaignResult> result = RunCampaign(options);
  ASSERT_TRUE(result.ok());
  Tally again = TallyFromJson(TallyToJson(result->tally));
  EXPECT_EQ(TallyToJson(again), TallyToJson(result->tally));
  nlohmann::json json = CampaignJson(result->tally, 1, {});
  EXPECT_EQ(json["code"]["total"]["blocks_reached"], 3);
  EXPECT_EQ(json["growth"].back(), nlohmann::json::array({3, 3}));
  std::vector<ReportedTable> tables = CoverageTables(result->tally);
  auto areas = std::ranges::find(tables, "Code of the subject by area", &ReportedTable::title);
  ASSERT_NE(areas, tables.end());
  // Where most is left stands first.
  EXPECT_EQ(areas->rows[0][0].text, "relax/ir");
  EXPECT_EQ(areas->rows[0][5].text, "25.0 %");
  EXPECT_EQ(areas->rows[1][0].text, "relax/transform");
  EXPECT_EQ(areas->rows[1][5].text, "100.0 %");
}

TEST(CampaignCode, SteeringTriesMorePassesAndIsTheSameEachTime) {
  auto tried = [](bool steer) {
    CampaignOptions options = Options(12);
    options.reach = SixBlocks();
    options.steer = steer;
    Result<CampaignResult> result = RunCampaign(options);
    EXPECT_TRUE(result.ok());
    std::map<std::string, uint64_t> passes;
    for (const auto& [name, pass] : result->tally.passes) passes[name] = pass.tried;
    return std::pair(passes, result->tally.kept);
  };
  auto sum = [](const std::map<std::string, uint64_t>& passes) {
    uint64_t all = 0;
    for (const auto& [name, count] : passes) all += count;
    return all;
  };
  auto observed = tried(false), steered = tried(true);
  EXPECT_GE(sum(steered.first), sum(observed.first) + 24);
  EXPECT_EQ(tried(true), steered);
}

// By what its own processes reach, whichever of them comes first.
TEST(CampaignCode, SteeringByOwnCodeIsTheSameEachTime) {
  auto campaign = [] {
    CampaignOptions options = Options(24);
    options.oracles.clear();
    options.jobs = 2;
    options.steer = true;
    Result<std::shared_ptr<Reach>> reach = WatchOwnCode("");
    if (!reach.ok()) return std::pair(reach.error().message, Tally());
    options.reach = *reach;
    Result<CampaignResult> result = RunCampaign(options);
    return result.ok() ? std::pair(std::string(), result->tally) : std::pair(result.error().message, Tally());
  };
  auto [failure, first] = campaign();
  if (kSanitized) {
    EXPECT_EQ(failure, "sanitizers handle traps themselves");
    return;
  }
  ASSERT_EQ(failure, "");
  ASSERT_TRUE(first.code.has_value());
  EXPECT_GT(first.code->total.blocks_reached, 1000u);
  std::vector<std::string> areas;
  for (const ReachCount& area : first.code->areas) areas.push_back(area.name);
  for (const char* area : {"passes/relax", "passes/tir", "ir/ops", "vm/reference"})
    EXPECT_EQ(std::ranges::count(areas, area), 1) << area;
  EXPECT_EQ(std::ranges::count(areas, "ir/support"), 0);
  // Cases beside those of the runs: fresh ones, and what moves make of those that reached more.
  EXPECT_GT(first.screened, 12u);
  auto [failed_again, second] = campaign();
  EXPECT_EQ(failed_again, "");
  EXPECT_EQ(second.kept, first.kept);
  EXPECT_EQ(second.screened, first.screened);
  EXPECT_EQ(second.moves.size(), first.moves.size());
  EXPECT_EQ(second.code->total.blocks_reached, first.code->total.blocks_reached);
}

}  // namespace
}  // namespace assay
