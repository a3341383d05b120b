// assay bench merge: many made units, and how long their merge takes.
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/merge_scale.h"
#include "ir/support/temp_folder.h"

namespace assay {
namespace {

struct MergeScaleFlags {
  MadeUnits made{.units = 1000, .cases = 1000, .entries = 100, .findings = 3, .signatures = 500, .features = 20'000};
  std::string out;
  double most_seconds = 60;
  double most_mib = 1024;
  bool json = false;
};

int MeasureAndSay(const MergeScaleFlags& flags) {
  TempFolder folder;
  if (flags.out.empty() && !folder.ready()) {
    SayError("cannot make a folder for the units");
    return kEnvironment;
  }
  Result<MergeScale> scale = MeasureMerge(flags.made, flags.out.empty() ? folder.path() : flags.out);
  if (!scale.ok()) return ReportFile(scale.error());
  double mib = static_cast<double>(scale->peak_bytes) / (1 << 20);
  bool within =
      scale->merge_seconds <= flags.most_seconds && scale->again_seconds <= flags.most_seconds && mib <= flags.most_mib;
  if (flags.json) {
    PrintJson({{"units", scale->units},
               {"files", scale->files},
               {"findings", scale->findings},
               {"corpus", scale->corpus},
               {"make_seconds", scale->make_seconds},
               {"merge_seconds", scale->merge_seconds},
               {"cpu_seconds", scale->cpu_seconds},
               {"again_seconds", scale->again_seconds},
               {"peak_bytes", scale->peak_bytes},
               {"within", within}});
    return within ? kClean : kMismatch;
  }
  fmt::print("{} units, {} files (made in {:.1f} s): {} findings, {} entries in the corpus\n", ShowCount(scale->units),
             ShowCount(scale->files), scale->make_seconds, ShowCount(scale->findings), ShowCount(scale->corpus));
  fmt::print(
      "merged in {:.1f} s ({:.1f} s of the processor), once more in {:.1f} s (at most {:.0f}), {:.0f} MiB (at most "
      "{:.0f})\n",
      scale->merge_seconds, scale->cpu_seconds, scale->again_seconds, flags.most_seconds, mib, flags.most_mib);
  return within ? kClean : kMismatch;
}

}  // namespace

void AddMergeScale(Command bench, Job& job) {
  auto flags = std::make_shared<MergeScaleFlags>();
  Command sub = bench.AddSubcommand("merge", "How long a merge of many units takes, and how much memory");
  AddWhole(sub, "--units", flags->made.units, "How many", kSome).ShowDefault();
  AddWhole(sub, "--entries", flags->made.entries, "Of the corpus, in each unit", kNoneOrSome).ShowDefault();
  AddWhole(sub, "--findings", flags->made.findings, "In each unit", kNoneOrSome).ShowDefault();
  AddWhole(sub, "--signatures", flags->made.signatures, "Of which findings are", kSome).ShowDefault();
  sub.AddOption("--out", flags->out, "A folder for units and merge, which stays [default: one that goes]");
  AddReal(sub, "--most-seconds", flags->most_seconds, "That the merge may take", {0, 1e6}).ShowDefault();
  AddReal(sub, "--most-mib", flags->most_mib, "That it may need", {0, 1e6}).ShowDefault();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(MeasureAndSay, *flags); });
}

}  // namespace assay
