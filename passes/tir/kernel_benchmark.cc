// Time of each TIR pass, by statement, on kernels of 10 to 10,000 statements, without verification. By
// statement it should hardly grow. Forms: nests of blocks one after the other, the same with a buffer each, and, for
// passes behind LowerOpaqueBlock, one long scope of binds, allocations, conditions and loops.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/check.h"
#include "ir/text/parse.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

constexpr std::string_view kHead =
    "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n@I.ir_module\nclass Module:\n";
constexpr std::string_view kLowered = "LowerInitBlock,ConvertBlocksToOpaque,LowerMatchBuffer,LowerOpaqueBlock";

// Five statements each: two loops, a block, its store and init.
std::string Blocks(int64_t count) {
  std::string text(kHead);
  text +=
      "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((16, 6), \"float32\"), B: T.Buffer((16,), "
      "\"float32\")):\n";
  for (int64_t i = 0; i < count; i += 5) {
    text += fmt::format(
        "        for i, k in T.grid(16, 6):\n            with T.sblock(\"b{}\"):\n"
        "                vi, vk = T.axis.remap(\"SR\", [i, k])\n                with T.init():\n"
        "                    B[vi] = T.float32(0)\n                B[vi] = B[vi] + A[vi, vk] * T.float32({})\n",
        i, i % 7);
  }
  return text;
}

// Seven statements each, and a buffer of the root block's that only they use.
std::string Buffers(int64_t count) {
  std::string text(kHead), nests;
  text +=
      "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((16, 6), \"float32\"), B: T.Buffer((16, 6), "
      "\"float32\")):\n"
      "        with T.sblock(\"root\"):\n";
  for (int64_t i = 0; i < count; i += 7) {
    text += fmt::format("            D{} = T.sblock_alloc_buffer((16, 6))\n", i);
    nests += fmt::format(
        "            for i in range(16):\n                for j in range(6):\n                    with "
        "T.sblock(\"p{0}\"):\n"
        "                        vi, vj = T.axis.remap(\"SS\", [i, j])\n                        D{0}[vi, vj] = A[vi, "
        "vj]\n"
        "                for j in range(6):\n                    with T.sblock(\"c{0}\"):\n"
        "                        vi, vj = T.axis.remap(\"SS\", [i, j])\n                        B[vi, vj] = D{0}[vi, "
        "vj] + B[vi, vj]\n",
        i);
  }
  return text + nests;
}

// Seven statements each: a bind, an allocation, a condition with a store, a loop with a store, another store.
std::string Scope(int64_t count) {
  std::string text(kHead);
  text += "    @T.prim_func\n    def main(A: T.Buffer((64,), \"int32\"), n: T.int32):\n";
  for (int64_t i = 0; i < count; i += 7) {
    text += fmt::format(
        "        x{0}: T.let[T.int32] = (n + {1}) % 16\n        D{0} = T.alloc_buffer((4,), \"int32\")\n"
        "        if x{0} < {2}:\n            A[x{0}] = n // 3 + x{0}\n        for i in range(4):\n"
        "            D{0}[i] = (x{0} * 4 + i) // 4\n        A[{2}] = D{0}[0] + x{0}\n",
        i, i % 13, i % 11);
  }
  return text;
}

void RunTirPass(benchmark::State& state, std::string (*make)(int64_t), bool lowered) {
  const auto place = static_cast<size_t>(state.range(0));
  if (place >= TirPasses().size()) return state.SkipWithError("no such pass");
  PassCall call{TirPasses()[place], {}};
  state.SetLabel(std::string(call.pass->name));
  Context source;
  Result<Module> module = ParseModule(source, "kernel.py", make(state.range(1)));
  ASSAY_CHECK(module.ok(), module.error().message);
  PassContext before(source);
  before.verify_each = false;
  if (lowered) module = RunSequential(before, *ParsePassList(source, kLowered), *module);
  ASSAY_CHECK(module.ok(), module.error().message);
  // Loaded, so that its nodes lie side by side, without what the parser left between them.
  Context loaded;
  module = Deserialize(loaded, Serialize(*module), OpOfFullName);
  ASSAY_CHECK(module.ok(), module.error().message);
  for (auto _ : state) {
    Context ctx;
    PassContext pass_ctx(ctx);
    pass_ctx.verify_each = false;
    benchmark::DoNotOptimize(RunPass(pass_ctx, call, *module).ok());
  }
  state.counters["s_per_statement"] = benchmark::Counter(
      static_cast<double>(state.range(1)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void BM_OfBlocks(benchmark::State& state) { RunTirPass(state, Blocks, false); }
void BM_OfBuffers(benchmark::State& state) { RunTirPass(state, Buffers, false); }
void BM_OfLoops(benchmark::State& state) { RunTirPass(state, Blocks, true); }
void BM_OfScope(benchmark::State& state) { RunTirPass(state, Scope, false); }

void EachPass(benchmark::internal::Benchmark* bench) {
  for (size_t i = 0; i < TirPasses().size(); ++i) {
    for (int64_t count : {10, 100, 1000, 10000}) bench->Args({static_cast<int64_t>(i), count});
  }
  bench->Unit(benchmark::kMicrosecond)->MinTime(0.05);
}
BENCHMARK(BM_OfBlocks)->Apply(EachPass);
BENCHMARK(BM_OfBuffers)->Apply(EachPass);
BENCHMARK(BM_OfLoops)->Apply(EachPass);
BENCHMARK(BM_OfScope)->Apply(EachPass);

}  // namespace
}  // namespace assay
