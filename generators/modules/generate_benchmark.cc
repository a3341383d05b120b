// How fast modules of ten and of twenty operators are made; the target is 10,000 a second on one core at ten.
#include <benchmark/benchmark.h>

#include "generators/modules/generate.h"

namespace assay {
namespace {

void BM_Generate(benchmark::State& state, Profile profile) {
  GenOptions options;
  options.profile = profile;
  options.bindings = static_cast<int>(state.range(0));
  options.exact = true;
  uint64_t seed = 0;
  for (auto _ : state) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(++seed);
    Module module = Generate(ctx, bytes, options);
    benchmark::DoNotOptimize(module);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BM_Generate, relax, Profile::kRelax)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(BM_Generate, tir, Profile::kTir)->Arg(10)->Arg(20);
BENCHMARK_CAPTURE(BM_Generate, mixed, Profile::kMixed)->Arg(10)->Arg(20);

}  // namespace
}  // namespace assay
