// assay bench mutation: generic faults in passes and back end, and the share that campaigns see.
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/bench.h"
#include "cli/files.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/bench/golden_growth.h"
#include "fuzzers/bench/mutation.h"
#include "ir/support/hash.h"
#include "ir/support/mutant.h"

namespace assay {
namespace {

// What the mutation build makes and has of its own; no other has mutants to measure.
#ifndef ASSAY_RECORDED
#define ASSAY_RECORDED ""
#define ASSAY_REVIEWED ""
#endif

struct MutationFlags {
  size_t sample = 200;
  uint64_t seed = 1;
  double seconds = 60;
  double baseline_seconds = 30;
  int jobs = 1;
  double least = 0.85;
  std::vector<uint32_t> mutants;
  std::string reviewed = ASSAY_REVIEWED;
  std::vector<std::string> suites = {ASSAY_RECORDED};
  bool no_suites = false;
  bool suites_first = false;
  uint64_t shown_on = 5000;
  std::string state;
  std::string html;
  std::string grow;
  std::vector<std::string> texts;
  double grow_seconds = 600;
  bool list = false;
  bool json = false;
};

Result<MutationOptions> OptionsOf(const MutationFlags& flags) {
  if (!kMutantsBuilt) {
    return Diag{DiagKind::kUnsupported,
                {},
                "this build has no mutants: cmake --preset mutation && ninja -C build/mutation assay",
                "",
                {}};
  }
  MutationOptions options{.mutants = AllMutants(),
                          .sample = flags.sample,
                          .seed = flags.seed,
                          .jobs = flags.jobs,
                          .campaign = {},
                          .reviewed = {},
                          .suites = flags.suites,
                          .suites_first = flags.suites_first,
                          .shown_on = flags.shown_on,
                          .shown_by = flags.suites,
                          .forget = ForgetMutants,
                          .state = flags.state,
                          .switch_on = SetMutant,
                          .reached = MutantReached};
  options.seconds = flags.seconds;
  options.baseline_seconds = flags.baseline_seconds;
  if (flags.no_suites) options.suites.clear();
  if (!flags.reviewed.empty()) {
    ASSAY_TRY(options.reviewed, ReadReviewed(flags.reviewed));
  }
  auto wanted = [&](const MutantSpec& one) {
    return flags.mutants.empty() || std::ranges::find(flags.mutants, one.number) != flags.mutants.end();
  };
  std::erase_if(options.mutants, [&](const MutantSpec& one) { return !wanted(one); });
  options.progress = [](size_t done, size_t of) { fmt::print(stderr, "{} of {} mutants\n", done, of); };
  return options;
}

// Of those that show other than as a lost rewrite, and who is blamed for what.
void PrintShown(const MutationResult& result) {
  std::map<std::string, std::pair<size_t, size_t>> layers;
  std::map<Shown, size_t> left;
  for (const MutationTrial& trial : result.trials) {
    bool by_campaign = trial.killed_by_campaign();
    if (!by_campaign && trial.detected) ++left[trial.detected->shown];
    if (!trial.shows()) continue;
    auto& [killed, shown] = layers[LayerOf(trial.mutant)];
    ++shown;
    killed += by_campaign ? 1 : 0;
  }
  Table table({"layer", "killed", "of those that show"});
  for (const auto& [layer, counts] : layers)
    table.Row({layer, fmt::to_string(counts.first), fmt::to_string(counts.second)});
  Table survivors({"what campaigns leave shows as", "mutants"});
  for (const auto& [shown, count] : left) survivors.Row({std::string(ShownName(shown)), fmt::to_string(count)});
  Table blame({"killed in", "blamed on", "by", "what stood there"});
  for (const MutationTrial& trial : result.trials) {
    bool wrong = trial.killed_by_campaign() && !trial.mutant.passes.empty() && !trial.blamed();
    if (wrong)
      blame.Row({fmt::format("{}:{}", trial.mutant.file, trial.mutant.line), trial.pass.empty() ? "nobody" : trial.pass,
                 trial.oracle, std::string(trial.mutant.text.substr(0, 60))});
  }
  fmt::print(
      "{}\n{}\n{}\n{:.1f} % of those that show other than as a lost rewrite killed by campaigns and contracts; "
      "{:.1f} % of what they killed in passes blamed on the pass\n",
      table.Text(), survivors.Text(), blame.Text(), 100 * result.shown_share(), 100 * result.blamed_share());
}

void Print(const MutationResult& result) {
  std::map<std::string, size_t> oracles;
  Table table({"survivor", "kind", "what stood there", "shows as", "reason"});
  size_t survivors = 0, equivalent = 0;
  for (const MutationTrial& trial : result.trials) {
    if (trial.killed) {
      ++oracles[trial.oracle];
      continue;
    }
    ++survivors;
    equivalent += trial.equivalent ? 1 : 0;
    table.Row({fmt::format("{} {}:{}", trial.mutant.number, trial.mutant.file, trial.mutant.line),
               std::string(trial.mutant.kind), std::string(trial.mutant.text.substr(0, 80)),
               trial.detected ? fmt::format("{} {} {}", ShownName(trial.detected->shown), trial.detected->where,
                                            trial.detected->run)
                              : "",
               (trial.equivalent ? "equivalent: " : "") + trial.reason});
  }
  if (survivors > 0) fmt::print("{}\n", table.Text());
  Table killers({"killed by", "mutants"});
  for (const auto& [oracle, count] : oracles) killers.Row({oracle, fmt::to_string(count)});
  fmt::print(
      "{}\n{} of {} places are reached; of {} mutants {} survived {:.0f} s ({} of them equivalent): {:.1f} % killed, "
      "{}{:.1f} % by campaigns alone; {:.0f} s\n",
      killers.Text(), result.reached, result.mutants, result.trials.size(), survivors, result.budget, equivalent,
      100 * result.killed_share(), result.suites_first ? "at least " : "", 100 * result.campaign_share(),
      result.seconds);
  PrintShown(result);
}

// "FuseTIR" as "fuse_tir".
std::string SnakeCase(std::string_view name) {
  std::string snake;
  auto upper = [&](size_t i) { return name[i] >= 'A' && name[i] <= 'Z'; };
  for (size_t i = 0; i < name.size(); ++i) {
    bool starts = i > 0 && upper(i) && (!upper(i - 1) || (i + 1 < name.size() && !upper(i + 1)));
    if (starts) snake += '_';
    snake += upper(i) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
  }
  return snake;
}

// Golden texts for mutants that those at hand do not tell apart, a file each in the folder.
int Grow(const MutationFlags& flags, const MutationOptions& mutation) {
  GrowthOptions options{.mutants = mutation.mutants,
                        .texts = flags.texts,
                        .passes = {},
                        .seed = flags.seed,
                        .jobs = flags.jobs,
                        .switch_on = SetMutant,
                        .reached = MutantReached,
                        .forget = ForgetMutants};
  options.seconds = flags.grow_seconds;
  std::error_code error;
  if (std::filesystem::create_directories(flags.grow, error); error)
    return ReportFile(
        Diag{DiagKind::kEnvironment, {}, fmt::format("cannot make {}: {}", flags.grow, error.message()), "", {}});
  Status written = Done{};
  size_t made = 0;
  options.grown = [&](const GrownText& one) {
    std::string path = fmt::format("{}/{}_{:06x}.py", flags.grow, SnakeCase(one.pass), HashText(one.text) & 0xffffff);
    Status stored = WriteWhole(path, one.text);
    if (!stored.ok()) written = stored;
    fmt::print(stderr, "{} texts, the last for {} of {} mutants\n", ++made, one.mutants.size(), options.mutants.size());
  };
  Result<GrowthResult> result = GrowGoldenTexts(options);
  if (!result.ok()) return ReportFile(result.error());
  if (!written.ok()) return ReportFile(written.error());
  auto numbers = [](const std::vector<uint32_t>& left) { return fmt::format("{}", fmt::join(left, ",")); };
  fmt::print(
      "{} texts; of {} mutants the texts at hand tell {} apart, these {} more; {} end the process; {} were reached and "
      "told apart by nothing, {} were not reached\n",
      made, options.mutants.size(), result->known, result->told, result->ended, result->left.size(),
      result->unreached.size());
  fmt::print("left: {}\nnot reached: {}\n", numbers(result->left), numbers(result->unreached));
  return kClean;
}

int Mutation(const MutationFlags& flags) {
  Result<MutationOptions> options = OptionsOf(flags);
  if (!options.ok()) return ReportUsage(options.error());
  if (flags.list) {
    for (const MutantSpec& one : options->mutants)
      fmt::print("{} {}:{} {}: {}\n", one.number, one.file, one.line, one.kind, one.text);
    return kClean;
  }
  if (!flags.grow.empty()) return Grow(flags, *options);
  Result<MutationResult> result = MeasureMutation(*options);
  if (!result.ok()) return ReportFile(result.error());
  if (flags.json) {
    PrintJson(MutationJson(*result));
  } else {
    Print(*result);
  }
  if (!flags.html.empty()) {
    Status written = WriteWhole(flags.html, MutationPage(*result));
    if (!written.ok()) return ReportFile(written.error());
  }
  return result->killed_share() >= flags.least ? kClean : kMismatch;
}

}  // namespace

void AddMutation(Command bench, Job& job) {
  auto flags = std::make_shared<MutationFlags>();
  Command sub =
      bench.AddSubcommand("mutation", "Which generic faults in passes and back end campaigns see (the mutation build)");
  AddWhole(sub, "--sample", flags->sample, "How many mutants, of those that are reached", kNoneOrSome).ShowDefault();
  AddWhole(sub, "--seed", flags->seed, "Of the sample and of campaigns", kAnySeed).ShowDefault();
  AddDuration(sub, "--budget", flags->seconds, "How long a mutant is hunted");
  AddDuration(sub, "--baseline", flags->baseline_seconds,
              "How long the campaign without a mutant takes, which shows what is reached");
  AddWhole(sub, "--jobs", flags->jobs, "Mutants at a time", Jobs()).ShowDefault();
  AddReal(sub, "--least", flags->least, "The share that must be killed", {0, 1}).ShowDefault();
  AddWholes(sub, "--mutants", flags->mutants, "These numbers only (commas or repeated)", {0, 0xffffffff});
  sub.AddOption("--reviewed", flags->reviewed,
                "A JSON list of survivors that were looked at (docs/mutation.json, where none is given)");
  Option suites = sub.AddOption("--suites", flags->suites,
                                "Recorded suites (files or folders) that see what campaigns have left, and are "
                                "counted apart; those of passes/testdata, where none is given");
  Option first = sub.AddFlag(
      "--suites-first", flags->suites_first,
      "Campaigns have what suites have left: sooner done, but what campaigns see alone is more than is counted");
  sub.AddFlag("--no-suites", flags->no_suites, "Campaigns and contracts alone").Excludes(suites).Excludes(first);
  AddWhole(sub, "--shown-on", flags->shown_on,
           "On how many generated modules it is looked whether what campaigns leave shows at all (0: none)",
           {0, 1 << 30})
      .ShowDefault();
  sub.AddOption("--state", flags->state, "A file that keeps the results; the next measurement continues from it");
  sub.AddOption("--html", flags->html, "A page, written to this file");
  sub.AddOption("--grow", flags->grow,
                "A folder for golden texts of passes that show what those at hand do not; nothing is measured");
  sub.AddOption("--texts", flags->texts, "With --grow: folders of the golden texts at hand (passes/testdata)");
  AddDuration(sub, "--time", flags->grow_seconds, "With --grow: how long modules are made");
  sub.AddFlag("--list", flags->list, "List the mutants");
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(Mutation, *flags); });
}

}  // namespace assay
