// assay bench dedup: historical bugs switched on one by one, and whether the findings of each land in one bucket.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/files.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/dedup.h"

namespace assay {
namespace {

struct DedupFlags {
  uint64_t findings = 50;
  uint64_t seed = 1;
  double seconds = 300;
  int jobs = 1;
  std::string out;
  double least = 0.95;
  double most_buckets = 1.2;
  std::vector<std::string> faults;
  bool json = false;
};

void Print(const DedupResult& result) {
  Table table({"fault", "findings", "right", "s", "bucket", "signature"});
  for (const DedupRow& row : result.rows) {
    std::vector<std::string> cells = {
        row.bug, fmt::to_string(row.findings()), fmt::to_string(row.right), fmt::format("{:.0f}", row.seconds), "", ""};
    if (row.buckets.empty()) table.Row(cells);
    for (const DedupBucket& bucket : row.buckets) {
      cells[4] = fmt::to_string(bucket.findings);
      cells[5] = bucket.signature;
      table.Row(cells);
      cells.assign(6, "");
    }
  }
  fmt::print("{}\n{} faults: {:.1f} % of the findings are in the right bucket; {:.2f} buckets a fault\n", table.Text(),
             result.rows.size(), 100 * result.right_share(), result.buckets_per_bug());
}

int Dedup(const DedupFlags& flags) {
  Result<std::vector<PlantedBug>> bugs = BugsNamed(flags.faults);
  if (!bugs.ok()) return ReportUsage(bugs.error());
  DedupOptions options{.bugs = *bugs,
                       .findings = flags.findings,
                       .seconds = flags.seconds,
                       .seed = flags.seed,
                       .jobs = flags.jobs,
                       .out = flags.out,
                       .switch_on = {}};
  options.switch_on = [](const std::string& name) { ASSAY_CHECK(SwitchOnFaults({name}).ok()); };
  options.progress = [](const DedupRow& row) {
    fmt::print(stderr, "{}: {} findings in {} buckets after {:.0f} s\n", row.bug, row.findings(), row.buckets.size(),
               row.seconds);
  };
  Result<DedupResult> result = MeasureDedup(options);
  if (!result.ok()) return ReportFile(result.error());
  if (flags.json) {
    PrintJson(DedupJson(*result));
  } else {
    Print(*result);
  }
  return result->right_share() >= flags.least && result->buckets_per_bug() <= flags.most_buckets ? kClean : kMismatch;
}

}  // namespace

void AddDedup(Command bench, Job& job) {
  auto flags = std::make_shared<DedupFlags>();
  Command sub = bench.AddSubcommand(
      "dedup", "Whether findings of one historical bug land in one bucket (./dev faults bench dedup)");
  AddWhole(sub, "--findings", flags->findings, "How many of each bug", kSome).ShowDefault();
  AddDuration(sub, "--budget", flags->seconds, "How long they are looked for");
  AddWhole(sub, "--seed", flags->seed, "Of the campaigns", kAnySeed).ShowDefault();
  AddWhole(sub, "--jobs", flags->jobs, "Processes", Jobs()).ShowDefault();
  sub.AddOption("--out", flags->out, "Folder for what was found, a campaign's for each bug");
  sub.AddOption("--faults", flags->faults, "These bugs only (commas or repeated)");
  AddReal(sub, "--least", flags->least, "The share that must be in the right bucket", {0, 1}).ShowDefault();
  AddReal(sub, "--most-buckets", flags->most_buckets, "Buckets that a bug may have, on average", {0, 1e9})
      .ShowDefault();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(Dedup, *flags); });
}

}  // namespace assay
