// Every row of the table names passes that exist, and the pass has something to do after them.
#include "fuzzers/campaign/preparation.h"

#include <gtest/gtest.h>

#include "fuzzers/campaign/neighbourhoods.h"
#include "generators/modules/generate.h"
#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "passes/config.h"
#include "passes/options.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// How many of the modules the pass changes when they are prepared, one in two of neighbourhoods: of 60, or of more
// until some are; all of them when it is a step of lowering, which takes none of them before other steps.
int Changed(const PassSpec& pass) {
  const PassSpec* passes[] = {&pass};
  NeighbourhoodPlan plan(passes, 1, 1);
  int changed = 0, too_early = 0;
  for (uint64_t seed = 1; seed <= 60 || (changed + too_early < 3 && seed <= 2000); ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Preparation wanted = PreparationFor(pass);
    GenOptions favouring = Favouring({}, wanted);
    AddBaits(favouring, wanted, {});
    if (seed % 2 == 0) favouring = plan.Options({}, plan.At(seed / 2));
    Module module = Prepare(ctx, Generate(ctx, bytes, favouring), wanted.before);
    PassContext pass_ctx(ctx);
    DrawConfig(ctx, bytes, pass, pass_ctx.config);
    PassCall call{&pass, {}};
    if (!DrawOptions(ctx, module, bytes, call)) continue;
    Result<Module> out = RunPass(pass_ctx, call, module);
    changed += out.ok() && !Equal(module, *out) ? 1 : 0;
    too_early += !out.ok() && out.error().kind == DiagKind::kPassOrder ? 1 : 0;
  }
  return changed + too_early;
}

TEST(PreparationTest, PreparedModulesAreChanged) {
  Context ctx;
  int rows = 0;
  for (const PassSpec* pass : AllPasses()) {
    Preparation wanted = PreparationFor(*pass);
    if (wanted.pass.empty()) continue;
    ++rows;
    ASSERT_TRUE(ParsePassList(ctx, wanted.before).ok()) << pass->name;
    for (const std::string& op : Favouring({}, wanted).favoured_ops) EXPECT_NE(FindOp(op), nullptr) << op;
    EXPECT_GE(Changed(*pass), 3) << pass->name;
  }
  EXPECT_GT(rows, 2);
}

// How many of 60 modules whose kernels are brought to where the pass stands it changes.
int ChangedKernels(const PassSpec& pass) {
  int changed = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = PrepareKernels(ctx, bytes, Generate(ctx, bytes, Favouring({}, PreparationFor(pass))), pass);
    PassContext pass_ctx(ctx);
    PassCall call{&pass, {}};
    if (!DrawOptions(ctx, module, bytes, call)) continue;
    Result<Module> out = RunPass(pass_ctx, call, module);
    changed += out.ok() && !Equal(module, *out) ? 1 : 0;
  }
  return changed;
}

TEST(PreparationTest, PreparedKernelsAreChanged) {
  // Matched buffers, threads and variables that are defined twice hardly come up in what campaigns generate.
  size_t changed = 0;
  for (const PassSpec* pass : TirPasses()) {
    EXPECT_TRUE(IsTirPass(*pass));
    changed += ChangedKernels(*pass) > 0 ? 1 : 0;
  }
  EXPECT_GE(changed * 5, TirPasses().size() * 4);
}

}  // namespace
}  // namespace assay
