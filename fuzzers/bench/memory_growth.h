// Memory of a long run: modules are generated, compiled and run over and over in this process, and its resident memory
// is read now and then. A leak of a few bytes in each iteration is a slope. Tested by memory_growth_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace assay {

struct MemoryGrowthOptions {
  // Iterations of building a module for vm-llvm at O0 and running it.
  uint64_t iterations = 20'000;
  // Iterations go through so many different modules, again and again: pools and tables reach their size in the first
  // iterations.
  uint64_t modules = 50;
  uint64_t seed = 1;
  // Called at each sample.
  std::function<void(uint64_t iteration, int64_t bytes)> progress = nullptr;
};

struct MemorySample {
  uint64_t iteration = 0;
  int64_t resident_bytes = 0;
};
struct MemoryGrowthResult {
  uint64_t iterations = 0;
  // Iterations that were built and ended in a value; the others were refused or trapped.
  uint64_t values = 0;
  // 20 of them, evenly spread over the run; the first fifth of the run is warm-up.
  std::vector<MemorySample> samples;
  // Of a line through the samples after the warm-up.
  double bytes_per_iteration = 0;
};

MemoryGrowthResult MeasureMemoryGrowth(const MemoryGrowthOptions& options);
// Of the line closest to the samples; 0 for fewer than two.
double SlopeOf(const std::vector<MemorySample>& samples);

}  // namespace assay
