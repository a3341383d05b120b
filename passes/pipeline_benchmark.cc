// Time of the default pipeline and of its passes on chains of operators, without verification. Per operator it should hardly
// grow from 10 operators to 10,000; oracles/tvm/pipeline_speed.py runs it beside a real TVM.
#include <benchmark/benchmark.h>

#include "passes/test_graphs.h"

namespace assay {
namespace {

void RunPipeline(benchmark::State& state, bool symbolic, bool verify) {
  const std::vector<PassCall> calls = *Pipeline("default");
  for (auto _ : state) {
    state.PauseTiming();
    Context ctx;
    const Expr* rows = symbolic ? static_cast<const Expr*>(MakeVar(ctx, "n", DType::Int(64))) : MakeInt(ctx, 8);
    Module module = ChainModule(ctx, static_cast<int>(state.range(0)), rows);
    PassContext pass_ctx(ctx);
    pass_ctx.verify_each = verify;
    state.ResumeTiming();
    auto result = RunSequential(pass_ctx, calls, module);
    if (!result.ok()) state.SkipWithError(result.error().message.c_str());
  }
  state.counters["s_per_operator"] =
      benchmark::Counter(static_cast<double>(state.range(0)),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
void BM_DefaultPipeline(benchmark::State& state) { RunPipeline(state, false, false); }
void BM_DefaultPipelineSymbolic(benchmark::State& state) { RunPipeline(state, true, false); }
void BM_DefaultPipelineVerified(benchmark::State& state) { RunPipeline(state, false, true); }
BENCHMARK(BM_DefaultPipeline)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DefaultPipelineSymbolic)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DefaultPipelineVerified)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

// Each pass of the pipeline on what those before it left: the first argument is its place in the list.
void BM_OnePass(benchmark::State& state) {
  const std::vector<PassCall> calls = *Pipeline("default");
  auto place = static_cast<size_t>(state.range(0));
  if (place >= calls.size()) return state.SkipWithError("no such pass");
  state.SetLabel(std::string(calls[place].pass->name));
  for (auto _ : state) {
    state.PauseTiming();
    Context ctx;
    PassContext pass_ctx(ctx);
    pass_ctx.verify_each = false;
    Module module = ChainModule(ctx, static_cast<int>(state.range(1)), MakeInt(ctx, 8));
    auto before = RunSequential(pass_ctx, std::span(calls).first(place), module);
    state.ResumeTiming();
    if (before.ok()) benchmark::DoNotOptimize(RunPass(pass_ctx, calls[place], *before).ok());
  }
}
BENCHMARK(BM_OnePass)
    ->ArgsProduct({benchmark::CreateDenseRange(0, static_cast<int64_t>(Pipeline("default")->size()) - 1, 1), {10, 1000, 10000}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace assay
