// assay fuzz: a campaign, and its summary.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/facts.h"
#include "cli/fuzz_summary.h"
#include "cli/fuzz_unit.h"
#include "cli/generation.h"
#include "cli/known.h"
#include "cli/names.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/since.h"
#include "cli/subjects.h"
#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/case_source.h"
#include "fuzzers/campaign/report.h"
#include "fuzzers/campaign/store.h"
#include "fuzzers/units/merge.h"
#include "ir/serial/serial.h"
#include "ir/support/interrupt.h"
#include "ir/support/plural.h"
#include "ir/support/read_json.h"
#include "ir/text/print.h"
#include "oracles/core/beyond_engines.h"
#include "oracles/core/value_json.h"
#include "oracles/report/report.h"
#include "passes/config.h"
#include "passes/foreign_pass.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// Off, observed, and made use of.
constexpr std::string_view kCoverageWays[] = {"off", "observe", "steer"};

struct FuzzOptions {
  std::string subject;
  std::string against;
  std::string target;
  std::vector<std::string> python_path;
  std::vector<std::string> oracles;
  double seconds = 0;
  uint64_t runs = 0;
  int jobs = 1;
  uint64_t seed = 1;
  std::string out;
  GenerationFlags generation;
  std::vector<std::string> passes;
  std::string since;
  std::vector<std::string> config;
  std::string coverage{kCoverageWays[0]};
  std::vector<std::string> seeds;
  std::vector<std::string> faults;
  std::vector<std::string> known;
  bool no_known = false;
  bool no_out = false;
  bool no_sweep = false;
  UnitFlags unit;
  UnitExits exits;
  bool resume = false;
  bool stop = false;
  bool quiet = false;
  bool json = false;
};

