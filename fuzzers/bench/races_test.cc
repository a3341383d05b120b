// Generated launches are the same in every order of their threads and have no races; of those that lack a barrier or a
// guard, the ones that are harmed are flagged.
#include "fuzzers/bench/races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzzers/bench/kernel_runs.h"
#include "generators/modules/generate.h"
#include "ir/builder.h"
#include "ir/prim/intrinsics.h"
#include "ir/rewrite.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/tir/barriers.h"
#include "passes/pass.h"
#include "passes/test_graphs.h"
#include "vm/bytecode/executable.h"
#include "vm/launch_loops.h"
#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

TEST(RacesTest, CleanLaunchesAreSilentAndHarmedOnesAreFlagged) {
  RacesResult result = MeasureRaces({.kernels = 400, .seed = 1});
  for (const RaceCase& one : result.false_alarms) ADD_FAILURE() << one.seed << ": " << one.what << "\n" << one.module;
  for (const RaceCase& one : result.missed) ADD_FAILURE() << one.seed << ": " << one.what << "\n" << one.module;
  EXPECT_EQ(result.kernels, 400u);
  EXPECT_GE(result.with_barrier, 150u);
  EXPECT_GE(result.with_exchange, 20u);
  EXPECT_LE(result.not_run, 40u);
  EXPECT_GE(result.harmed, 40u);
  EXPECT_GE(result.kinds["data_race"], 10u);
}

TEST(RacesTest, ACutTakesOutOneThing) {
  Script script(R"(
    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
        tx = T.launch_thread("threadIdx.x", 8)
        s = T.alloc_buffer((8,), "int32", scope="shared")
        if tx < 8:
            s[tx] = A[tx]
        T.tvm_storage_sync("shared")
        if tx < 4:
            B[tx] = s[7 - tx]
        else:
            B[tx] = s[tx]
)");
  const auto* func = As<PrimFunc>(script.module.entries[0].func);
  ASSERT_EQ(CutsOf(*func), 2u);
  for (size_t which : {0, 1}) EXPECT_EQ(CutsOf(*WithoutCut(script.ctx, *func, which)), 1u);
}

// Generated launches, as engines run them.
Module LaunchesOf(Context& ctx, uint64_t seed) {
  ByteSource bytes = ByteSource::FromSeed(seed);
  GenOptions options;
  options.profile = Profile::kGpu;
  Module module = Generate(ctx, bytes, options);
  module.entries = KernelsOf(ctx, module).entries;
  return module;
}

// The kernel without any of its barriers; and with those that ThreadSync puts there.
const PrimFunc* WithoutBarriers(Context& ctx, const PrimFunc& func) {
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    if (!BarrierScopeOf(rebuilt)) return rebuilt;
    Evaluate* nothing = ctx.arena.New<Evaluate>();
    nothing->value = MakeInt(ctx, 0, DType::Int(32));
    return nothing;
  };
  return static_cast<const PrimFunc*>(Rewrite(ctx, &func, rule));
}
Result<Module> Synchronized(Context& ctx, Module module) {
  for (const char* scope : {"shared", "shared.dyn", "warp"}) {
    PassContext pass_ctx(ctx);
    PassCall call{FindPass("ThreadSync"), {}};
    call.options["storage_scope"] = MakeAttrString(ctx, scope);
    ASSAY_TRY(module, RunPass(pass_ctx, call, module));
  }
  return module;
}

// As a schedule leaves it, which says nothing of threads yet.
bool HasBlocks(const PrimFunc& func) {
  bool has = false;
  WalkOnce(func.body, [&](const Node* node) { has |= Is<SBlock>(node); });
  return has;
}

