#include "passes/config.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "passes/options.h"

namespace assay {
namespace {

constexpr std::string_view kGraphs = "relax.backend.use_cuda_graph";
constexpr std::string_view kDepth = "relax.FuseOps.max_depth";

TEST(Config, ReadsWhatSomePassReads) {
  Context ctx;
  std::vector<std::string> settings{fmt::format("{}=true", kGraphs), fmt::format("{}=3", kDepth)};
  auto config = ParseConfig(ctx, settings);
  ASSERT_TRUE(config.ok()) << config.error().message;
  EXPECT_TRUE(*BoolOption(*config, kGraphs, false));
  EXPECT_EQ(*IntOption(*config, kDepth, 0), 3);
}

TEST(Config, NamesTheNearestKeyAndTheKindOfValue) {
  Context ctx;
  auto message = [&](std::string setting) {
    auto config = ParseConfig(ctx, std::vector<std::string>{std::move(setting)});
    return config.ok() ? std::string() : config.error().message;
  };
  EXPECT_EQ(
      message("relax.backend.use_cuda_grap=true"),
      "unknown config key 'relax.backend.use_cuda_grap': expected one of relax.lift_transform_params.consume_params, "
      "relax.transform.apply_legalize_ops, relax.FuseOps.max_depth, relax.backend.use_cuda_graph; did you mean "
      "'relax.backend.use_cuda_graph'?");
  EXPECT_EQ(message("relax.backend.use_cuda_graph=2"),
            "invalid 'relax.backend.use_cuda_graph': expected true or false, got '2'");
  EXPECT_EQ(message("relax.backend.use_cuda_graph"),
            "invalid 'relax.backend.use_cuda_graph': expected true or false, got ''");
  EXPECT_EQ(message("relax.FuseOps.max_depth=few"),
            "invalid 'relax.FuseOps.max_depth': expected an integer, got 'few'");
}

TEST(Config, CampaignsSetAKeyAboutAsOftenAsItsRowSays) {
  Context ctx;
  const PassSpec& pass = *FindPass("RewriteCUDAGraph");
  ASSERT_EQ(pass.config.size(), 1u);
  ByteSource bytes = ByteSource::FromSeed(1);
  int set = 0;
  for (int i = 0; i < 1000; ++i) {
    PassOptions config;
    DrawConfig(ctx, bytes, pass, config);
    set += config.empty() ? 0 : 1;
  }
  EXPECT_NEAR(set, 10 * pass.config[0].percent, 60);
}

TEST(Config, RowsSayWhatCampaignsMayDraw) {
  for (const PassSpec* pass : AllPasses()) {
    for (const ConfigKey& key : pass->config) {
      EXPECT_LE(key.low, key.high) << key.name;
      EXPECT_TRUE(!key.is_bool || (key.low >= 0 && key.high <= 1)) << key.name;
      EXPECT_TRUE(key.percent > 0 && key.percent <= 100) << key.name;
      EXPECT_EQ(FindConfigKey(key.name)->is_bool, key.is_bool) << key.name;
    }
  }
}

}  // namespace
}  // namespace assay