// Where findings go when nothing is said: a folder of its own for each campaign.
std::string FreshFolder() {
  std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::string name = fmt::format("findings/{:04}{:02}{:02}-{:02}{:02}{:02}", local.tm_year + 1900, local.tm_mon + 1,
                                 local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
  std::string folder = name;
  std::error_code error;
  for (int i = 2; std::filesystem::exists(folder, error); ++i) folder = fmt::format("{}-{}", name, i);
  return folder;
}

// Beside those that schedule: what they do depends on the target, or on threads. Behind these a kernel is one launch,
// of which TVM's checker says less, and assay's engines can run few.
constexpr std::string_view kPassesThatSeeTarget[] = {
    "LegalizeOps",       "DispatchSampling",      "DispatchSortScan",  "LowerCrossThreadReduction",
    "LowerInitBlock",    "ConvertBlocksToOpaque", "LiftThreadBinding", "CompactBufferAllocation",
    "UnifyThreadBinding"};

// How long a campaign runs when neither --time nor --runs says it.
constexpr double kDefaultSeconds = 60;

// What a build for this machine does is other campaigns' to judge: here it is passes that see the target, on modules as
// they are, on what they schedule, and on kernels that are scheduled.
void FitToDevice(const Subject& subject, CampaignOptions& campaign) {
  campaign.offered.clear();
  auto offer = [&](const PassSpec* pass) {
    if (subject.Has(*pass)) campaign.offered.push_back(pass);
  };
  for (const PassSpec* pass : TargetPasses()) {
    if (WhatIsScheduledFor(*pass) != ScheduledFor::kProcessor) offer(pass);
  }
  for (std::string_view name : kPassesThatSeeTarget) offer(FindPass(name));
  campaign.passes_only = true;
  // A pass takes long over what it schedules, and other campaigns are about single calls and texts of other passes.
  campaign.passes_per_case = 10;
  campaign.own_texts = false;
  campaign.sweep_one_in = 16;
}

// A subject in another process has some of the passes, and reads some of the modules.
void FitToSubject(const Subject& subject, const SubjectPace& pace, CampaignOptions& campaign) {
  std::ranges::copy_if(AllRelaxAndTirPasses(), std::back_inserter(campaign.offered),
                       [&](const PassSpec* pass) { return subject.Has(*pass); });
  std::ranges::copy_if(TargetPasses(), std::back_inserter(campaign.offered), [&](const PassSpec* pass) {
    return WhatIsScheduledFor(*pass) == ScheduledFor::kProcessor && subject.Has(*pass);
  });
  // What no real TVM reads, unless operators are named. Of tensors without elements its sweep has
  // enough, and no processor has other memory.
  if (campaign.generate.ops.empty()) campaign.generate.unwanted = BitOf(Feature::kUnreadable);
  campaign.generate.unwanted |= BitOf(Feature::kEmpty) | BitOf(Feature::kScopes) | BitOf(Feature::kNotes);
  std::ranges::copy(subject.Traits().without_numbers, std::back_inserter(campaign.generate.without_numbers));
  campaign.passes_per_case = pace.passes_per_case;
  campaign.case_seconds = pace.case_seconds;
  campaign.reduce_seconds = pace.reduce_seconds;
  campaign.reductions_per_kind = pace.reductions_per_kind;
  campaign.sweep_one_in = pace.sweep_one_in;
  campaign.sweep_readable = true;
  campaign.elsewhere = true;
  if (subject.Traits().for_device) FitToDevice(subject, campaign);
}

// Who, what and when, for the records.
Facts FactsOf(const FuzzOptions& options) {
  Facts facts = RunFactsOf(SubjectFact(options.subject), options.target);
  if (!options.against.empty()) facts.insert(facts.begin() + 1, {"Against", SubjectFact(options.against)});
  facts.emplace_back("Seed", fmt::format("{}", options.seed));
  facts.emplace_back("Jobs", fmt::format("{}", options.jobs));
  auto list = [&](const char* name, const std::vector<std::string>& words) {
    if (!words.empty()) facts.emplace_back(name, fmt::format("{}", fmt::join(words, ", ")));
  };
  list("Oracles", options.oracles);
  list("Passes", options.passes);
  list("Faults", options.faults);
  list("Known bugs", options.known);
  return facts;
}

// After all that can be wrong without them: a TVM takes seconds to start.
Status StartSubjects(Context& ctx, const FuzzOptions& options, CampaignOptions& campaign) {
  ASSAY_RETURN_IF_ERROR(CheckSubject(options.subject, options.target));
  if (!options.against.empty()) ASSAY_RETURN_IF_ERROR(CheckSubject(options.against, options.target));
  ASSAY_TRY(campaign.make_subject, SubjectNamed(options.subject, options.target));
  if (!options.against.empty()) {
    ASSAY_TRY(campaign.make_against, SubjectNamed(options.against, options.target));
  }
  return CheckHas(*campaign.make_subject(ctx), campaign.passes, PassesAsked::kAll);
}

// What of the subject's code is reached is watched where the machine allows it, else campaigns go on without.
Status WatchCode(Context& ctx, const FuzzOptions& options, CampaignOptions& campaign) {
  if (options.coverage == kCoverageWays[0]) return Done{};
  Result<std::shared_ptr<Reach>> reach = campaign.make_subject(ctx)->WatchCode(CodeFolder());
  if (!reach.ok()) {
    SayNote(fmt::format("--coverage {}: off, as {}", options.coverage, reach.error().message));
    return Done{};
  }
  campaign.reach = *reach;
  campaign.steer = options.coverage == kCoverageWays[2];
  if (!campaign.steer) return Done{};
  // What a reduction reaches is no case's: how far it gets must not be the clock's.
  constexpr int kSteeredTries = 300;
  campaign.reduce_tries = std::min(campaign.reduce_tries, kSteeredTries);
  campaign.reduce_seconds *= 20;
  return Done{};
}

Result<CampaignOptions> CampaignOf(Context& ctx, const FuzzOptions& options) {
  CampaignOptions campaign;
  ASSAY_RETURN_IF_ERROR(TakePythonPath(options.python_path));
  campaign.subject = options.subject;
  campaign.against = options.against;
  campaign.target = options.target;
  ASSAY_TRY(campaign.oracles, OraclesNamed(options.oracles));
  ASSAY_TRY(campaign.generate, GenerationOf(options.generation));
  for (const std::string& list : options.passes) {
    ASSAY_TRY(std::vector<PassCall> calls, ParsePassList(ctx, list));
    campaign.passes.insert(campaign.passes.end(), calls.begin(), calls.end());
  }
  campaign.passes_only =
      options.oracles.empty() && !campaign.passes.empty() &&
      std::ranges::all_of(campaign.passes, [](const PassCall& call) { return IsForeign(*call.pass); });
  ASSAY_TRY(campaign.config, ParseConfig(ctx, options.config));
  campaign.faults = SplitNames(options.faults);
  ASSAY_RETURN_IF_ERROR(SwitchOnFaults(campaign.faults));
  ASSAY_RETURN_IF_ERROR(StartSubjects(ctx, options, campaign));
  if (!options.since.empty()) {
    ASSAY_TRY(campaign.passes, PassesSince(*campaign.make_subject(ctx), options.since));
  }
  ASSAY_RETURN_IF_ERROR(WatchCode(ctx, options, campaign));
  campaign.seconds = options.seconds == 0 && options.runs == 0 ? kDefaultSeconds : options.seconds;
  if (const auto& pace = FindSubject(options.subject)->pace) FitToSubject(*campaign.make_subject(ctx), *pace, campaign);
  if (options.no_sweep) campaign.sweep_one_in = 0;
  campaign.runs = options.runs;
  campaign.jobs = options.jobs;
  campaign.seed = options.seed;
  campaign.out = options.no_out || !options.out.empty() ? options.out : FreshFolder();
  campaign.seed_files = options.seeds;
  campaign.known = KnownPaths(options.known, options.no_known, options.subject);
  campaign.resume = options.resume;
  campaign.stop_at_finding = options.stop;
  campaign.quiet = options.quiet;
  campaign.oracles_asked = options.oracles;
  campaign.passes_asked = options.passes;
  campaign.facts = FactsOf(options);
  return campaign;
}

// What FactsOf has written under that name: one list, with commas between its words.
std::vector<std::string> WordsOf(const Facts& facts, std::string_view name) {
  auto found = std::ranges::find(facts, name, &Facts::value_type::first);
  return found == facts.end() ? std::vector<std::string>{} : std::vector<std::string>{found->second};
}

// A name that is not given is the campaign's; one that is given is no other.
Status TakeOver(std::string_view option, std::string& given, const std::string& theirs, const std::string& folder) {
  if (given.empty()) given = theirs;
  if (given == theirs) return Done{};
  std::string is = theirs.empty() ? fmt::format("has no {}", option)
                                  : fmt::format("is {} {}",
                                                option == "--subject"  ? "of"
                                                : option == "--target" ? "for"
                                                                       : "against",
                                                theirs);
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("invalid {} {}: the campaign in {} {}", option, given, folder, is),
              "",
              {}};
}

