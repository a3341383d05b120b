// Reduction with made-up predicates: what must stay stays, everything else goes, every module on the way is
// well-formed.
#include "fuzzers/reduce/reduce.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fuzzers/process/process.h"
#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

int CountOp(const Module& module, std::string_view name) {
  int count = 0;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      count += op != nullptr && op->name == name ? 1 : 0;
    });
  }
  return count;
}

int CountLines(const std::string& text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

ReducePredicate Has(Context& ctx, std::string_view op) {
  return [&ctx, op](const Module& module, std::span<const PassCall>) {
    EXPECT_TRUE(IsWellFormed(ctx, module));
    return CountOp(module, op) != 0;
  };
}

TEST(Reduce, KeepsTheInputWhenItDoesNotShow) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(3);
  Module module = Generate(ctx, bytes, {});
  auto never = [](const Module&, std::span<const PassCall>) { return false; };
  ReduceResult result = Reduce(ctx, module, "main", {}, never, {});
  EXPECT_EQ(result.why, "the input does not show it");
  EXPECT_FALSE(result.shows);
  EXPECT_EQ(result.kept, 0);
  EXPECT_EQ(result.module.entries.size(), module.entries.size());
}

TEST(Reduce, AnythingBecomesNearlyNothing) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, {});
    auto always = [&](const Module& candidate, std::span<const PassCall>) { return IsWellFormed(ctx, candidate); };
    ReduceResult result = Reduce(ctx, module, "main", {}, always, {});
    EXPECT_EQ(result.why, "nothing smaller shows it");
    EXPECT_EQ(result.module.entries.size(), 1u) << seed;
    EXPECT_LE(ModuleSize(result.module), 40u) << seed << "\n" << PrintModule(result.module);
  }
}

TEST(Reduce, SeveralProcessesGiveWhatOneGives) {
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, {});
    auto large = [](const Module& candidate, std::span<const PassCall>) { return ModuleSize(candidate) > 60; };
    ReduceResult alone = Reduce(ctx, module, "main", {}, large, {});
    ReduceResult together = Reduce(ctx, module, "main", {}, large, {.jobs = 3});
    EXPECT_EQ(PrintModule(together.module), PrintModule(alone.module));
    EXPECT_EQ(together.tried, alone.tried);
    EXPECT_EQ(together.why, alone.why);
  }
}

// A constant in place of the same constant is nothing smaller.
TEST(Reduce, WhatItWasBeforeIsNotTakenAgain) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(
from tvm.script import relax as R
@R.function
def main() -> R.Tensor((4, 1), dtype="float32"):
    y: R.Tensor((4, 1), dtype="float32") = R.one_hot(R.const([5], "uint8"), R.prim_value(T.float32(1.0)), R.prim_value(T.float32(0.5)), depth=4, axis=0)
    return y
)");
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  ReduceResult result = Reduce(ctx, *module, "main", {}, Has(ctx, "relax.one_hot"), {.seconds = 60});
  EXPECT_EQ(result.why, "nothing smaller shows it");
  EXPECT_LT(result.tried, 100);
}

constexpr std::string_view kKernel = R"(
from tvm.script import ir as I
from tvm.script import tirx as T
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 6), "float32"), B: T.Buffer((8, 6), "float32")):
        for i, j in T.grid(8, 6):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)
)";

// What is sought is a vectorized loop, which needs the split in front of it to be short enough.
TEST(Reduce, SchedulesLoseSteps) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "kernel.py", std::string(kKernel));
  ASSERT_TRUE(module.ok()) << module.error().message;
  auto vectorizes = [&](const Module& candidate, std::span<const PassCall> passes) {
    PassContext pass_ctx(ctx);
    Result<Module> made = RunPass(pass_ctx, passes[0], candidate);
    return made.ok() && PrintModule(*made).find("T.vectorized(4)") != std::string::npos;
  };
  auto passes = ParsePassList(
      ctx,
      R"(ApplySchedule{"trace": "unroll(b, 0)\nsplit(b, 1, [None, 4])\ncache_read(b, 0, \"local\")\nvectorize(b, 2)\n"})");
  ASSERT_TRUE(passes.ok()) << passes.error().message;
  ReduceResult result = Reduce(ctx, *module, "main", *passes, vectorizes, {});
  ASSERT_EQ(result.passes.size(), 1u);
  const auto* trace = As<AttrString>(result.passes[0].options.at("trace"));
  EXPECT_EQ(trace->value, "split(b, 1, [None, 4])\nvectorize(b, 2)\n");
}

