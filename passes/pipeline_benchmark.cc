// Time of the default pipeline and of its passes on chains of operators, without verification.
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
}
void BM_DefaultPipeline(benchmark::State& state) { RunPipeline(state, false, false); }
void BM_DefaultPipelineSymbolic(benchmark::State& state) { RunPipeline(state, true, false); }
void BM_DefaultPipelineVerified(benchmark::State& state) { RunPipeline(state, false, true); }
BENCHMARK(BM_DefaultPipeline)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DefaultPipelineSymbolic)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_DefaultPipelineVerified)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace assay