// The stretch that goes on asks what the campaign asked, as far as nothing else is given.
Status GoOnWith(FuzzOptions& options) {
  if (IsMerge(options.out))
    return Diag{
        DiagKind::kBadArgument,
        {},
        fmt::format("cannot resume {}: it is a merge of units; `assay units` says which are missing", options.out),
        "",
        {}};
  std::map<std::string, std::string> stored = Store::FactsOf(options.out);
  nlohmann::json asked = JsonOf(stored[kAskedName]);
  std::vector<RunSummary> history = HistoryFromJson(JsonOf(stored[kHistoryName]));
  auto text = [&](const char* key) {
    return asked.is_object() && asked.contains(key) && asked[key].is_string() ? asked[key].get<std::string>() : "";
  };
  std::string subject = text("subject");
  // Campaigns of earlier versions say it in their history alone.
  if (subject.empty() && !history.empty()) subject = history.back().subject;
  if (!subject.empty()) ASSAY_RETURN_IF_ERROR(TakeOver("--subject", options.subject, subject, options.out));
  if (asked.is_object()) ASSAY_RETURN_IF_ERROR(TakeOver("--target", options.target, text("target"), options.out));
  if (asked.is_object()) ASSAY_RETURN_IF_ERROR(TakeOver("--against", options.against, text("against"), options.out));
  // So do they with what was asked for; later ones have it beside the subject.
  Facts facts = FactsFromText(stored[kFactsName]);
  auto words = [&](const char* key, std::string_view fact) {
    return asked.is_object() && asked.contains(key) ? TextsIn(asked, key) : WordsOf(facts, fact);
  };
  if (options.oracles.empty()) options.oracles = words("oracles", "Oracles");
  if (options.passes.empty()) options.passes = words("passes", "Passes");
  return Done{};
}