TEST(Reduce, OneOperatorStandsAlone) {
  GenOptions options;
  options.profile = Profile::kRelax;
  int reduced = 0;
  for (uint64_t seed = 0; seed < 2000 && reduced < 25; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, options);
    if (CountOp(module, "relax.add") == 0) continue;
    ++reduced;
    ReduceResult result = Reduce(ctx, module, "main", {}, Has(ctx, "relax.add"), {});
    EXPECT_EQ(CountOp(result.module, "relax.add"), 1);
    EXPECT_LE(CountLines(PrintModule(result.module)), 12) << PrintModule(result.module);
  }
  EXPECT_EQ(reduced, 25);
}

constexpr std::string_view kHint = R"(
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def helper(a: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        r: R.Tensor((2, 3), dtype="float32") = R.exp(a)
        return r

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            lv: R.Tensor((2, 3), dtype="float32") = R.add(x, y)
            lv1: R.Tensor((2, 3), dtype="float32") = R.hint_on_device(lv, R.device(device_type=1, index=0), "global")
            lv2: R.Tensor((2, 3), dtype="float32") = R.multiply(lv1, y)
            gv: R.Tensor((2, 3), dtype="float32") = cls.helper(lv2)
            R.output(gv)
        return gv
)";

TEST(Reduce, AHintOnADeviceInAFewLines) {
  Context ctx;
  auto module = ParseModule(ctx, "hint.py", std::string(kHint));
  ASSERT_TRUE(module.ok()) << module.error().message;
  ReduceResult result = Reduce(ctx, *module, "main", {}, Has(ctx, "relax.hint_on_device"), {});
  EXPECT_EQ(result.module.entries.size(), 1u);
  EXPECT_LE(CountLines(PrintModule(result.module)), 12) << PrintModule(result.module);
}

TEST(Reduce, DropsPassesThatDoNotMatter) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(5);
  Module module = Generate(ctx, bytes, {});
  std::vector<PassCall> passes;
  for (const PassSpec* pass : AllPasses().first(5)) passes.push_back({pass, {}});
  const PassSpec* wanted = passes[2].pass;
  auto shows = [&](const Module&, std::span<const PassCall> calls) {
    return std::ranges::any_of(calls, [&](const PassCall& call) { return call.pass == wanted; });
  };
  ReduceResult result = Reduce(ctx, module, "main", passes, shows, {});
  ASSERT_EQ(result.passes.size(), 1u);
  EXPECT_EQ(result.passes[0].pass, wanted);
}

// No type of a result speaks of what only the body knows.
TEST(Reduce, EveryTryReadsBackAsItIs) {
  Context ctx;
  auto module = ParseModule(ctx, "t", R"(
from tvm.script import ir as I
from tvm.script import relax as R
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2), "float32"), w: R.Tensor((1, 2), "float32")):
        with R.dataflow():
            s = R.tensor_to_shape(R.const([2, 1], "int64"))
            y = R.reshape(x, s)
            u = R.nn.relu(w)
            z = R.concat((R.exp(w), u), axis=0)
            R.output(s, y, z)
        return z
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  auto shows = [&](const Module& candidate, std::span<const PassCall>) {
    auto again = ParseModule(ctx, "again", PrintModule(candidate));
    auto differs = again.ok() ? FirstDifference(*again, candidate) : NodeDifference{again.error().message, "", ""};
    EXPECT_FALSE(differs.has_value()) << differs->path << ": " << differs->left << " against " << differs->right << "\n"
                                      << PrintModule(candidate);
    return CountOp(candidate, "relax.reshape") != 0;
  };
  ReduceResult result = Reduce(ctx, *module, "main", {}, shows, {});
  EXPECT_EQ(CountOp(result.module, "relax.concat"), 0) << PrintModule(result.module);
}

