// Kernels beside a campaign's cases are small, always the same, and most of their passes have something to do.
#include "fuzzers/campaign/kernels_beside.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::array<uint64_t, 2> kInputs{1, 2};

TEST(KernelsBeside, MeetEveryPassAndAreChanged) {
  CampaignOptions options;
  std::set<std::string_view> met, changed;
  for (uint64_t run = 0; run < 300; ++run) {
    Context ctx;
    std::optional<Case> c = KernelsBeside(ctx, options, run, kInputs);
    ASSERT_TRUE(c.has_value());
    EXPECT_TRUE(IsWellFormed(ctx, c->module));
    EXPECT_EQ(c->inputs.size(), kInputs.size());
    std::optional<Case> again = KernelsBeside(ctx, options, run, kInputs);
    EXPECT_TRUE(Equal(c->module, again->module));
    PassContext pass_ctx(ctx);
    pass_ctx.config = c->config;
    for (const PassCall& call : c->passes) {
      EXPECT_TRUE(IsTirPass(*call.pass));
      met.insert(call.pass->name);
      Result<Module> made = RunPass(pass_ctx, call, c->module);
      if (made.ok() && !Equal(*made, c->module)) changed.insert(call.pass->name);
    }
  }
  EXPECT_EQ(met.size(), TirPasses().size());
  std::string left;
  for (std::string_view name : met) left += changed.contains(name) ? "" : " " + std::string(name);
  EXPECT_GE(changed.size() * 4, met.size() * 3) << "unchanged:" << left;
}

TEST(KernelsBeside, AreForCampaignsOfMoreThanOneOracleOnAnything) {
  Context ctx;
  CampaignOptions options;
  options.generate.ops = {"add"};
  EXPECT_FALSE(KernelsBeside(ctx, options, 0, kInputs).has_value());
  options = {};
  options.elsewhere = true;
  EXPECT_FALSE(KernelsBeside(ctx, options, 0, kInputs).has_value());
  options = {};
  options.passes = {{FindPass("FuseOps"), {}}};
  EXPECT_FALSE(KernelsBeside(ctx, options, 0, kInputs).has_value());
  options.passes.push_back({FindPass("StorageRewrite"), {}});
  std::optional<Case> c = KernelsBeside(ctx, options, 0, kInputs);
  ASSERT_TRUE(c.has_value());
  for (const PassCall& call : c->passes) EXPECT_EQ(call.pass->name, "StorageRewrite");
  EXPECT_EQ(OraclesBeside(AllOracles()).size(), 2u);
  EXPECT_TRUE(OraclesBeside(AllOracles().first(1)).empty());
}

}  // namespace
}  // namespace assay
