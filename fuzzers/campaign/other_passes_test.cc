// Passes that a case was not drawn for join it where they do something: which ones, and what a campaign counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/case_source.h"
#include "generators/modules/generate.h"
#include "ir/equal.h"
#include "ir/support/fault.h"
#include "ir/text/print.h"
#include "oracles/core/oracle_fixture.h"
#include "oracles/core/value_json.h"
#include "passes/options.h"
#include "passes/schedule/schedule.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Verdict Applied(const PassCall* pass, OracleContext& oc) {
  oc.OutputOf(*pass);
  return Agree{};
}
constexpr OracleSpec kApplies{
    .name = "applies", .doc = "made for the test", .scope = OracleScope::kPass, .judge = Applied};

constexpr std::string_view kCommon[] = {
#define ASSAY_COMMON_PASS(name) name,
#include "fuzzers/campaign/common_passes.def"
};

constexpr std::string_view kSeldom[] = {
#define ASSAY_SELDOM_PASS(name) name,
#include "fuzzers/campaign/seldom_passes.def"
};

CampaignOptions Options(uint64_t runs) {
  CampaignOptions options;
  options.oracles = {&kApplies};
  options.passes_per_case = 1;
  options.runs = runs;
  options.sweep_one_in = 0;
  options.quiet = true;
  return options;
}

TEST(OtherPasses, AreTheSameForARun) {
  CampaignOptions options = Options(1);
  CaseSource source(options);
  std::set<std::string_view> first;
  auto is_seldom = [](const PassCall& call) { return std::ranges::count(kSeldom, call.pass->name) != 0; };
  for (uint64_t run = 0; run < 12; ++run) {
    Context ctx;
    Case c = source.Make(ctx, run, {}).c;
    std::vector<PassCall> others = source.Others(ctx, run, c, 8), again = source.Others(ctx, run, c, 8);
    ASSERT_FALSE(others.empty());
    EXPECT_LE(others.size(), 8u);
    EXPECT_TRUE(std::ranges::equal(others, again, {}, &PassCall::pass, &PassCall::pass));
    for (const PassCall& call : others) {
      EXPECT_EQ(std::ranges::count(kCommon, call.pass->name), 0) << call.pass->name;
      EXPECT_EQ(std::ranges::count(c.passes, call.pass, &PassCall::pass), 0) << call.pass->name;
      std::vector<PassCall> alone = source.Other(ctx, run, c.module, *call.pass);
      ASSERT_EQ(alone.size(), 1u);
      EXPECT_EQ(PassesToJson(alone), PassesToJson({&call, 1})) << call.pass->name;
    }
    first.insert(others[0].pass->name);
    std::vector<PassCall> all = source.Others(ctx, run, c, 200);
    EXPECT_TRUE(std::ranges::is_partitioned(all, is_seldom)) << run;
    EXPECT_GT(std::ranges::count_if(all, is_seldom), 20) << run;
    EXPECT_GT(all.size(), 50u) << run;
  }
  EXPECT_GE(first.size(), 6u);
}

// A pass whose options say all that it does is looked at with several: here so that all of its parts come up.
TEST(OtherPasses, HaveSeveralDrawsWhereOptionsSayAll) {
  CampaignOptions options = Options(1);
  CaseSource source(options);
  std::set<std::string> primitives;
  size_t several = 0;
  for (uint64_t run = 0; run < 150; ++run) {
    Context ctx;
    Case c = source.Make(ctx, run, {}).c;
    std::set<std::string> traces;
    for (const PassCall& call : source.Other(ctx, run, c.module, tir_pass::kApplySchedule)) {
      Result<std::string> trace = StringOption(call.options, "trace", "");
      ASSERT_TRUE(trace.ok() && !trace->empty());
      traces.insert(*trace);
      for (const TraceInstruction& instruction : *ParseTrace(*trace)) primitives.emplace(instruction.primitive->name);
    }
    several += traces.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 20u);
  for (const PrimitiveSpec* primitive : AllPrimitives())
    EXPECT_TRUE(primitives.contains(std::string(primitive->name))) << primitive->name;
}

