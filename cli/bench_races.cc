// assay bench races: whether the search for races is silent on clean launches of threads, and speaks where a barrier or
// a guard is taken out.
#include <memory>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/races.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct RacesFlags {
  RacesOptions options;
  bool clean = false;
  // Of harmed kernels, in percent.
  double least = 95;
  bool json = false;
};

void SayCases(std::string_view title, const std::vector<RaceCase>& cases) {
  for (const RaceCase& one : cases) fmt::print("{}: seed {}: {}\n{}\n", title, one.seed, one.what, one.module);
}

double Share(const RacesResult& result) {
  return result.harmed == 0 ? 100
                            : 100 * static_cast<double>(result.harmed_and_flagged) / static_cast<double>(result.harmed);
}

void Say(const RacesResult& result) {
  SayCases("false alarm", result.false_alarms);
  SayCases("missed", result.missed);
  fmt::print("{}, {} with a barrier, {} with an exchange, {} not run: {} flagged as they are\n",
             Counted(result.kernels, "kernel"), ShowCount(result.with_barrier), ShowCount(result.with_exchange),
             ShowCount(result.not_run), Counted(result.false_alarms.size(), "kernel"));
  if (result.cut == 0) return;
  fmt::print("{} with a barrier or guard taken out: {} harmed, of these {} flagged ({:.1f} %); {} more race\n",
             ShowCount(result.cut), ShowCount(result.harmed), ShowCount(result.harmed_and_flagged), Share(result),
             ShowCount(result.flagged_alone));
  for (const auto& [kind, count] : result.kinds) fmt::print("  {}: {}\n", kind, ShowCount(count));
}

int MeasureAndSay(const RacesFlags& flags) {
  RacesOptions options = flags.options;
  options.cut = !flags.clean;
  options.progress = [&](uint64_t kernels) {
    if (kernels % 1000 == 0) fmt::print(stderr, "{} of {} kernels\n", kernels, options.kernels);
  };
  RacesResult result = MeasureRaces(options);
  if (flags.json)
    PrintJson(RacesJson(result));
  else
    Say(result);
  return result.false_alarms.empty() && Share(result) >= flags.least ? kClean : kMismatch;
}

}  // namespace

void AddRaces(Command bench, Job& job) {
  auto flags = std::make_shared<RacesFlags>();
  Command sub = bench.AddSubcommand(
      "races", "Whether races between threads are found where a barrier or guard is taken out of random launches");
  AddWhole(sub, "--kernels", flags->options.kernels, "How many", kSome).ShowDefault();
  AddWhole(sub, "--seed", flags->options.seed, "Of the first kernel", kAnySeed).ShowDefault();
  sub.AddFlag("--clean", flags->clean, "Take nothing out");
  AddReal(sub, "--least", flags->least, "Percent of the harmed ones that must be flagged", {0, 100}).ShowDefault();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(MeasureAndSay, *flags); });
}

}  // namespace assay
