// Iterations: how many whole differential iterations a core does in a second, and where the time goes. Each generates a
// module, runs the default pipeline with well-formedness after each step, asks for the contracts of some passes,
// compares relax-reference with tir-reference and vm-llvm at O0 on two sets of inputs, and prints and reads back; one
// in so many is asked everything, O2 among it. Tested by iteration_test.cc; iteration_benchmark.cc has the same for
// modules of other sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "fuzzers/campaign/tally.h"
#include "generators/modules/generate.h"
#include "ir/support/result.h"
#include "oracles/core/oracle.h"

namespace assay {

// What comes up in most graphs; the others' kernels (sorting, scattering, attention, wide windows) take several times
// as long to compile.
const std::vector<std::string>& CommonOps();

struct IterationOptions {
  double seconds = 10;
  GenOptions generate = {};
  uint64_t passes = 4;
  // One iteration in so many is asked by all oracles; 0: none.
  uint64_t all_one_in = 64;
  // Workers, each in a process of its own. Several are measured in turn with one alone.
  size_t jobs = 1;
  // Of the first module.
  uint64_t seed = 1;
  // In place of a new module each time, in turn those that `gen --seed --exact` numbers so, with other inputs and
  // passes each time.
  std::vector<uint64_t> only = {};
};

// A case on the module of that seed; the passes and inputs are those of the number: the passes take turns.
Case IterationCase(Context& ctx, const GenOptions& generate, uint64_t passes, uint64_t number, uint64_t module_seed);
// The oracles that every iteration asks.
std::vector<const OracleSpec*> CoreOracles();
// Makes and judges one.
void Iterate(const IterationOptions& options, uint64_t number, Tally& tally);

struct IterationRate {
  // Wall-clock and processor seconds, of all workers together; iterations are the tally's runs.
  double seconds = 0, cpu_seconds = 0;
  Tally tally;

  // Iterations in a second of the clock, and of one processor.
  double PerSecond() const { return static_cast<double>(tally.runs) / seconds; }
  double PerCpuSecond() const { return static_cast<double>(tally.runs) / cpu_seconds; }
};
struct IterationResult {
  IterationRate alone;
  // Of `jobs` workers; empty for one.
  std::optional<IterationRate> together;

  double Scaling() const { return together->PerSecond() / alone.PerSecond(); }
};
// Diag kEnvironment when a process cannot be started or dies.
Result<IterationResult> MeasureIterations(const IterationOptions& options);

// Share of the answers that say something, in percent.
double UsefulPercent(const Tally& tally);
// The object that `bench iteration --json` prints.
nlohmann::json IterationJson(const IterationResult& result);

}  // namespace assay