TEST(OtherPasses, AreNoneWherePassesAreGiven) {
  CampaignOptions options = Options(1);
  options.passes = {{FindPass("DeadCodeElimination"), {}}};
  CaseSource source(options);
  Context ctx;
  EXPECT_TRUE(source.Others(ctx, 0, source.Make(ctx, 0, {}).c, 8).empty());
}

// All that join do something; some case has no pass of its own that does.
TEST(OtherPasses, JoinWhereTheyDoSomething) {
  auto result = RunCampaign(Options(60));
  ASSERT_TRUE(result.ok()) << result.error().message;
  uint64_t tried = 0, changed = 0, judged = 0;
  for (const auto& [name, pass] : result->tally.passes) {
    tried += pass.tried;
    changed += pass.changed;
    judged += Total(pass).agree;
  }
  uint64_t runs = result->tally.runs;
  EXPECT_GT(tried, 2 * runs);
  EXPECT_GE(changed + runs, tried);
  EXPECT_EQ(judged, tried);
}

// Each on its own, of modules that are made for it.
TEST(OtherPasses, CommonOnesChangeMostModules) {
  for (std::string_view name : kCommon) {
    const PassSpec* pass = FindPass(name);
    ASSERT_NE(pass, nullptr) << name;
    // So many that another text among the project's own does not decide.
    CampaignOptions options = Options(180);
    options.passes = {{pass, {}}};
    auto result = RunCampaign(options);
    ASSERT_TRUE(result.ok()) << result.error().message;
    const PassTally& tally = result->tally.passes[std::string(name)];
    EXPECT_GT(3 * tally.changed, 2 * tally.tried) << name;
    EXPECT_GT(tally.tried, 8u) << name;
  }
}

TEST(OtherPasses, SeldomOnesLeaveMostModulesAlone) {
  constexpr int kModules = 120;
  std::map<std::string_view, int> changed;
  for (uint64_t seed = 1; seed <= kModules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, {});
    for (std::string_view name : kSeldom) {
      const PassSpec* pass = FindPass(name);
      ASSERT_NE(pass, nullptr) << name;
      EXPECT_EQ(std::ranges::count(kCommon, name), 0) << name;
      PassContext pass_ctx(ctx);
      PassCall call{pass, {}};
      if (!DrawOptions(ctx, module, bytes, call)) continue;
      Result<Module> output = RunPass(pass_ctx, call, module);
      changed[name] += output.ok() && !Equal(module, *output) ? 1 : 0;
    }
  }
  for (const auto& [name, count] : changed) EXPECT_LT(4 * count, kModules) << name;
  EXPECT_EQ(changed.size(), std::size(kSeldom));
}

// Where several modules are tried, the passes that were drawn change more of them.
TEST(OtherPasses, ModulesAreMadeForTheirPasses) {
  int changed = 0, passes = 0, again = 0;
  CampaignOptions options = Options(1);
  options.own_texts = options.evolve = false;
  CaseSource source(options);
  for (uint64_t run = 0; run < 480; ++run) {
    Context ctx;
    int tried = 0;
    Case c = source.Make(ctx, run, {}, [&](const Module&, const PassSpec&) { ++tried; }).c;
    again += tried > 1 ? 1 : 0;
    PassContext pass_ctx(ctx);
    pass_ctx.config = c.config;
    for (const PassCall& call : c.passes) {
      // What schedules is handed kernels that are lowered.
      if (IsTargetPass(*call.pass)) continue;
      Result<Module> output = RunPass(pass_ctx, call, c.module);
      ++passes;
      changed += output.ok() && !Equal(c.module, *output) ? 1 : 0;
    }
  }
  EXPECT_GT(again, 80);
  EXPECT_GT(20 * changed, 9 * passes) << changed;
}

// Cases beside a run's own are others, the same each time, and take the run's inputs.
TEST(Screening, CasesBesideARunAreOthers) {
  CampaignOptions options = Options(1);
  CaseSource source(options);
  auto none = [](const Module&, const PassSpec&) {};
  std::set<std::string> texts;
  for (uint64_t run = 0; run < 6; ++run) {
    Context ctx;
    texts.insert(PrintModule(source.Make(ctx, run, {}).c.module));
    for (uint64_t n = 0; n < 3; ++n) {
      Case beside = source.MakeBeside(ctx, run, n, {}, none).c;
      texts.insert(PrintModule(beside.module));
      EXPECT_EQ(PrintModule(beside.module), PrintModule(source.MakeBeside(ctx, run, n, {}, none).c.module));
      EXPECT_EQ(beside.inputs.size(), source.InputSeeds(run).size());
    }
  }
  EXPECT_GT(texts.size(), 20u);
}