TEST(RacesTest, ThreadSyncPutsBackWhatIsNeeded) {
  int refused = 0, needed = 0, kernels = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Context ctx;
    Module module = LaunchesOf(ctx, seed);
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<PrimFunc>(entry.func);
      if (func == nullptr || HasBlocks(*func)) continue;
      const PrimFunc* bare = WithoutBarriers(ctx, *func);
      std::vector<Value> args = MakeInputs(module, entry.var->name.text(), seed);
      auto run = [&](const Module& in, const PrimFunc& one, TirChecks checks) {
        auto kernel = MakeReferenceKernel(in, one, {.checks = checks, .order = {.kind = ThreadOrder::Kind::kReverse}});
        EXPECT_TRUE(kernel.ok());
        return Observe(**kernel, args);
      };
      Module alone = ModuleOf(ctx, {{entry.var->name.text(), bare}});
      Result<Module> synchronized = Synchronized(ctx, alone);
      ++kernels;
      if (!synchronized.ok()) {
        EXPECT_EQ(synchronized.error().kind, DiagKind::kCannotLower) << synchronized.error().message;
        ++refused;
        continue;
      }
      Observed want = run(module, *func, TirChecks::kMemory);
      Observed got = run(*synchronized, *As<PrimFunc>(synchronized->entries[0].func), TirChecks::kAccesses);
      EXPECT_EQ(got.outcome, want.outcome) << seed << "\n" << PrintModule(*synchronized);
      EXPECT_EQ(FirstDifference(want, got), "") << seed << "\n" << PrintModule(*synchronized);
      needed += run(alone, *bare, TirChecks::kAccesses).trap ? 1 : 0;
    }
  }
  EXPECT_GE(needed, kernels / 3);
  EXPECT_LE(refused, kernels / 10);
}

// Whether some reduce over threads, and whether in numbers that add up to the same in any order.
std::pair<bool, bool> Reduces(const PrimFunc& func) {
  bool any = false, exact = true;
  WalkOnce(&func, [&](const Node* node) {
    // Attributes may say reducers that reduce nothing.
    const auto* attr = As<AttrStmt>(node);
    const auto* reducer = attr == nullptr ? nullptr : As<CommReducer>(attr->node);
    if (reducer == nullptr) return;
    any = true;
    for (const Expr* value : reducer->result) exact &= !DTypeOf(value).IsFloating();
  });
  return {any, exact};
}

TEST(RacesTest, ReductionsOverThreadsMayBeLowered) {
  int compared = 0, inexact = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Context ctx;
    Module module = LaunchesOf(ctx, seed);
    const ModuleEntry& entry = module.entries[0];
    const auto [any, exact] = Reduces(*As<PrimFunc>(entry.func));
    if (!any) continue;
    PassContext pass_ctx(ctx);
    Result<Module> lowered = RunPass(pass_ctx, {FindPass("LowerThreadAllreduce"), {}}, module);
    ASSERT_TRUE(lowered.ok()) << lowered.error().message << PrintModule(module);
    const auto* after = As<PrimFunc>(lowered->entries[0].func);
    EXPECT_FALSE(Reduces(*after).first);
    std::vector<Value> args = MakeInputs(module, entry.var->name.text(), seed);
    auto run = [&](const Module& in, const PrimFunc& one) {
      auto kernel = MakeReferenceKernel(
          in, one, {.checks = TirChecks::kAccesses, .order = {.kind = ThreadOrder::Kind::kReverse}});
      EXPECT_TRUE(kernel.ok());
      return Observe(**kernel, args);
    };
    Observed want = run(module, *As<PrimFunc>(entry.func)), got = run(*lowered, *after);
    EXPECT_EQ(got.outcome, want.outcome) << seed << "\n" << PrintModule(module) << PrintModule(*lowered);
    EXPECT_EQ(FirstDifference(want, got), "") << seed << "\n" << PrintModule(*lowered);
    ++(exact ? compared : inexact);
  }
  EXPECT_GE(compared, 20);
  EXPECT_GE(inexact, 10);
}