bool AnyNew(const std::vector<FindingRecord>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const FindingRecord& finding) { return finding.IsNew(); });
}

// Seeds that a campaign cannot run; what cannot be opened is an error of the campaign.
void NoteUnreadSeeds(const std::vector<std::string>& unread) {
  constexpr size_t kMost = 10;
  for (size_t i = 0; i < std::min(kMost, unread.size()); ++i) SayNote("seed left out: " + unread[i]);
  if (unread.size() > kMost) SayNote(fmt::format("… and {} left out", Counted(unread.size() - kMost, "other seed")));
}

// A campaign without findings says something only of what was judged.
void NoteUnjudged(const CampaignOptions& campaign, const CampaignResult& result) {
  const Tally& tally = result.tally;
  bool enough = campaign.runs > 0 && result.runs_before >= campaign.runs;
  if (enough)
    SayNote(fmt::format("{} ended already: --runs counts from the campaign's beginning",
                        Counted(result.runs_before, "run has", "runs have")));
  if (tally.runs == 0 && !enough && !result.interrupted)
    SayNote("no run has ended: a question to the subject may take longer than the campaign (--time)");
  auto ended = tally.skips.find(EndedFromOutside());
  if (ended != tally.skips.end())
    SayNote(fmt::format("{} not judged: {}", Counted(ended->second, "run was", "runs were"), ended->first.skip.why));
  for (const PassCall& call : campaign.passes) {
    auto pass = tally.passes.find(call.pass->name);
    bool judged = pass != tally.passes.end() && std::ranges::any_of(pass->second.oracles, [](const auto& asked) {
                    return asked.second.agree + asked.second.finding > 0;
                  });
    if (tally.runs > 0 && !judged)
      SayNote(fmt::format("pass {} was never judged: no oracle got an answer about it", call.pass->name));
  }
}

// What decides a unit's cases and what is asked of them, beside what the campaign itself says: units of one campaign
// were asked in the same words.
std::map<std::string, std::string> AskedOf(const FuzzOptions& options) {
  auto list = [](const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); };
  const GenerationFlags& made = options.generation;
  return {{"oracle", list(options.oracles)},
          {"pass", list(options.passes)},
          {"config", list(options.config)},
          {"op", list(made.ops)},
          {"dtype", list(made.dtypes)},
          {"profile", made.profile},
          {"faults", list(options.faults)},
          {"bindings", std::to_string(made.bindings)},
          {"no-sweep", options.no_sweep ? "yes" : ""}};
}

int FuzzOneUnit(const FuzzOptions& options, CampaignOptions campaign) {
  Result<UnitOptions> unit = UnitOf(std::move(campaign), options.unit, options.runs, AskedOf(options));
  if (!unit.ok()) return unit.error().kind == DiagKind::kIo ? ReportFile(unit.error()) : ReportUsage(unit.error());
  if (options.out.empty() && !options.no_out)
    unit->campaign.out = fmt::format("findings/unit-{}-of-{}", unit->unit, unit->identity.units);
  // A part of a unit is looked at, and is none to be merged.
  if (unit->only_end != 0 && options.out.empty()) unit->campaign.out.clear();
  unit->campaign.tell_unread = NoteUnreadSeeds;
  return FuzzUnit(*unit, options.json, options.exits, [](const CampaignOptions& asked, const CampaignResult& result) {
    NoteUnjudged(asked, result);
    PrintSummary(asked, result);
  });
}

