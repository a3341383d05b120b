// assay bench rediscovery: historical bugs switched on one by one, and how soon campaigns find them.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/bench.h"
#include "cli/files.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/rediscovery.h"
#include "ir/support/fault.h"

namespace assay {
namespace {

struct RediscoveryFlags {
  uint64_t seeds = 5;
  uint64_t seed = 1;
  double seconds = 120;
  std::vector<std::string> faults;
  std::string html;
  bool no_baits = false;
  bool no_own_texts = false;
  bool json = false;
};

// Names between commas, with or without a space.
std::vector<std::string> Listed(std::string names) {
  std::erase(names, ' ');
  return SplitNames({names});
}

std::string Seconds(double seconds) { return std::isfinite(seconds) ? fmt::format("{:.1f}", seconds) : "–"; }

void Print(const RediscoveryResult& result) {
  Table table({"fault", "found", "median s", "runs", "lines", "oracle"});
  std::vector<double> medians;
  for (const PlantedBug& bug : result.bugs) {
    std::vector<const RediscoveryTrial*> trials = result.TrialsOf(bug.name);
    std::set<std::string> oracles;
    uint64_t found = 0, runs = 0;
    int lines = 0;
    for (const RediscoveryTrial* trial : trials) {
      runs += trial->runs;
      if (!trial->found) continue;
      ++found;
      lines = std::max(lines, trial->reduced_lines);
      oracles.insert(trial->oracle + (trial->expected ? "" : " (not named)"));
    }
    medians.push_back(MedianSeconds(trials));
    table.Row({bug.name, fmt::format("{} of {}", found, trials.size()), Seconds(medians.back()),
               fmt::to_string(trials.empty() ? 0 : runs / trials.size()), fmt::to_string(lines),
               fmt::format("{}", fmt::join(oracles, ", "))});
  }
  std::ranges::sort(medians);
  fmt::print(
      "{}\n{} faults, {} campaigns of at most {:.0f} s: {:.1f} % found theirs; the median of the faults' medians is {} "
      "s\n",
      table.Text(), result.bugs.size(), result.trials.size(), result.budget, 100 * result.found_share(),
      medians.empty() ? "–" : Seconds(medians[medians.size() / 2]));
}

// At most one seed in five may miss a bug, and whoever finds it is named in its row.
bool Meets(const RediscoveryResult& result) {
  for (const PlantedBug& bug : result.bugs) {
    std::vector<const RediscoveryTrial*> trials = result.TrialsOf(bug.name);
    auto found = std::ranges::count_if(trials, [](const auto* trial) { return trial->found && trial->expected; });
    if (5 * static_cast<size_t>(found) < 4 * trials.size()) return false;
  }
  return true;
}

int Rediscovery(const RediscoveryFlags& flags) {
  Result<std::vector<PlantedBug>> bugs = BugsNamed(flags.faults);
  if (!bugs.ok()) return ReportUsage(bugs.error());
  RediscoveryOptions options{*bugs,           flags.seeds,         flags.seed, flags.seconds,
                             !flags.no_baits, !flags.no_own_texts, nullptr};
  options.switch_on = [](const std::string& name) {
    ASSAY_CHECK(SwitchOnFaults(name.empty() ? std::vector<std::string>{} : std::vector{name}).ok());
  };
  options.progress = [](const RediscoveryTrial& trial) {
    fmt::print(stderr, "{} seed {}: {} after {:.1f} s, {} runs\n", trial.bug, trial.seed,
               trial.found ? "found by " + trial.oracle : "not found", trial.seconds, trial.runs);
  };
  Result<RediscoveryResult> result = MeasureRediscovery(options);
  if (!result.ok()) return ReportFile(result.error());
  if (flags.json) {
    PrintJson(RediscoveryJson(*result));
  } else {
    Print(*result);
  }
  if (!flags.html.empty()) {
    Status written = WriteWhole(flags.html, RediscoveryPage(*result));
    if (!written.ok()) return ReportFile(written.error());
  }
  return Meets(*result) ? kClean : kMismatch;
}

}  // namespace

Result<std::vector<PlantedBug>> BugsNamed(const std::vector<std::string>& given) {
  std::vector<PlantedBug> bugs = {
#define ASSAY_FAULT(name, component, klass, oracles, doc) {#name, component, klass, Listed(oracles)},
#include "ir/support/faults.def"
  };
  std::vector<std::string> names = SplitNames(given);
  if (names.empty()) std::ranges::transform(bugs, std::back_inserter(names), &PlantedBug::name);
  ASSAY_RETURN_IF_ERROR(SwitchOnFaults(names));
  std::erase_if(bugs, [&](const PlantedBug& bug) { return std::ranges::find(names, bug.name) == names.end(); });
  return bugs;
}

void AddRediscovery(Command bench, Job& job) {
  auto flags = std::make_shared<RediscoveryFlags>();
  Command sub =
      bench.AddSubcommand("rediscovery", "How soon campaigns find historical bugs (./dev faults bench rediscovery)");
  AddWhole(sub, "--seeds", flags->seeds, "Campaigns for each bug", kSome).ShowDefault();
  AddWhole(sub, "--seed", flags->seed, "Of the first campaign", kAnySeed).ShowDefault();
  AddDuration(sub, "--budget", flags->seconds, "How long a campaign may take");
  sub.AddOption("--faults", flags->faults, "These bugs only (commas or repeated)");
  sub.AddFlag("--no-baits", flags->no_baits, "Campaigns lay no baits: what is found is found by what is general");
  sub.AddFlag("--no-own-texts", flags->no_own_texts,
              "Campaigns begin with none of the project's own texts: what is found is found by generators");
  sub.AddOption("--html", flags->html, "A page with the table and its curves, written to this file");
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(Rediscovery, *flags); });
}

}  // namespace assay