// Counts the units of the sweep that are planned.
class PlanCount final : public SweepWatch {
 public:
  bool MayPlan(size_t /*unit*/) override { return true; }
  void Planning(std::optional<size_t> unit) override { planned += unit ? 1 : 0; }
  size_t planned = 0;
};

// Planning all of the sweep takes longer than many cases.
TEST(Screening, CasesBesideARunTakeNoPlanOfTheSweep) {
  for (Profile profile : {Profile::kMixed, Profile::kTir, Profile::kGpu}) {
    CampaignOptions options = Options(1);
    options.generate.profile = profile;
    CaseSource source(options);
    PlanCount count;
    source.WatchSweep(count);
    for (uint64_t run = 0; run < 12; ++run) {
      // That of the run itself is made before.
      std::vector<uint64_t> seeds = source.InputSeeds(run);
      size_t planned = count.planned;
      Context ctx;
      Case beside = source.MakeBeside(ctx, run, 0, {}, [](const Module&, const PassSpec&) {}).c;
      EXPECT_EQ(beside.inputs.size(), seeds.size()) << run;
      EXPECT_EQ(count.planned, planned) << run;
    }
  }
}

// Only where an oracle is asked that says what a glance sees, and only on assay itself.
TEST(Screening, IsForOraclesThatSayWhatAGlanceSees) {
  struct Row {
    const char* oracle;
    bool screened;
  };
  for (const Row& row : {Row{"well_formed_after_pass", true}, Row{"pass_preserves_results", true},
                         Row{"structural_equality", false}, Row{"round_trip", false}}) {
    CampaignOptions options = Options(12);
    options.oracles = {FindOracle(row.oracle)};
    ASSERT_NE(options.oracles[0], nullptr) << row.oracle;
    auto result = RunCampaign(options);
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result->tally.screened > 0, row.screened) << row.oracle;
    EXPECT_LT(result->tally.screened, 12u) << row.oracle;
    EXPECT_TRUE(result->findings.empty()) << row.oracle;
  }
}

#ifdef ASSAY_FAULTS
// What no run's own case shows, one beside it does, and the oracles say so.
TEST(Screening, WhatLooksWrongIsJudged) {
  SetFaults({Fault::dce_drops_inputs_of_impure_calls});
  CampaignOptions options = Options(60);
  options.oracles = {FindOracle("pass_preserves_results"), FindOracle("well_formed_after_pass")};
  options.reduce_seconds = 2;
  auto result = RunCampaign(options);
  SetFaults({});
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_GT(result->tally.suspicious, 0u);
  EXPECT_FALSE(result->findings.empty());
}

Verdict AlwaysAgree(const PassCall*, OracleContext&) { return Agree{}; }
constexpr OracleSpec kAgrees{
    .name = "agrees", .doc = "made for the test", .scope = OracleScope::kPass, .judge = AlwaysAgree};
// A crash of a pass that was only tried has its name, and is made small.
TEST(OtherPasses, CrashesHaveTheirNames) {
  SetFaults({Fault::merge_composite_only_main});
  CampaignOptions options = Options(800);
  // It applies no pass.
  options.oracles = {&kAgrees};
  options.reduce_seconds = 2;
  auto result = RunCampaign(options);
  SetFaults({});
  ASSERT_TRUE(result.ok()) << result.error().message;
  auto crashed = std::ranges::find(result->findings, "no_crash_or_hang", &FindingRecord::oracle);
  ASSERT_NE(crashed, result->findings.end());
  EXPECT_EQ(crashed->pass, "MergeCompositeFunctions");
  EXPECT_EQ(crashed->klass, FindingClass(FindingClass::kSignal, SIGABRT));
}
#endif

}  // namespace
}  // namespace assay
