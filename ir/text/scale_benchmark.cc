// Reading, writing and comparing against size: chains of up to 100,000 operators must take time in proportion (Google
// Benchmark fits the complexity), and the modules of a folder, for oracles/subjects/tvm/bench/ir_speed.py, which sets
// ASSAY_MODULES.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <benchmark/benchmark.h>

#include "ir/equal.h"
#include "ir/support/check.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

std::string Chain(int64_t operators) {
  std::string text =
      "@I.ir_module\nclass Module:\n    @R.function\n"
      "    def main(x: R.Tensor((\"n\", 16), dtype=\"float32\")) -> R.Tensor((\"n\", 16), dtype=\"float32\"):\n"
      "        n = T.int64()\n        with R.dataflow():\n";
  std::string last = "x";
  for (int64_t i = 0; i < operators; ++i) {
    std::string name = "lv" + std::to_string(i);
    text += "            " + name + ": R.Tensor((n, 16), dtype=\"float32\") = R.add(" + last + ", x)\n";
    last = name;
  }
  return text + "            gv: R.Tensor((n, 16), dtype=\"float32\") = R.nn.relu(" + last +
         ")\n            R.output(gv)\n        return gv\n";
}

Module Read(Context& ctx, const std::string& text) {
  Result<Module> module = ParseModule(ctx, "bench.py", text);
  ASSAY_CHECK(module.ok(), "the benchmark's text reads");
  return *module;
}

void BM_ParseChain(benchmark::State& state) {
  std::string text = Chain(state.range(0));
  for (auto _ : state) {
    Context ctx;
    benchmark::DoNotOptimize(Read(ctx, text));
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_ParseChain)->RangeMultiplier(10)->Range(100, 100000)->Unit(benchmark::kMillisecond)->Complexity();

void BM_PrintChain(benchmark::State& state) {
  Context ctx;
  Module module = Read(ctx, Chain(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(PrintModule(module));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_PrintChain)->RangeMultiplier(10)->Range(100, 100000)->Unit(benchmark::kMillisecond)->Complexity();

void BM_EqualChain(benchmark::State& state) {
  Context ctx;
  std::string text = Chain(state.range(0));
  Module a = Read(ctx, text), b = Read(ctx, text);
  for (auto _ : state) benchmark::DoNotOptimize(Equal(a, b));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_EqualChain)->RangeMultiplier(10)->Range(100, 100000)->Unit(benchmark::kMillisecond)->Complexity();

// The texts of the folder that ASSAY_MODULES names; none when it is not set.
std::vector<std::string> Recorded() {
  std::vector<std::string> texts;
  const char* folder = std::getenv("ASSAY_MODULES");
  if (folder == nullptr) return texts;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ifstream in(file);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

void BM_RecordedParse(benchmark::State& state) {
  std::vector<std::string> texts = Recorded();
  if (texts.empty()) return state.SkipWithError("ASSAY_MODULES names no folder of modules");
  for (auto _ : state) {
    for (const std::string& text : texts) {
      Context ctx;
      benchmark::DoNotOptimize(Read(ctx, text));
    }
  }
}
BENCHMARK(BM_RecordedParse)->Unit(benchmark::kMillisecond);

void BM_RecordedPrint(benchmark::State& state) {
  Context ctx;
  std::vector<Module> modules;
  for (const std::string& text : Recorded()) modules.push_back(Read(ctx, text));
  if (modules.empty()) return state.SkipWithError("ASSAY_MODULES names no folder of modules");
  for (auto _ : state) {
    for (const Module& module : modules) benchmark::DoNotOptimize(PrintModule(module));
  }
}
BENCHMARK(BM_RecordedPrint)->Unit(benchmark::kMillisecond);

void BM_RecordedEqual(benchmark::State& state) {
  Context ctx;
  std::vector<std::pair<Module, Module>> pairs;
  for (const std::string& text : Recorded()) pairs.emplace_back(Read(ctx, text), Read(ctx, text));
  if (pairs.empty()) return state.SkipWithError("ASSAY_MODULES names no folder of modules");
  for (auto _ : state) {
    for (const auto& [a, b] : pairs) benchmark::DoNotOptimize(Equal(a, b));
  }
}
BENCHMARK(BM_RecordedEqual)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace assay
