// How long it takes to compile small kernels and to build a module and run it once, and how fast a kernel runs.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include "ir/text/parse.h"
#include "passes/pass.h"
#include "vm/llvm/engines.h"
#include "vm/llvm/llvm_kernels.h"

namespace assay {
namespace {

// An elementwise kernel, and every third one a reduction.
std::string Kernels(int64_t count) {
  std::string text = "from tvm.script import ir as I\nfrom tvm.script import tir as T\n\n@I.ir_module\nclass Module:\n";
  for (int64_t k = 0; k < count; ++k) {
    text += fmt::format(R"(
    @T.prim_func
    def kernel{}(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16, 32), "float32"), C: T.Buffer((16, 32), "float32")):
        for i, j in T.grid(16, 32):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = {}
)",
                        k, k % 2 == 0 ? "A[vi, vj] + B[vi, vj]" : "T.exp(A[vi, vj]) * T.max(B[vi, vj], T.float32(0))");
    if (k % 3 != 2) continue;
    text += fmt::format(R"(
    @T.prim_func
    def reduce{}(A: T.Buffer((16, 32), "float32"), C: T.Buffer((16,), "float32")):
        for i, k in T.grid(16, 32):
            with T.sblock("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vk]
)",
                        k);
  }
  return text;
}

void CompileKernels(benchmark::State& state) {
  Context ctx;
  auto module = ParseModule(ctx, "kernels.py", Kernels(state.range(0)));
  ASSAY_CHECK(module.ok(), module.error().message);
  for (auto _ : state) {
    auto library = MakeLlvmKernels(*module, {.opt_level = static_cast<int>(state.range(1))});
    ASSAY_CHECK(library.ok(), library.error().message);
    benchmark::DoNotOptimize(*library);
  }
  state.SetLabel(fmt::format("{} kernels at O{}", module->entries.size(), state.range(1)));
}
BENCHMARK(CompileKernels)->ArgsProduct({{1, 3, 4, 6}, {0}})->Args({1, 3})->Args({6, 3})->Unit(benchmark::kMicrosecond);

// Elements a second of C = A + B over a million float32.
void AddMillion(benchmark::State& state) {
  Context ctx;
  auto module = ParseModule(ctx, "add.py", R"(
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def add(A: T.Buffer((1000, 1000), "float32"), B: T.Buffer((1000, 1000), "float32"), C: T.Buffer((1000, 1000), "float32")):
        for i, j in T.grid(1000, 1000):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + B[vi, vj]
)");
  ASSAY_CHECK(module.ok(), module.error().message);
  auto library = MakeLlvmKernels(*module, {.opt_level = static_cast<int>(state.range(0))});
  ASSAY_CHECK(library.ok(), library.error().message);
  Kernel* kernel = (*library)->Find("add");
  std::vector<Value> args(3, Value{TensorValue{Tensor(DType::Float(32), {1000, 1000})}});
  for (auto _ : state) {
    Meter meter{Budget()};
    Outcome outcome = kernel->Run(args, args.size(), meter);
    benchmark::DoNotOptimize(outcome);
  }
  state.SetItemsProcessed(state.iterations() * 1'000'000);
}
BENCHMARK(AddMillion)->Arg(0)->Arg(1)->Arg(3)->Unit(benchmark::kMicrosecond);

// C = max(A * B + A, 0) over 65,536 float32 in vectors of so many lanes (the first argument), at a level.
std::string Vectors(int64_t lanes) {
  std::string row = fmt::format("[i * {0}:i * {0} + {0}]", lanes);
  std::string buffer = "T.Buffer((65536,), \"float32\")";
  return fmt::format(R"(
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def vectors(A: {0}, B: {0}, C: {0}):
        for i in range({1}):
            C{2} = T.max(A{2} * B{2} + A{2}, T.Broadcast(T.float32(0), {3}))
)",
                     buffer, 65536 / lanes, row, lanes);
}

void CompileVectors(benchmark::State& state) {
  Context ctx;
  auto module = ParseModule(ctx, "vectors.py", Vectors(state.range(0)));
  ASSAY_CHECK(module.ok(), module.error().message);
  for (auto _ : state) {
    auto library = MakeLlvmKernels(*module, {.opt_level = static_cast<int>(state.range(1))});
    ASSAY_CHECK(library.ok(), library.error().message);
    benchmark::DoNotOptimize(*library);
  }
}
BENCHMARK(CompileVectors)->ArgsProduct({{4, 8, 16}, {0, 3}})->Unit(benchmark::kMicrosecond);