// Passes over what the threads of a launch have together bring in no race and keep every bit.
struct LaunchPass {
  const char* pass;
  int changed;
  int refused;
};
void PrintTo(const LaunchPass& row, std::ostream* out) { *out << row.pass; }
class LaunchPasses : public testing::TestWithParam<LaunchPass> {};

TEST_P(LaunchPasses, KeepResults) {
  int changed = 0, refused = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Context ctx;
    Module module = LaunchesOf(ctx, seed);
    PassContext pass_ctx(ctx);
    pass_ctx.config["tirx.merge_static_smem"] = MakeAttrBool(ctx, seed % 2 == 0);
    Result<Module> made = RunPass(pass_ctx, {FindPass(GetParam().pass), {}}, module);
    if (!made.ok()) {
      EXPECT_EQ(made.error().kind, DiagKind::kCannotLower) << made.error().message;
      ++refused;
      continue;
    }
    for (size_t i = 0; i < module.entries.size(); ++i) {
      const auto *before = As<PrimFunc>(module.entries[i].func), *after = As<PrimFunc>(made->entries[i].func);
      if (before == nullptr || before == after) continue;
      ++changed;
      std::vector<Value> args = MakeInputs(module, module.entries[i].var->name.text(), seed);
      auto run = [&](const Module& in, const PrimFunc& one, TirChecks checks) {
        auto kernel = MakeReferenceKernel(in, one, {.checks = checks, .order = {.kind = ThreadOrder::Kind::kReverse}});
        EXPECT_TRUE(kernel.ok()) << PrintModule(in);
        return Observe(**kernel, args);
      };
      Observed want = run(module, *before, TirChecks::kAccesses), got = run(*made, *after, TirChecks::kAccesses);
      EXPECT_EQ(got.outcome, want.outcome) << seed << "\n" << PrintModule(module) << PrintModule(*made);
      EXPECT_EQ(FirstDifference(want, got), "") << seed << "\n" << PrintModule(module) << PrintModule(*made);
    }
  }
  EXPECT_GE(changed, GetParam().changed);
  EXPECT_LE(refused, GetParam().refused);
}

INSTANTIATE_TEST_SUITE_P(Memory, LaunchPasses,
                         testing::Values(LaunchPass{"MergeSharedMemoryAllocations", 60, 0},
                                         LaunchPass{"LowerWarpMemory", 20, 60},
                                         LaunchPass{"InjectVirtualThread", 60, 0}),
                         [](const auto& info) { return std::string(info.param.pass); });

// What machine code is made of: no thread is left in it, and it computes the same bits.
TEST(RacesTest, LoopsComputeWhatThreadsDo) {
  int split = 0, left = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Context ctx;
    Module module = LaunchesOf(ctx, seed);
    const ModuleEntry& entry = module.entries[0];
    const auto* func = As<PrimFunc>(entry.func);
    Module loops = WithLaunchesAsLoops(ctx, module);
    const auto* after = As<PrimFunc>(loops.entries[0].func);
    bool meets = false;
    WalkOnce(after, [&](const Node* node) { meets |= IsMeeting(node); });
    ++(meets ? left : split);
    std::vector<Value> args = MakeInputs(module, entry.var->name.text(), seed);
    auto run = [&](const Module& in, const PrimFunc& one) {
      auto kernel = MakeReferenceKernel(in, one, {.checks = TirChecks::kAccesses});
      EXPECT_TRUE(kernel.ok());
      return Observe(**kernel, args);
    };
    Observed want = run(module, *func), got = run(loops, *after);
    EXPECT_EQ(got.outcome, want.outcome) << seed << "\n" << PrintModule(module) << PrintModule(loops);
    EXPECT_EQ(FirstDifference(want, got), "") << seed << "\n" << PrintModule(module) << PrintModule(loops);
  }
  EXPECT_GE(split, 280);
  EXPECT_LE(left, 15);
}

}  // namespace
}  // namespace assay
