// Time of the default pipeline and of its passes on chains of operators, without verification. Per operator it should
// hardly grow from 10 operators to 10,000; oracles/subjects/tvm/bench/pipeline_speed.py runs it beside a real TVM.
#include <benchmark/benchmark.h>

#include "passes/test_graphs.h"

namespace assay {
namespace {

enum class Chain : uint8_t { kStatic, kSymbolic, kVaried };

Module MakeChain(Context& ctx, Chain chain, int count) {
  if (chain == Chain::kVaried) return VariedChainModule(ctx, count);
  if (chain == Chain::kSymbolic) return ChainModule(ctx, count, MakeVar(ctx, "n", DType::Int(64)));
  return ChainModule(ctx, count, MakeInt(ctx, 8));
}

void RunPipeline(benchmark::State& state, Chain chain, bool verify) {
  const std::vector<PassCall> calls = *Pipeline("default");
  for (auto _ : state) {
    state.PauseTiming();
    Context ctx;
    Module module = MakeChain(ctx, chain, static_cast<int>(state.range(0)));
    PassContext pass_ctx(ctx);
    pass_ctx.verify_each = verify;
    state.ResumeTiming();
    auto result = RunSequential(pass_ctx, calls, module);
    if (!result.ok()) state.SkipWithError(result.error().message.c_str());
  }
  state.counters["s_per_operator"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
void BM_DefaultPipeline(benchmark::State& state) { RunPipeline(state, Chain::kStatic, false); }
void BM_DefaultPipelineSymbolic(benchmark::State& state) { RunPipeline(state, Chain::kSymbolic, false); }
void BM_DefaultPipelineVaried(benchmark::State& state) { RunPipeline(state, Chain::kVaried, false); }
void BM_DefaultPipelineVerified(benchmark::State& state) { RunPipeline(state, Chain::kStatic, true); }
BENCHMARK(BM_DefaultPipeline)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DefaultPipelineSymbolic)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DefaultPipelineVaried)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DefaultPipelineVerified)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

// Each pass of the pipeline on what those before it left: the first argument is its place in the list.
void RunOnePass(benchmark::State& state, Chain chain) {
  const std::vector<PassCall> calls = *Pipeline("default");
  auto place = static_cast<size_t>(state.range(0));
  if (place >= calls.size()) return state.SkipWithError("no such pass");
  state.SetLabel(std::string(calls[place].pass->name));
  for (auto _ : state) {
    state.PauseTiming();
    Context ctx;
    PassContext pass_ctx(ctx);
    pass_ctx.verify_each = false;
    Module module = MakeChain(ctx, chain, static_cast<int>(state.range(1)));
    auto before = RunSequential(pass_ctx, std::span(calls).first(place), module);
    state.ResumeTiming();
    if (before.ok()) benchmark::DoNotOptimize(RunPass(pass_ctx, calls[place], *before).ok());
  }
}
void BM_OnePass(benchmark::State& state) { RunOnePass(state, Chain::kStatic); }
void BM_OnePassVaried(benchmark::State& state) { RunOnePass(state, Chain::kVaried); }
void EachPass(benchmark::internal::Benchmark* benchmark) {
  auto last = static_cast<int64_t>(Pipeline("default")->size()) - 1;
  benchmark->ArgsProduct({benchmark::CreateDenseRange(0, last, 1), {10, 1000, 10000}})->Unit(benchmark::kMicrosecond);
}
BENCHMARK(BM_OnePass)->Apply(EachPass);
BENCHMARK(BM_OnePassVaried)->Apply(EachPass);

}  // namespace
}  // namespace assay