TEST(Reduce, StopsWhenTriesAreSpent) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(11);
  Module module = Generate(ctx, bytes, {});
  auto always = [](const Module&, std::span<const PassCall>) { return true; };
  ReduceResult result = Reduce(ctx, module, "main", {}, always, {.seconds = 10, .tries = 3});
  EXPECT_EQ(result.why, "out of tries");
  EXPECT_EQ(result.tried, 3);
}

TEST(Reduce, StopsWhenItsSecondsAreSpent) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(11);
  Module module = Generate(ctx, bytes, {});
  auto spins = [](const Module&, std::span<const PassCall>) {
    for (double start = CpuSecondsHere(); CpuSecondsHere() < start + 0.1;) {
    }
    return true;
  };
  for (bool cpu_seconds : {false, true}) {
    ReduceResult result = Reduce(ctx, module, "main", {}, spins, {.seconds = 0.05, .cpu_seconds = cpu_seconds});
    EXPECT_EQ(result.why, "out of time");
    EXPECT_EQ(result.tried, 0);
  }
  auto waits = [](const Module&, std::span<const PassCall>) { return usleep(100'000) == 0; };
  EXPECT_GT(Reduce(ctx, module, "main", {}, waits, {.seconds = 0.05, .cpu_seconds = true, .tries = 3}).tried, 1);
}

TEST(Reduce, OperatorsThatDoNotMatterBecomePlain) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), "float32")):
        a = R.tanh(x)
        b = R.maximum(a, x)
        c = R.matmul(b, a)
        return c
)");
  ASSERT_TRUE(module.ok());
  // Two operators before the matmul must stay, whichever they are.
  auto shows = [&](const Module& candidate, std::span<const PassCall>) {
    int all = 0;
    for (const char* op : {"relax.tanh", "relax.negative", "relax.maximum", "relax.add"}) all += CountOp(candidate, op);
    return all == 2 && CountOp(candidate, "relax.matmul") == 1;
  };
  ReduceResult result = Reduce(ctx, *module, "main", {}, shows, {});
  EXPECT_EQ(CountOp(result.module, "relax.tanh") + CountOp(result.module, "relax.maximum"), 0)
      << PrintModule(result.module);
  EXPECT_EQ(CountOp(result.module, "relax.matmul"), 1);
}

TEST(Reduce, ScalarsThatDoNotMatterAreWritten) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), "float32")):
        with R.dataflow():
            a: T.int64 = R.inspect.tensor_shape_i(x, 0)
            b = R.negative(x)
            R.output(a, b)
        return b
)");
  ASSERT_TRUE(module.ok());
  auto shows = [&](const Module& candidate, std::span<const PassCall>) {
    return PrintModule(candidate).find("R.output(a") != std::string::npos;
  };
  ReduceResult result = Reduce(ctx, *module, "main", {}, shows, {});
  EXPECT_EQ(CountOp(result.module, "relax.inspect.tensor_shape_i"), 0) << PrintModule(result.module);
}

// Nothing new can be handed to a function that others call: what its operators give becomes zeros.
TEST(Reduce, OperatorsOfFunctionsThatAreCalledBecomeZeros) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "test.py", R"(
@I.ir_module
class Module:
    @R.function(private=True)
    def helper(x: R.Tensor((2, 3), "float32")) -> R.Tuple(R.Tensor((6,), "float32"), R.Tuple(R.Tensor((2, 3), "float32"), R.Tensor((2, 3), "bool"))):
        a = R.reshape(x, R.shape([6]))
        b = R.nn.dropout(x)
        return (a, b)

    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        cls = Module
        y = cls.helper(x)
        return y
)");
  ASSERT_TRUE(module.ok()) << module.error().message;
  // The call and its tuple of two must stay.
  auto shows = [&](const Module& candidate, std::span<const PassCall>) {
    std::string text = PrintModule(candidate);
    return text.find("cls.helper(") != std::string::npos && text.find("return (a, b)") != std::string::npos &&
           text.find(" a: R.Tensor((6,)") != std::string::npos;
  };
  ASSERT_TRUE(shows(*module, {})) << PrintModule(*module);
  ReduceResult result = Reduce(ctx, *module, "main", {}, shows, {});
  EXPECT_EQ(CountOp(result.module, "relax.reshape") + CountOp(result.module, "relax.nn.dropout"), 0)
      << PrintModule(result.module);
}

}  // namespace
}  // namespace assay
