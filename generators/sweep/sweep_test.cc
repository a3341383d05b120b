// The walk through the table: each row once, well-formed modules that read back, an order that the seed decides.
#include "generators/sweep/sweep.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "generators/modules/generate.h"
#include "generators/sweep/kernel_unit.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

SweepOptions Small() {
  SweepOptions options;
  for (std::string_view name : {"add", "concat", "max", "nn.conv2d", "reshape", "topk", "where"})
    options.ops.push_back(FindOp(name));
  return options;
}

TEST(Sweep, GoesThroughEachRowOnce) {
  Sweep sweep(Small());
  std::map<std::string_view, uint64_t> rows;
  Context ctx;
  for (uint64_t step = 0; step < sweep.steps(); ++step) {
    std::optional<SweptModule> swept = sweep.Step(ctx, step);
    ASSERT_TRUE(swept.has_value());
    rows[swept->unit.name] += swept->rows;
  }
  EXPECT_EQ(rows.size(), sweep.units());
  for (size_t unit = 0; unit < sweep.units(); ++unit) EXPECT_EQ(rows[sweep.PlanOf(unit).name], sweep.PlanOf(unit).rows);
  EXPECT_FALSE(sweep.Step(ctx, sweep.steps()).has_value());
}

TEST(Sweep, ModulesAreWellFormedAndReadBack) {
  for (bool kernels : {false, true}) {
    SweepOptions options =
        kernels ? SweepOptions{.dtypes = {DType::Float(32), DType::Int(8)}, .operators = false} : Small();
    Sweep sweep(options);
    for (uint64_t step = 0; step < sweep.steps(); step += kernels ? 7 : 3) {
      Context ctx;
      std::optional<SweptModule> swept = sweep.Step(ctx, step);
      ASSERT_TRUE(swept.has_value());
      DiagSink sink;
      CheckWellFormed(ctx, swept->module, sink);
      ASSERT_TRUE(sink.ok()) << sink.diags()[0].message << "\n" << PrintModule(swept->module);
      auto read = ParseModule(ctx, "swept", PrintModule(swept->module));
      ASSERT_TRUE(read.ok()) << read.error().message << "\n" << PrintModule(swept->module);
      std::optional<NodeDifference> difference = FirstDifference(*read, swept->module);
      EXPECT_FALSE(difference.has_value())
          << difference->path << ": " << difference->left << " for " << difference->right << "\n"
          << PrintModule(swept->module);
      size_t params = As<Function>(swept->module.Find("main"))->params.size();
      for (uint64_t seed : swept->seeds) EXPECT_EQ(MakeInputs(swept->module, "main", seed).size(), params);
    }
  }
}

TEST(Sweep, TheSeedDecidesTheOrder) {
  auto first_of = [](uint64_t seed) {
    SweepOptions options = Small();
    options.seed = seed;
    Sweep sweep(options);
    std::string texts;
    for (uint64_t step = 0; step < 3; ++step) {
      Context ctx;
      texts += PrintModule(sweep.Step(ctx, step)->module);
    }
    return texts;
  };
  EXPECT_EQ(first_of(1), first_of(1));
  std::set<std::string> texts;
  for (uint64_t seed = 1; seed < 6; ++seed) texts.insert(first_of(seed));
  EXPECT_GT(texts.size(), 3u);
}

// A worker that takes every second step makes what one makes that takes all.
TEST(Sweep, AStepNeedsNoOther) {
  Sweep all(Small()), one(Small());
  uint64_t steps = all.steps();
  Context ctx;
  for (uint64_t step = 0; step < steps; step += steps / 5) {
    EXPECT_EQ(PrintModule(all.Step(ctx, step)->module), PrintModule(one.Step(ctx, step)->module));
  }
}

// Drawn kernels need no plan, come up of each family, and are the same for the same draw.
TEST(Sweep, KernelsAreDrawn) {
  Sweep sweep({.operators = false}), other({.operators = false}), none(Small());
  std::set<std::string_view> names;
  std::set<std::string> texts;
  constexpr uint64_t kDraws = 120;
  for (uint64_t draw = 0; draw < kDraws; ++draw) {
    Context ctx;
    std::optional<SweptModule> drawn = sweep.Kernels(ctx, draw);
    ASSERT_TRUE(drawn.has_value());
    DiagSink sink;
    CheckWellFormed(ctx, drawn->module, sink);
    ASSERT_TRUE(sink.ok()) << sink.diags()[0].message << "\n" << PrintModule(drawn->module);
    EXPECT_GT(drawn->module.entries.size(), 2u);
    EXPECT_EQ(drawn->seeds.size(), 2u);
    names.insert(drawn->unit.name);
    std::string text = PrintModule(drawn->module);
    if (draw % 10 == 0) EXPECT_EQ(PrintModule(other.Kernels(ctx, draw)->module), text);
    texts.insert(std::move(text));
    EXPECT_FALSE(none.Kernels(ctx, draw).has_value());
  }
  EXPECT_EQ(names.size(), KernelFamilies().size());
  EXPECT_GT(texts.size(), kDraws - 5);
}

TEST(Sweep, OnlyWhatIsNamed) {
  SweepOptions options;
  options.ops = {FindOp("add")};
  options.dtypes = {DType::Float(32)};
  Sweep sweep(options);
  EXPECT_EQ(sweep.units(), 1u);
  EXPECT_EQ(sweep.PlanOf(0).name, "add");
}

}  // namespace
}  // namespace assay
