// How fast modules of ten operators are made; the target is 5,000 a second on one core.
#include <benchmark/benchmark.h>

#include "fuzzers/generate/generate.h"

namespace assay {
namespace {

void BM_Generate(benchmark::State& state, Profile profile) {
  GenOptions options;
  options.profile = profile;
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
BENCHMARK_CAPTURE(BM_Generate, relax, Profile::kRelax);
BENCHMARK_CAPTURE(BM_Generate, tir, Profile::kTir);
BENCHMARK_CAPTURE(BM_Generate, mixed, Profile::kMixed);

}  // namespace
}  // namespace assay