int Fuzz(FuzzOptions options) {
  InterruptGuard guard;
  Context ctx;
  if (Status same = options.resume ? GoOnWith(options) : Status(Done{}); !same.ok()) return ReportUsage(same.error());
  if (options.subject.empty()) options.subject = "native";
  Result<CampaignOptions> campaign = CampaignOf(ctx, options);
  if (!campaign.ok())
    return campaign.error().kind == DiagKind::kIo ? ReportFile(campaign.error()) : ReportUsage(campaign.error());
  if (!options.unit.given() && options.exits.fuse != kClean)
    return ReportUsage({DiagKind::kBadArgument, {}, "invalid --fuse-exit: expected --unit beside it", "", {}});
  if (options.unit.given()) return FuzzOneUnit(options, *std::move(campaign));
  campaign->tell_unread = NoteUnreadSeeds;
  Result<CampaignResult> result = RunCampaign(*campaign);
  if (!result.ok()) return ReportFile(result.error(), &ctx);
  NoteUnjudged(*campaign, *result);
  if (options.json) {
    PrintJson(CampaignJson(result->tally, result->seconds, result->findings));
  } else {
    PrintSummary(*campaign, *result);
    if (!campaign->out.empty()) fmt::print("report: {}/report.html\n", campaign->out);
  }
  return AnyNew(result->findings) ? options.exits.findings : kClean;
}

// The options that AskedOf has written down.
FuzzOptions OptionsOf(const CampaignIdentity& campaign) {
  auto text = [&](const char* name) {
    auto found = campaign.options.find(name);
    return found == campaign.options.end() ? std::string() : found->second;
  };
  auto words = [&](const char* name) {
    std::vector<std::string> list;
    std::istringstream in(text(name));
    for (std::string word; in >> word;) list.push_back(word);
    return list;
  };
  FuzzOptions options;
  options.subject = campaign.subject;
  options.target = campaign.target;
  options.oracles = words("oracle");
  options.seed = campaign.seed;
  options.runs = campaign.cases;
  options.no_out = options.no_known = options.quiet = true;
  options.generation = {text("profile"), words("op"), words("dtype"), std::atoi(text("bindings").c_str())};
  options.passes = words("pass");
  options.config = words("config");
  options.faults = words("faults");
  options.no_sweep = !text("no-sweep").empty();
  return options;
}

}  // namespace

std::optional<FindingMessage> MadeAgain(const UnitSummary& unit, uint64_t run) {
  const CampaignIdentity& campaign = unit.campaign;
  // What its modules were made from is not at hand.
  if (!unit.snapshot.empty() || campaign.options.contains("seeds") || campaign.build != BuildIdentity()) return {};
  Context ctx;
  Result<CampaignOptions> options = CampaignOf(ctx, OptionsOf(campaign));
  if (!options.ok()) return {};
  CaseSource source(*options);
  if (!source.Load().ok()) return {};
  Case c = source.Make(ctx, run, Corpus()).c;
  FindingMessage message;
  message.run = run;
  message.module = PrintModule(c.module);
  message.entry = c.entry;
  message.passes = PassesToJson(c.passes);
  message.config = OptionsToJson(c.config);
  message.input_seeds = source.InputSeeds(run);
  message.bytes = Serialize(c.module);
  return message;
}

// How much is made of what of the subject's code is reached.
void AddCoverageFlag(Command sub, std::string& coverage) {
  AddChoice(
      sub, "--coverage", coverage,
      "Which blocks of the subject's code are reached: not watched, told by the report, or also preferred: modules "
      "that reach new ones are moved on from, passes that do are tried more often",
      {std::begin(kCoverageWays), std::end(kCoverageWays)});
}

