// How fast a whole differential iteration is: generate a module of three or ten operators, run the default pipeline
// with well-formedness after each step, ask the oracles that look at passes about two of them (or four), run
// relax-reference, tir-reference and vm-llvm (O0) on two sets of inputs, and print and read back. The target is 500 a
// second on one core. With all operators, and with those that most graphs are made of: kernels of sorting, scattering,
// attention or wide windows take several times as long to compile.
#include <benchmark/benchmark.h>

#include "fuzzers/bench/iteration.h"

namespace assay {
namespace {

// Of each oracle milliseconds per iteration, and how many of its answers say something; whoever asks first pays for
// what oracles share.
void Show(const Tally& tally, benchmark::State& state) {
  for (const auto& [name, counts] : tally.oracles) {
    state.counters[name + " ms"] = 1e3 * counts.seconds / static_cast<double>(state.iterations());
  }
  state.counters["useful %"] = UsefulPercent(tally);
  state.counters["findings"] = static_cast<double>(Total(tally.oracles).finding);
}

void Iterate(benchmark::State& state, Profile profile, const std::vector<std::string>& ops,
             std::span<const OracleSpec* const> oracles, uint64_t passes_tried = 2) {
  GenOptions generate;
  generate.ops = ops;
  generate.profile = profile;
  generate.bindings = static_cast<int>(state.range(0));
  generate.exact = true;
  uint64_t seed = 0;
  Tally tally;
  for (auto _ : state) {
    Context ctx;
    ++seed;
    Case c = IterationCase(ctx, generate, passes_tried, seed, seed);
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    OracleSettings settings;
    settings.draw = seed;
    tally.Add(JudgeCase(ctx, *subject, c, oracles, settings));
  }
  state.SetItemsProcessed(state.iterations());
  Show(tally, state);
}
void BM_Iteration(benchmark::State& state, Profile profile, const std::vector<std::string>& ops) {
  Iterate(state, profile, ops, CoreOracles());
}
void BM_FourPasses(benchmark::State& state, Profile profile, const std::vector<std::string>& ops) {
  Iterate(state, profile, ops, CoreOracles(), 4);
}
void BM_AllOracles(benchmark::State& state, Profile profile) { Iterate(state, profile, {}, AllOracles()); }

// The same modules in every run, since some take ten times as long as others.
void Sizes(benchmark::internal::Benchmark* bench) {
  bench->Arg(3)->Arg(10)->Iterations(400)->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(BM_AllOracles, mixed, Profile::kMixed)
    ->Arg(3)
    ->Arg(10)
    ->Iterations(30)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Iteration, relax, Profile::kRelax, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Iteration, tir, Profile::kTir, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Iteration, mixed, Profile::kMixed, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Iteration, common, Profile::kMixed, CommonOps())->Apply(Sizes);
BENCHMARK_CAPTURE(BM_FourPasses, relax, Profile::kRelax, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_FourPasses, mixed, Profile::kMixed, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_FourPasses, common, Profile::kMixed, CommonOps())->Apply(Sizes);

}  // namespace
}  // namespace assay
