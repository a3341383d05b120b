// assay bench: measurements that are claims about assay itself, each with its own word.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/bit_equality.h"
#include "fuzzers/bench/memory_growth.h"
#include "generators/modules/generate.h"
#include "ir/support/clock.h"
#include "ir/support/unknown_name.h"

namespace assay {
namespace {

struct BitEqualityFlags {
  std::string profile = "tir";
  uint64_t kernels = 1000;
  uint64_t seed = 1;
  int jobs = 1;
  bool json = false;
};

int BitEquality(const BitEqualityFlags& flags) {
  double start = Now();
  Profile profile = Profile::kTir;
  bool known = ParseProfile(flags.profile, &profile) && (profile == Profile::kTir || profile == Profile::kGpu);
  if (!known) return ReportFile(UnknownName("profile", flags.profile, {"tir", "gpu"}));
  BitEqualityOptions options{
      .kernels = flags.kernels, .seed = flags.seed, .launches = profile == Profile::kGpu, .jobs = flags.jobs};
  options.progress = [&](uint64_t kernels) { fmt::print(stderr, "{} of {} kernels\n", kernels, flags.kernels); };
  Result<BitEqualityResult> compared = CompareBitEquality(options);
  if (!compared.ok()) return ReportFile(compared.error());
  const BitEqualityResult& result = *compared;
  double seconds = Now() - start;
  if (flags.json) {
    nlohmann::json json = BitEqualityJson(result);
    json["seconds"] = seconds;
    PrintJson(json);
    return result.differences.empty() ? kClean : kMismatch;
  }
  for (const BitDifference& d : result.differences) {
    fmt::print("seed {} {} O{}{}: {}\n{}\n", d.seed, d.kernel, d.opt_level, d.special_inputs ? " special inputs" : "",
               d.what, d.module);
  }
  fmt::print(
      "{} kernels, {} comparisons at O0 to O3 ({} of traps), {} differences; {} refused, {} undefined; {:.1f} s\n",
      result.kernels, result.runs, result.traps, result.differences.size(), result.refused, result.undefined, seconds);
  if (options.launches)
    fmt::print("{} with a barrier, {} with an exchange or a reduction over threads\n", result.with_barrier,
               result.with_exchange);
  Table table({"dtype", "kernels"});
  for (const auto& [dtype, kernels] : result.dtypes) table.Row({dtype, fmt::to_string(kernels)});
  fmt::print("{}", table.Text());
  return result.differences.empty() ? kClean : kMismatch;
}

struct MemoryFlags {
  MemoryGrowthOptions growth;
  // Over the default run that is a megabyte, by which pages come and go; any object that stays in each iteration is
  // more.
  double most = 64;
  bool json = false;
};

int Memory(const MemoryFlags& flags) {
  MemoryGrowthOptions options = flags.growth;
  options.progress = [](uint64_t iteration, int64_t bytes) {
    fmt::print(stderr, "{:>9} {:>9.1f} MB\n", iteration, bytes / 1e6);
  };
  MemoryGrowthResult result = MeasureMemoryGrowth(options);
  bool flat = result.bytes_per_iteration <= flags.most;
  if (flags.json) {
    nlohmann::json samples = nlohmann::json::array();
    for (const MemorySample& s : result.samples)
      samples.push_back({{"iteration", s.iteration}, {"resident_bytes", s.resident_bytes}});
    PrintJson({{"iterations", result.iterations},
               {"values", result.values},
               {"bytes_per_iteration", result.bytes_per_iteration},
               {"most", flags.most},
               {"samples", samples}});
  } else {
    fmt::print("{} builds and runs ({} values), {:.2f} bytes each after warm-up (at most {})\n", result.iterations,
               result.values, result.bytes_per_iteration, flags.most);
  }
  return flat ? kClean : kMismatch;
}

void AddMemory(Command bench, Job& job) {
  auto flags = std::make_shared<MemoryFlags>();
  Command memory = bench.AddSubcommand("memory", "Resident memory over many builds and runs in one process");
  AddWhole(memory, "--iterations", flags->growth.iterations, "How many", kSome).ShowDefault();
  AddWhole(memory, "--modules", flags->growth.modules, "Different ones, again and again", kSome).ShowDefault();
  AddWhole(memory, "--seed", flags->growth.seed, "Of the first module", kAnySeed).ShowDefault();
  AddReal(memory, "--most", flags->most, "Bytes that each may add", {0, 1e15}).ShowDefault();
  memory.AddFlag("--json", flags->json, "One JSON object on standard output");
  memory.SetJob(job, [flags] { return Guarded(Memory, *flags); });
}

}  // namespace

void AddBench(Command app, Job& job) {
  auto flags = std::make_shared<BitEqualityFlags>();
  Command sub = app.AddSubcommand("bench", "Measure assay itself");
  sub.RequireSubcommand();
  Command bits = sub.AddSubcommand(
      "bit-equality", "The reference interpreter against machine code at O0 to O3 on random kernels, to the bit");
  AddChoice(bits, "--profile", flags->profile, "Kernels of loops, or gpu: launches of threads", {"tir", "gpu"});
  AddWhole(bits, "--kernels", flags->kernels, "How many", kSome).ShowDefault();
  AddWhole(bits, "--seed", flags->seed, "Of the first module", kAnySeed).ShowDefault();
  AddWhole(bits, "--jobs", flags->jobs, "Processes", Jobs()).ShowDefault();
  bits.AddFlag("--json", flags->json, "One JSON object on standard output");
  bits.SetJob(job, [flags] { return Guarded(BitEquality, *flags); });
  AddMemory(sub, job);
  AddRediscovery(sub, job);
  AddDedup(sub, job);
  AddMutation(sub, job);
  AddContracts(sub, job);
  AddValidity(sub, job);
  AddIteration(sub, job);
  AddPlaces(sub, job);
  AddNeighbourhoods(sub, job);
  AddSweep(sub, job);
  AddRaces(sub, job);
  AddMergeScale(sub, job);
  AddCode(sub, job);
}

}  // namespace assay