void AddFuzz(Command app, Job& job) {
  auto options = std::make_shared<FuzzOptions>();
  Command sub = app.AddSubcommand("fuzz", "Fuzz: generate random modules, check them with all oracles, save failures");
  sub.AddOption("--subject", options->subject, "What is tested: " + SubjectForms())
      .ShowDefault("native, or the campaign's that is resumed");
  sub.AddOption("--against", options->against,
                "Report only what the subject does wrong and this one does not: a fork against its release");
  AddTargetFlag(sub, options->target, "this machine's processor, or the campaign's that is resumed");
  AddPythonPathFlag(sub, options->python_path);
  sub.AddOption("--oracle", options->oracles, "all, or names (commas or repeated)");
  AddDuration(sub, "--time", options->seconds, "How long: 60s, 5m, 2h [default: 60s unless --runs is given]");
  AddWhole(sub, "--runs,--cases", options->runs,
           "How many cases, with --resume from the campaign's beginning, with --unit of each unit", kSome);
  AddWhole(sub, "--jobs", options->jobs, "Worker processes", Jobs()).ShowDefault();
  AddWhole(sub, "--seed", options->seed, "The same seed gives the same cases", kAnySeed).ShowDefault();
  sub.AddOption(
      "--out", options->out,
      "Findings and reports go here: missing or empty, or with --resume a campaign's [default: findings/DATE-TIME]");
  sub.AddFlag("--no-out", options->no_out, "Keep no findings and write no reports").Excludes("--out");
  AddGenerationFlags(sub, options->generation);
  sub.AddOption(
      "--pass,--passes", options->passes,
      "Only these passes, with options as for opt --passes; package.module:Name is your own pass on a TVM, of "
      "which alone findings are then (with --oracle: of all that these oracles see)");
  sub.AddOption("--config", options->config, "Extra PassContext config, beside what is drawn");
  AddCoverageFlag(sub, options->coverage);
  sub.AddOption("--seeds", options->seeds,
                "TVMScript or recorded suites (.jsonl, .jsonl.xz), files or folders, to try first");
  sub.AddFlag("--no-sweep", options->no_sweep,
              "Only random cases: none from the table of operators, dtypes, values, extents and attributes");
  sub.AddOption("--faults", options->faults, "Switch historical bugs on (./dev faults has a build with them)");
  AddKnownFlags(sub, options->known, options->no_known);
  sub.AddFlag("--resume", options->resume, "Go on with the campaign in --out").Needs("--out");
  sub.AddFlag("--stop-at-finding", options->stop, "End at the first new finding");
  AddUnitFlag(
      sub, options->unit,
      "Unit K of N of a campaign on many machines: cases K*RUNS to (K+1)*RUNS of --seed, into the folder --out, "
      "for assay merge")
      .Excludes("--resume")
      .Excludes("--stop-at-finding")
      .Excludes("--coverage");
  sub.AddOption(
         "--since", options->since,
         "Only passes that differ from this revision, in the checkout around the current folder; all, where none does")
      .TypeName("REVISION")
      .Excludes("--pass")
      .Excludes("--resume")
      .Excludes("--unit");
  sub.AddOption("--snapshot", options->unit.snapshot, "A merge's folder, whose corpus a unit's runs move on from")
      .Needs("--unit");
  sub.AddOption("--only", options->unit.only, "Of the unit these cases alone, without --out for looking")
      .TypeName("A-B")
      .Needs("--unit");
  sub.AddOption("--leave-out", options->unit.leave_out,
                "Cases that end the machine (commas or repeated): reported as such, and not done")
      .TypeName("CASE")
      .Needs("--unit");
  AddWhole(sub, "--findings-exit", options->exits.findings,
           "The exit code with findings: 0 where a scheduler takes others for failures", {0, 1})
      .ShowDefault();
  AddWhole(sub, "--fuse-exit", options->exits.fuse,
           "The exit code of a unit that --time ended before its cases were done, such as 75", {0, 125})
      .ShowDefault();
  sub.AddFlag("--quiet", options->quiet, "No progress line");
  sub.AddFlag("--json", options->json, "One JSON object on standard output");
  sub.SetJob(job, [options] { return Fuzz(*options); });
}

}  // namespace assay