void RunVectors(benchmark::State& state) {
  Context ctx;
  auto module = ParseModule(ctx, "vectors.py", Vectors(state.range(0)));
  ASSAY_CHECK(module.ok(), module.error().message);
  auto library = MakeLlvmKernels(*module, {.opt_level = static_cast<int>(state.range(1))});
  ASSAY_CHECK(library.ok(), library.error().message);
  std::vector<Value> args(3, Value{TensorValue{Tensor(DType::Float(32), {65536})}});
  for (auto _ : state) {
    Meter meter{Budget()};
    Outcome outcome = (*library)->Find("vectors")->Run(args, args.size(), meter);
    benchmark::DoNotOptimize(outcome);
  }
  state.SetItemsProcessed(state.iterations() * 65536);
}
BENCHMARK(RunVectors)->ArgsProduct({{4, 8, 16}, {0, 3}})->Unit(benchmark::kMicrosecond);

constexpr std::string_view kTenOperators = R"(from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((8, 16), "float32"), w: R.Tensor((16, 16), "float32"), b: R.Tensor((16,), "float32")):
        with R.dataflow():
            h = R.matmul(x, w)
            h1 = R.add(h, b)
            h2 = R.nn.relu(h1)
            h3 = R.multiply(h2, h1)
            h4 = R.permute_dims(h3, axes=[1, 0])
            h5 = R.nn.softmax(h4, axis=-1)
            h6 = R.exp(h5)
            h7 = R.sum(h6, axis=[0])
            h8 = R.subtract(h7, R.const(1.0, "float32"))
            h9 = R.sigmoid(h8)
            R.output(h9)
        return h9
)";

// The ten operators beside each other: bytecode (0) and compiled functions (1), at a level. What loading takes, and
// what a run.
const EngineSpec& ModeOf(benchmark::State& state) {
  const EngineSpec& engine = *FindEngine(state.range(0) == 0 ? "vm-llvm" : "vm-compiled");
  state.SetLabel(fmt::format("{} at O{}", engine.name, state.range(1)));
  return engine;
}
std::vector<Value> TenInputs() {
  return {Value{TensorValue{Tensor(DType::Float(32), {8, 16})}}, Value{TensorValue{Tensor(DType::Float(32), {16, 16})}},
          Value{TensorValue{Tensor(DType::Float(32), {16})}}};
}
Module LoweredTen(Context& ctx) {
  auto module = ParseModule(ctx, "ten.py", std::string(kTenOperators));
  ASSAY_CHECK(module.ok(), module.error().message);
  PassContext passes(ctx);
  passes.verify_each = false;
  // Each operator a kernel of its own, so that there are calls to count.
  auto lowered = RunSequential(passes, *Pipeline("default_build"), *module);
  ASSAY_CHECK(lowered.ok(), lowered.error().message);
  return *lowered;
}

void ModesLoad(benchmark::State& state) {
  const EngineSpec& engine = ModeOf(state);
  Context ctx;
  Module lowered = LoweredTen(ctx);
  for (auto _ : state) {
    auto executable = engine.load(ctx, lowered, {.opt_level = static_cast<int>(state.range(1))});
    ASSAY_CHECK(executable.ok(), executable.error().message);
    benchmark::DoNotOptimize(*executable);
  }
}
BENCHMARK(ModesLoad)->ArgsProduct({{0, 1}, {0, 2}})->Unit(benchmark::kMicrosecond);

void ModesRun(benchmark::State& state) {
  const EngineSpec& engine = ModeOf(state);
  Context ctx;
  auto executable = engine.load(ctx, LoweredTen(ctx), {.opt_level = static_cast<int>(state.range(1))});
  ASSAY_CHECK(executable.ok(), executable.error().message);
  std::vector<Value> args = TenInputs();
  for (auto _ : state) {
    Outcome outcome = (*executable)->Run("main", args);
    ASSAY_CHECK(std::holds_alternative<Value>(outcome));
    benchmark::DoNotOptimize(outcome);
  }
}
BENCHMARK(ModesRun)->ArgsProduct({{0, 1}, {0, 2}})->Unit(benchmark::kMicrosecond);

// From a module in memory to its result: the default pipeline, code generation, one run.
void BuildAndRun(benchmark::State& state) {
  std::vector<Value> args = TenInputs();
  LoadOptions load;
  load.opt_level = static_cast<int>(state.range(0));
  for (auto _ : state) {
    state.PauseTiming();
    auto ctx = std::make_unique<Context>();
    auto module = ParseModule(*ctx, "ten.py", std::string(kTenOperators));
    ASSAY_CHECK(module.ok(), module.error().message);
    state.ResumeTiming();
    PassContext passes(*ctx);
    passes.verify_each = false;
    auto lowered = RunSequential(passes, *Pipeline("default"), *module);
    ASSAY_CHECK(lowered.ok(), lowered.error().message);
    auto executable = FindEngine("vm-llvm")->load(*ctx, *lowered, load);
    ASSAY_CHECK(executable.ok(), executable.error().message);
    Outcome outcome = (*executable)->Run("main", args);
    ASSAY_CHECK(std::holds_alternative<Value>(outcome));
    benchmark::DoNotOptimize(outcome);
  }
}
BENCHMARK(BuildAndRun)->Arg(0)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay
