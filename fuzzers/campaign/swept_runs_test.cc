// Runs that are rows of the sweep: their share, their inputs, what a campaign counts of them, and none on demand.
#include <gtest/gtest.h>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/case_source.h"
#include "fuzzers/campaign/coverage_tables.h"
#include "generators/modules/special_inputs.h"
#include "ir/check/well_formed.h"
#include "ir/text/print.h"
#include "oracles/core/oracle_fixture.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

Verdict AlwaysAgree(const PassCall*, OracleContext&) { return Agree{}; }
constexpr OracleSpec kAgrees{.name = "agrees", .doc = "made for the test", .judge = AlwaysAgree};

CampaignOptions Options(std::vector<std::string> ops) {
  CampaignOptions options;
  options.oracles = {&kAgrees};
  options.generate.ops = std::move(ops);
  options.generate.dtypes = {DType::Float(32), DType::Int(32)};
  options.passes_per_case = 1;
  options.quiet = true;
  return options;
}

TEST(SweptRuns, SomeAreUntilTheTableIsThrough) {
  CampaignOptions options = Options({"add", "nn.relu"});
  CaseSource source(options);
  uint64_t swept = 0, rows = 0, late = 0;
  constexpr uint64_t kRuns = 1024;
  for (uint64_t run = 0; run < kRuns; ++run) {
    Context ctx;
    MadeCase made = source.Make(ctx, run, {});
    if (!made.swept) continue;
    ++swept;
    rows += made.swept_rows;
    late += run >= kRuns / 2 ? 1 : 0;
    EXPECT_TRUE(SpecialInputsOf(source.InputSeeds(run)[0]).has_value());
    EXPECT_EQ(made.c.inputs.size(), 2u);
  }
  Sweep sweep({.ops = {FindOp("add"), FindOp("nn.relu")}, .dtypes = options.generate.dtypes});
  EXPECT_EQ(rows, sweep.PlanOf(0).rows + sweep.PlanOf(1).rows);
  EXPECT_EQ(swept, sweep.steps());
  EXPECT_EQ(late, 0u);
  EXPECT_EQ(source.SweptUnits(), 2u);
}

// One in eight of the first, then every second.
TEST(SweptRuns, TheirShareGrows) {
  CampaignOptions options = Options({});
  options.generate.dtypes = {};
  CaseSource source(options);
  auto swept = [&](uint64_t from) {
    uint64_t count = 0;
    for (uint64_t run = from; run < from + 16; ++run) {
      Context ctx;
      count += source.Make(ctx, run, {}).swept.has_value() ? 1 : 0;
    }
    return count;
  };
  // Units without rows give their runs back to chance.
  EXPECT_LE(swept(0), 2u);
  EXPECT_EQ(swept(4096), 8u);
}

// Other runs have kernels of the sweep at drawn levels, special values and TIR passes alone.
TEST(SweptRuns, KernelsAreDrawnForPassesOverThem) {
  CampaignOptions options = Options({});
  options.generate.dtypes = {};
  CaseSource source(options);
  uint64_t drawn = 0;
  constexpr uint64_t kRuns = 200;
  for (uint64_t run = 0; run < kRuns; ++run) {
    if (!SpecialInputsOf(source.InputSeeds(run)[0]).has_value()) continue;
    Context ctx;
    MadeCase made = source.Make(ctx, run, {});
    if (made.swept.has_value()) continue;
    ++drawn;
    EXPECT_FALSE(made.c.passes.empty());
    for (const PassCall& call : made.c.passes) EXPECT_TRUE(IsTirPass(*call.pass)) << call.pass->name;
    EXPECT_EQ(PrintModule(source.Make(ctx, run, {}).c.module), PrintModule(made.c.module));
  }
  EXPECT_GT(drawn, kRuns / 16);
  EXPECT_LT(drawn, kRuns / 4);
}

// What a generator makes is changed by a move now and then, of whatever entries a corpus has.
TEST(SweptRuns, GeneratedModulesAreMovedToo) {
  CampaignOptions options = Options({});
  options.generate.dtypes = {};
  CaseSource source(options);
  uint64_t moved = 0;
  for (uint64_t run = 0; run < 200; ++run) {
    Context ctx;
    MadeCase made = source.Make(ctx, run, {});
    if (made.moves.empty() || made.own_text) continue;
    ++moved;
    EXPECT_TRUE(IsWellFormed(ctx, made.c.module)) << PrintModule(made.c.module);
  }
  EXPECT_GT(moved, 4u);
}

TEST(SweptRuns, ARunIsTheSameInWhicheverOrder) {
  CampaignOptions options = Options({"add", "max"});
  CaseSource one(options), other(options);
  for (uint64_t run : {41u, 3u, 2u, 17u}) {
    Context ctx;
    std::string text = PrintModule(one.Make(ctx, run, {}).c.module);
    for (uint64_t before : {5u, 30u}) (void)other.Make(ctx, before, {});
    EXPECT_EQ(PrintModule(other.Make(ctx, run, {}).c.module), text);
    EXPECT_EQ(one.InputSeeds(run), other.InputSeeds(run));
  }
}

TEST(SweptRuns, NoneWithoutASweep) {
  CampaignOptions options = Options({"add"});
  options.sweep_one_in = 0;
  CaseSource source(options);
  for (uint64_t run = 0; run < 20; ++run) {
    Context ctx;
    EXPECT_FALSE(source.Make(ctx, run, {}).swept.has_value());
  }
  EXPECT_EQ(source.SweptUnits(), 0u);
}

TEST(SweptRuns, ACampaignCountsThem) {
  CampaignOptions options = Options({"add", "nn.relu"});
  options.runs = 30;
  options.jobs = 2;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->tally.swept_units, 2u);
  SweepTally total = Total(result->tally.sweep);
  EXPECT_GT(total.tried, 5u);
  EXPECT_GE(total.rows, total.tried);
  bool told = false;
  for (const ReportedTable& table : CoverageTables(result->tally)) told |= table.title == "Sweep";
  EXPECT_TRUE(told);
}

// What says nothing of single calls is asked of the other runs.
TEST(SweptRuns, AnOracleMayBeAskedMoreSeldom) {
  constexpr OracleSpec kSeldom{
      .name = "seldom", .doc = "made for the test", .one_in_swept = uint64_t{1} << 60, .judge = AlwaysAgree};
  CampaignOptions options = Options({"add", "nn.relu"});
  options.oracles = {&kAgrees, &kSeldom};
  options.runs = 64;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  CaseSource source(options);
  uint64_t swept = 0;
  for (uint64_t run = 0; run < options.runs; ++run) {
    Context ctx;
    swept += source.Make(ctx, run, {}).swept.has_value() ? 1 : 0;
  }
  EXPECT_GT(swept, 3u);
  EXPECT_EQ(result->tally.oracles["agrees"].agree, options.runs);
  EXPECT_EQ(result->tally.oracles["seldom"].agree, options.runs - swept);
}

// What it reduces to is still run with special values.
TEST(SweptRuns, ReducedCasesKeepTheirKindOfInputs) {
  struct Zero {
    static Verdict Judge(const PassCall*, OracleContext& oc) {
      for (const std::vector<Value>& inputs : oc.c.inputs) {
        for (const Value& value : inputs) {
          const auto* tensor = value.As<TensorValue>();
          if (tensor == nullptr || tensor->tensor.size() == 0 || !tensor->tensor.dtype().IsFloating()) continue;
          if (tensor->tensor.At(0).f != tensor->tensor.At(0).f)
            return Finding{"finds_nan", "", FindingClass::kDiffers, "there is a NaN", {}};
        }
      }
      return Agree{};
    }
  };
  constexpr OracleSpec kFindsNan{.name = "finds_nan", .doc = "made for the test", .judge = Zero::Judge};
  CampaignOptions options = Options({"nn.relu"});
  options.generate.dtypes = {DType::Float(32)};
  options.oracles = {&kFindsNan};
  options.runs = 160;
  options.reduce_seconds = 2;
  auto result = RunCampaign(options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->findings.size(), 1u);
  EXPECT_LE(result->findings[0].reduced_lines, 12);
}

}  // namespace
}  // namespace assay
