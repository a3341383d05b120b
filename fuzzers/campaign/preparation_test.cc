// Every row of the table names passes that exist, and the pass has something to do after them.
#include "fuzzers/campaign/preparation.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "fuzzers/campaign/neighbourhoods.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "ir/text/print.h"
#include "passes/config.h"
#include "passes/options.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

TEST(PreparationTest, PassesWithTopicsAreTirPasses) {
  std::set<std::string_view> known;
  for (const PassSpec* pass : TirPasses()) known.insert(pass->name);
#define ASSAY_KERNEL_CONCERN(name, ...) EXPECT_TRUE(known.contains(name)) << name;
#include "fuzzers/campaign/kernel_concerns.def"
  EXPECT_EQ(TopicsFor(*FindPass("VectorizeLoop")), BitOf(Topic::kLanes));
  EXPECT_EQ(TopicsFor(*FindPass("LegalizeOps")), 0u);
}

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

// What the build never hands to a pass, it may take all the same: such modules come up, and the pass takes them.
TEST(PreparationTest, LatePassesMeetModulesThatArePartlyLowered) {
  const PassSpec& pass = *FindPass("KillAfterLastUse");
  ASSERT_TRUE(ComesLate(pass));
  EXPECT_FALSE(ComesLate(*FindPass("EliminateCommonSubexpr")));
  int taken = 0, flow = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = PartlyLowered(ctx, bytes, Generate(ctx, bytes, {}), pass);
    EXPECT_TRUE(IsWellFormed(ctx, module)) << seed;
    PassContext pass_ctx(ctx);
    if (!RunPass(pass_ctx, {&pass, {}}, module).ok()) continue;
    ++taken;
    flow += CheckProp(ctx, module, kDataflowFree).ok() ? 0 : 1;
  }
  EXPECT_GT(taken, 60);
  EXPECT_GT(flow, 3);
}

// Graphs whose kernels fill memory, in each of its forms, and passes over graphs that do something with them.
TEST(PreparationTest, MemoryIsWrittenOut) {
  std::map<std::string, int> seen;
  const PassSpec* passes[] = {FindPass("EliminateCommonSubexpr"), FindPass("DeadCodeElimination"),
                              FindPass("CanonicalizeBindings"), FindPass("RemoveUnusedParameters")};
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = WithMemoryWritten(ctx, bytes, Generate(ctx, bytes, {}));
    EXPECT_TRUE(IsWellFormed(ctx, module)) << seed;
    seen["written"] += CheckProp(ctx, module, kCallTIRLowered).ok() ? 1 : 0;
    for (const char* op : {"builtin.alloc_tensor", "memory.alloc_tensor", "vm.alloc_tensor", "memory.kill_tensor"}) {
      const std::string call = fmt::format("R.{}(", op);
      seen[op] += PrintModule(module).find(call) != std::string::npos ? 1 : 0;
    }
    PassContext pass_ctx(ctx);
    for (const PassSpec* pass : passes) {
      Result<Module> out = RunPass(pass_ctx, {pass, {}}, module);
      seen[std::string(pass->name)] += out.ok() && !Equal(module, *out) ? 1 : 0;
    }
  }
  EXPECT_GT(seen["written"], 100);
  EXPECT_EQ(seen.size(), 1 + 4 + std::size(passes));
  for (const auto& [what, count] : seen) EXPECT_GT(count, 5) << what;
}

TEST(PreparationTest, WhoHasABaitIsPreparedFor) {
  size_t baited = 0;
  for (const PassSpec* pass : AllPasses()) {
    if (!HasBait(*pass)) continue;
    ++baited;
    EXPECT_EQ(PreparationFor(*pass).pass, pass->name);
  }
  EXPECT_GT(baited, 20u);
}

// Under names of their own, and well-formed.
TEST(PreparationTest, BaitsOfOtherPassesStandBeside) {
  std::vector<PassCall> passes;
  for (std::string_view name : {"DeadCodeElimination", "CanonicalizeBindings", "KillAfterLastUse", "FuseOps"})
    passes.push_back({FindPass(name), {}});
  size_t beside = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, {});
    Module with = WithBaitsBeside(ctx, bytes, module, *passes[0].pass, passes);
    EXPECT_TRUE(IsWellFormed(ctx, with)) << PrintModule(with);
    ASSERT_GE(with.entries.size(), module.entries.size());
    for (size_t i = 0; i < module.entries.size(); ++i) EXPECT_EQ(with.entries[i].func, module.entries[i].func);
    std::set<std::string> names;
    for (const ModuleEntry& entry : with.entries) names.insert(entry.var->name.str());
    EXPECT_EQ(names.size(), with.entries.size());
    beside += with.entries.size() > module.entries.size() ? 1 : 0;
  }
  EXPECT_GT(beside, 20u);
  EXPECT_LT(beside, 60u);
}

// A promise that holds of some modules is put to the test on modules without what takes them out of it.
TEST(PreparationTest, PassesWithHalfAPromiseHaveARow) {
  const PassSpec* pass = FindPass("CanonicalizeBindings");
  Preparation wanted = PreparationFor(*pass);
  ASSERT_NE(wanted.unpromised, 0u);
  GenOptions without;
  without.wanted = wanted.features & ~wanted.unpromised;
  without.unwanted = wanted.unpromised;
  int promised = 0, changed = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, without);
    if (!pass->idempotent_on(module)) continue;
    ++promised;
    PassContext pass_ctx(ctx);
    Result<Module> out = RunPass(pass_ctx, {pass, {}}, module);
    changed += out.ok() && !Equal(module, *out) ? 1 : 0;
  }
  EXPECT_GE(promised, 15);
  EXPECT_GE(changed, 10);
}

// Whether it changes one of so many modules whose kernels are brought to where it stands.
bool ChangesKernels(const PassSpec& pass) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options = Favouring({}, PreparationFor(pass));
    // As campaigns mostly do.
    if (pass.about_threads) options.profile = Profile::kGpu;
    Module module = PrepareKernels(ctx, bytes, Generate(ctx, bytes, options), pass);
    PassContext pass_ctx(ctx);
    DrawConfig(ctx, bytes, pass, pass_ctx.config);
    PassCall call{&pass, {}};
    if (!DrawOptions(ctx, module, bytes, call)) continue;
    Result<Module> out = RunPass(pass_ctx, call, module);
    if (out.ok() && !Equal(module, *out)) return true;
  }
  return false;
}

TEST(PreparationTest, PreparedKernelsAreChanged) {
  // Matched buffers, threads and variables that are defined twice hardly come up in what campaigns generate.
  size_t changed = 0;
  std::string left;
  for (const PassSpec* pass : TirPasses()) {
    EXPECT_TRUE(IsTirPass(*pass));
    bool changes = ChangesKernels(*pass);
    changed += changes ? 1 : 0;
    if (!changes) left += " " + std::string(pass->name);
  }
  EXPECT_GE(changed * 5, TirPasses().size() * 4) << "unchanged:" << left;
}

}  // namespace
}  // namespace assay
