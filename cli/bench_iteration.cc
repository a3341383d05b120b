// assay bench iteration: how many whole differential iterations a core does, and what each oracle takes of them.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/generation.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/iteration.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct IterationFlags {
  IterationOptions options;
  GenerationFlags generate;
  bool common = false;
  bool json = false;
};

double SecondsOf(const Tally& tally) {
  double seconds = tally.generate_seconds;
  for (const auto& [name, counts] : tally.oracles) seconds += counts.seconds;
  return seconds;
}

void SayRate(const IterationRate& rate, size_t workers) {
  fmt::print("{}: {} in {:.1f} s ({:.1f}/s; {:.1f} for each second of a processor)\n", Counted(workers, "worker"),
             Counted(rate.tally.runs, "iteration"), rate.seconds, rate.PerSecond(), rate.PerCpuSecond());
}

void Say(const IterationResult& result, size_t jobs) {
  const Tally& tally = result.alone.tally;
  double all = SecondsOf(tally);
  Table table({"oracle", "agree", "skip", "finding", "share of time"});
  for (const auto& [name, counts] : tally.oracles) {
    table.Row({name, fmt::to_string(counts.agree), fmt::to_string(counts.skip), fmt::to_string(counts.finding),
               fmt::format("{:.1f} %", 100 * counts.seconds / all)});
  }
  fmt::print("{}", table.Text());
  fmt::print("generating takes {:.1f} % of the time; whoever asks first pays for what oracles share\n\n",
             100 * tally.generate_seconds / all);
  Table skips({"skipped", "times"});
  for (const auto& [reason, count] : tally.skips) skips.Row({reason.Text(), fmt::to_string(count)});
  fmt::print("{}{:.2f} % of the answers say something\n\n", skips.Text(), UsefulPercent(tally));
  SayRate(result.alone, 1);
  if (!result.together) return;
  SayRate(*result.together, jobs);
  fmt::print("{:.2f} times as many\n", result.Scaling());
}

int MeasureAndSay(const IterationFlags& flags) {
  Result<GenOptions> generate = GenerationOf(flags.generate);
  if (!generate.ok()) return ReportUsage(generate.error());
  IterationOptions options = flags.options;
  options.generate = *generate;
  options.generate.exact = true;
  if (flags.common) options.generate.ops = CommonOps();
  Result<IterationResult> measured = MeasureIterations(options);
  if (!measured.ok()) return ReportFile(measured.error());
  if (flags.json) {
    PrintJson(IterationJson(*measured));
  } else {
    Say(*measured, options.jobs);
  }
  return Total(measured->alone.tally.oracles).finding == 0 ? kClean : kMismatch;
}

}  // namespace

void AddIteration(Command bench, Job& job) {
  auto flags = std::make_shared<IterationFlags>();
  Command sub =
      bench.AddSubcommand("iteration", "Whole differential iterations in a second, and what each oracle takes of them");
  AddDuration(sub, "--seconds", flags->options.seconds, "How long; several workers take as long again");
  AddWhole(sub, "--passes", flags->options.passes, "How many passes' contracts each iteration asks for", {0, 1000})
      .ShowDefault();
  AddWhole(sub, "--all-one-in", flags->options.all_one_in, "One iteration in so many is asked by all oracles; 0: none",
           kNoneOrSome)
      .ShowDefault();
  AddWhole(sub, "--jobs", flags->options.jobs, "Workers, beside one alone", Jobs()).ShowDefault();
  AddWhole(sub, "--seed", flags->options.seed, "Of the first module", kAnySeed).ShowDefault();
  AddWholes(sub, "--only", flags->options.only, "Only modules that gen --seed --exact gives these numbers, in turn",
            kAnySeed);
  sub.AddFlag("--common", flags->common, "Only operators that most graphs are made of");
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  AddGenerationFlags(sub, flags->generate);
  sub.SetJob(job, [flags] { return Guarded(MeasureAndSay, *flags); });
}

}  // namespace assay
