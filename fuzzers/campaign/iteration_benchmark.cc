// How fast a whole differential iteration is: generate a module of three or ten operators, run the default pipeline with
// well-formedness after each step, ask the oracles that look at passes about two of them (or four), run relax-reference, tir-reference and
// vm-llvm (O0) on two sets of inputs, and print and read back. The target is 500 a second on one core. With all operators, and with those that
// most graphs are made of: kernels of sorting, scattering, attention or wide windows take several times as long to compile.
#include <benchmark/benchmark.h>

#include "fuzzers/campaign/tally.h"
#include "fuzzers/generate/generate.h"
#include "oracles/oracle.h"

namespace assay {
namespace {

const std::vector<std::string> kCommonOps = {
    "abs",       "exp",     "negative",     "sqrt",    "tanh",   "sigmoid", "add",           "subtract", "multiply",
    "divide",    "maximum", "minimum",      "power",   "equal",  "less",    "greater",       "where",    "astype",
    "matmul",    "reshape", "permute_dims", "concat",  "split",  "sum",     "strided_slice", "max",      "mean",
    "nn.conv2d", "nn.relu", "nn.softmax",   "zeros",   "full",   "shape_of"};

Case MakeCase(Context& ctx, Profile profile, int bindings, uint64_t passes_tried, uint64_t seed, const std::vector<std::string>& ops) {
  GenOptions options;
  options.ops = ops;
  options.profile = profile;
  options.bindings = bindings;
  options.exact = true;
  ByteSource bytes = ByteSource::FromSeed(seed);
  Case c{Generate(ctx, bytes, options), "main", {}, {}};
  for (uint64_t set = 0; set < 2; ++set) c.inputs.push_back(MakeInputs(c.module, c.entry, 2 * seed + set));
  std::span<const PassSpec* const> passes = AllPasses();
  for (uint64_t i = 0; i < passes_tried; ++i) {
    PassCall call{passes[(passes_tried * seed + i) % passes.size()], {}};
    bool wants = call.pass->sample_options != nullptr;
    if (!wants || call.pass->sample_options(ctx, c.module, bytes, call.options)) c.passes.push_back(std::move(call));
  }
  return c;
}

// Those that the figure names; campaigns ask them all.
std::vector<const OracleSpec*> CoreOracles() {
  std::vector<const OracleSpec*> oracles;
  for (std::string_view name : {"input_unchanged", "well_formed_after_pass", "sequential_equals_direct", "idempotent",
                                "round_trip", "pass_preserves_results", "interpreted_equals_compiled"}) {
    oracles.push_back(FindOracle(name));
  }
  return oracles;
}

// Of each oracle milliseconds per iteration, and how many of its answers say something; whoever asks first pays for what oracles share.
void Show(const OracleTallies& tallies, benchmark::State& state) {
  for (const auto& [name, tally] : tallies) {
    state.counters[name + " ms"] = 1e3 * tally.seconds / static_cast<double>(state.iterations());
  }
  OracleTally all = Total(tallies);
  uint64_t useful = all.agree + all.finding;
  state.counters["useful %"] = 100 * static_cast<double>(useful) / static_cast<double>(useful + all.skip);
  state.counters["findings"] = static_cast<double>(all.finding);
}

void Iterate(benchmark::State& state, Profile profile, const std::vector<std::string>& ops,
             std::span<const OracleSpec* const> oracles, uint64_t passes_tried = 2) {
  uint64_t seed = 0;
  Tally tally;
  for (auto _ : state) {
    Context ctx;
    Case c = MakeCase(ctx, profile, static_cast<int>(state.range(0)), passes_tried, ++seed, ops);
    std::unique_ptr<Subject> subject = MakeNativeSubject(ctx);
    OracleContext oc(ctx, *subject);
    tally.Add(JudgeCase(c, oracles, oc));
  }
  state.SetItemsProcessed(state.iterations());
  Show(tally.oracles, state);
}
void BM_Iteration(benchmark::State& state, Profile profile, const std::vector<std::string>& ops) {
  Iterate(state, profile, ops, CoreOracles());
}
void BM_FourPasses(benchmark::State& state, Profile profile, const std::vector<std::string>& ops) {
  Iterate(state, profile, ops, CoreOracles(), 4);
}
void BM_AllOracles(benchmark::State& state, Profile profile) { Iterate(state, profile, {}, AllOracles()); }

// The same modules in every run, since some take ten times as long as others.
void Sizes(benchmark::internal::Benchmark* bench) { bench->Arg(3)->Arg(10)->Iterations(400)->Unit(benchmark::kMillisecond); }
BENCHMARK_CAPTURE(BM_AllOracles, mixed, Profile::kMixed)->Arg(3)->Arg(10)->Iterations(30)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Iteration, relax, Profile::kRelax, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Iteration, tir, Profile::kTir, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Iteration, mixed, Profile::kMixed, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_Iteration, common, Profile::kMixed, kCommonOps)->Apply(Sizes);
BENCHMARK_CAPTURE(BM_FourPasses, relax, Profile::kRelax, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_FourPasses, mixed, Profile::kMixed, {})->Apply(Sizes);
BENCHMARK_CAPTURE(BM_FourPasses, common, Profile::kMixed, kCommonOps)->Apply(Sizes);

}  // namespace
}  // namespace assay
