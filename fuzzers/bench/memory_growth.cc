#include "fuzzers/bench/memory_growth.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "generators/modules/generate.h"
#include "ir/support/interrupt.h"
#include "passes/pass.h"
#include "vm/engine.h"
#include "vm/llvm/engines.h"

namespace assay {
namespace {

constexpr uint64_t kSamples = 20;
constexpr Budget kBudget{.steps = 2'000'000, .bytes = int64_t{1} << 28};

int64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// True when the module was built and gave a value.
bool BuildAndRun(uint64_t seed) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(seed);
  GenOptions options;
  options.bindings = 10;
  Module module = Generate(ctx, bytes, options);
  PassContext passes(ctx);
  passes.verify_each = false;
  auto lowered = RunSequential(passes, *Pipeline("default"), module);
  if (!lowered.ok()) return false;
  auto executable = FindEngine("vm-llvm")->load(ctx, *lowered, LoadOptions{});
  if (!executable.ok()) return false;
  std::vector<Value> args = MakeInputs(module, "main", seed);
  return std::holds_alternative<Value>((*executable)->Run("main", args, kBudget));
}

}  // namespace

double SlopeOf(const std::vector<MemorySample>& samples) {
  double count = static_cast<double>(samples.size()), x_mean = 0, y_mean = 0, upper = 0, lower = 0;
  for (const MemorySample& s : samples) {
    x_mean += static_cast<double>(s.iteration) / count;
    y_mean += static_cast<double>(s.resident_bytes) / count;
  }
  for (const MemorySample& s : samples) {
    double x = static_cast<double>(s.iteration) - x_mean;
    upper += x * (static_cast<double>(s.resident_bytes) - y_mean);
    lower += x * x;
  }
  return lower == 0 ? 0 : upper / lower;
}

MemoryGrowthResult MeasureMemoryGrowth(const MemoryGrowthOptions& options) {
  MemoryGrowthResult result;
  uint64_t spacing = std::max<uint64_t>(1, options.iterations / kSamples);
  for (; result.iterations < options.iterations && !Interrupted(); ++result.iterations) {
    result.values += BuildAndRun(options.seed + result.iterations % options.modules);
    if ((result.iterations + 1) % spacing != 0) continue;
    result.samples.push_back({result.iterations + 1, ResidentBytes()});
    if (options.progress) options.progress(result.samples.back().iteration, result.samples.back().resident_bytes);
  }
  std::vector<MemorySample> warm = result.samples;
  std::erase_if(warm, [&](const MemorySample& s) { return s.iteration * 5 <= options.iterations; });
  result.bytes_per_iteration = SlopeOf(warm);
  return result;
}

}  // namespace assay
