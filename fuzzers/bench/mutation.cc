#include "fuzzers/bench/mutation.h"

#include <algorithm>
#include <ctime>
#include <map>

#include <fmt/format.h>

#include "fuzzers/bench/mutation_state.h"
#include "fuzzers/bench/recorded_changes.h"
#include "ir/support/check.h"
#include "ir/support/clock.h"
#include "ir/support/file.h"
#include "ir/support/hash.h"
#include "ir/support/interrupt.h"
#include "ir/support/read_json.h"
#include "oracles/conform/isolate.h"
#include "oracles/conform/read_suite.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

// A campaign's seconds are of its processor; on a busy machine they take longer, and what hangs for good takes this
// long.
constexpr double kSlowest = 20;

bool IsPassOf(const MutantSpec& mutant, std::string_view pass) {
  return fmt::format(" {} ", mutant.passes).find(fmt::format(" {} ", pass)) != std::string::npos;
}

std::vector<PassCall> PassesOf(const MutantSpec& mutant) {
  std::vector<PassCall> calls;
  for (const PassSpec* pass : AllRelaxAndTirPasses()) {
    if (IsPassOf(mutant, pass->name)) calls.push_back({pass, {}});
  }
  return calls;
}

CampaignOptions CampaignAgainst(const MutationOptions& options, double seconds) {
  CampaignOptions campaign = options.campaign;
  campaign.seed = options.seed;
  campaign.seconds = seconds;
  campaign.cpu_seconds = true;
  campaign.quiet = true;
  campaign.stop_at_finding = true;
  // What was found is not read by anyone.
  campaign.reduce_seconds = 0.01;
  return campaign;
}

// Runs one campaign; whether it found something.
bool Hunt(const CampaignOptions& campaign, MutationTrial& trial) {
  Result<CampaignResult> result = RunCampaign(campaign);
  if (!result.ok()) return false;
  trial.runs += result->tally.runs;
  if (result->findings.empty()) {
    trial.seconds += result->seconds;
    return false;
  }
  const FindingRecord& first = result->findings.front();
  trial.killed = true;
  trial.oracle = first.oracle;
  trial.pass = first.pass;
  trial.seconds += first.at_seconds;
  return true;
}

// Contracts of TIR passes, on kernels that no campaign has (functions that take pointers, vectors with predicates): so
// many of each pass in turn until the processor's seconds are over. The first breach, if there is one.
std::optional<std::pair<std::string_view, ContractBreach>> FirstBreach(const MutationOptions& options,
                                                                       std::span<const PassSpec* const> passes,
                                                                       double seconds, uint64_t& kernels) {
  constexpr uint64_t kKernels = 8;
  Context ctx;
  std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  for (uint64_t turn = 0; std::clock() < end; ++turn) {
    const PassSpec* pass = passes[turn % passes.size()];
    Result<std::vector<PassCall>> before = ParsePassList(ctx, PassesBefore(pass->name));
    ASSAY_CHECK(before.ok(), "passes in front of TIR passes are a list");
    PassContractResult result = options.contract(
        {.pass = {pass, {}}, .before = *before, .kernels = kKernels, .seed = options.seed + turn * kKernels});
    kernels += result.kernels;
    if (!result.breaches.empty()) return std::pair(pass->name, result.breaches.front());
  }
  return std::nullopt;
}

// Those of the mutant that are about kernels; of the back end's, all there are.
std::vector<const PassSpec*> TirPassesOf(const MutantSpec& mutant) {
  if (mutant.file.starts_with("vm/")) return {TirPasses().begin(), TirPasses().end()};
  std::vector<const PassSpec*> passes;
  for (const PassCall& call : PassesOf(mutant)) {
    if (IsTirPass(*call.pass)) passes.push_back(call.pass);
  }
  return passes;
}

// In a process of its own, which may crash or hang.
void Contracts(const MutationOptions& options, std::span<const PassSpec* const> passes, double seconds,
               MutationTrial& trial) {
  auto look = [&](size_t) {
    uint64_t kernels = 0;
    auto breach = FirstBreach(options, passes, seconds, kernels);
    nlohmann::json said{{"kernels", kernels}};
    if (breach) said.update({{"contract", breach->second.contract}, {"pass", breach->first}});
    return said.dump();
  };
  IsolateOptions isolate{
      .jobs = 1, .case_seconds = kSlowest * seconds, .memory_bytes = 0, .batch = 1, .progress = nullptr};
  IsolatedResult answer = RunIsolated(1, look, isolate).front();
  nlohmann::json said = answer.finished ? JsonOf(answer.text) : nlohmann::json();
  trial.seconds += seconds;
  trial.killed = !said.is_object() || said.contains("contract");
  if (!trial.killed) {
    trial.runs += said["kernels"].get<uint64_t>();
    return;
  }
  trial.oracle =
      said.is_object() ? fmt::format("contract {}", said["contract"].get<std::string>()) : "no_crash_or_hang";
  trial.pass = said.is_object() ? said["pass"].get<std::string>() : std::string(passes.front()->name);
}

void Campaigns(const MutationOptions& options, double left, MutationTrial& trial) {
  std::vector<PassCall> own = PassesOf(trial.mutant);
  std::vector<const PassSpec*> kernels = TirPassesOf(trial.mutant);
  if (!kernels.empty()) {
    Contracts(options, kernels, left / 4, trial);
    if (trial.killed) return;
    left -= left / 4;
  }
  if (!own.empty()) {
    CampaignOptions narrow = CampaignAgainst(options, left / 2);
    narrow.passes = own;
    if (Hunt(narrow, trial)) return;
    left /= 2;
  }
  Hunt(CampaignAgainst(options, left), trial);
}

void Suites(const RecordedChanges* recorded, MutationTrial& trial) {
  if (recorded == nullptr) return;
  trial.seconds += recorded->seconds();
  std::optional<ConformFailure> failure = recorded->First();
  if (!failure) return;
  trial.killed = true;
  trial.oracle = std::string(MutationTrial::kSuitePrefix) + failure->suite;
  trial.pass = failure->group;
}

MutationTrial Try(const MutationOptions& options, const RecordedChanges* recorded, const MutantSpec& mutant) {
  options.switch_on(mutant.number);
  MutationTrial trial{.mutant = mutant};
  double left = options.seconds - (recorded == nullptr ? 0 : recorded->seconds());
  if (options.suites_first) Suites(recorded, trial);
  if (!trial.killed) Campaigns(options, left, trial);
  if (!trial.killed && !options.suites_first) Suites(recorded, trial);
  return trial;
}

// Trials travel from children as JSON.
MutationTrial Decode(const MutantSpec& mutant, const IsolatedResult& answer, double budget) {
  nlohmann::json json = answer.finished ? JsonOf(answer.text) : nlohmann::json();
  if (std::optional<MutationTrial> trial = TrialOf(mutant, json)) return *trial;
  // The campaign's own process died of it: somebody would have noticed.
  return {.mutant = mutant, .killed = true, .oracle = "the campaign itself", .seconds = budget};
}

// So many of them, in the order of numbers. Each has a rank of its own, by what it is and by the seed, so that a change
// elsewhere in the sources leaves the sample as it was, and two builds are compared by the same mutants.
std::vector<MutantSpec> Drawn(std::vector<MutantSpec> mutants, size_t sample, uint64_t seed) {
  std::map<uint64_t, uint64_t> seen;
  std::vector<std::pair<uint64_t, MutantSpec>> ranked;
  for (const MutantSpec& one : mutants) {
    uint64_t what = HashText(one.text, HashText(one.kind, HashText(one.file, HashCombine(0, seed))));
    ranked.emplace_back(HashCombine(what, seen[what]++), one);
  }
  std::ranges::sort(ranked, {}, [](const auto& one) { return std::pair(one.first, one.second.number); });
  ranked.resize(std::min(ranked.size(), sample));
  mutants.clear();
  for (const auto& [rank, one] : ranked) mutants.push_back(one);
  std::ranges::sort(mutants, {}, &MutantSpec::number);
  return mutants;
}

void Review(const std::vector<ReviewedMutant>& reviewed, MutationTrial& trial) {
  for (const ReviewedMutant& one : reviewed) {
    bool same = one.file == trial.mutant.file && one.kind == trial.mutant.kind && one.text == trial.mutant.text;
    if (!same || trial.killed) continue;
    trial.reason = one.reason;
    trial.equivalent = one.equivalent;
  }
}

// Without any mutant.
Status ContractsHold(const MutationOptions& options) {
  bool asked = std::ranges::any_of(options.mutants, [](const MutantSpec& one) { return !TirPassesOf(one).empty(); });
  if (!asked) return Done{};
  MutationTrial trial;
  std::vector<const PassSpec*> passes(TirPasses().begin(), TirPasses().end());
  Contracts(options, passes, options.baseline_seconds, trial);
  if (!trial.killed || Interrupted()) return Done{};
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("without any mutant {} of {} is broken", trial.oracle, trial.pass),
              "",
              {}};
}

Status RunBaseline(const MutationOptions& options) {
  options.switch_on(0);
  CampaignOptions baseline = CampaignAgainst(options, options.baseline_seconds);
  baseline.jobs = options.jobs;
  ASSAY_TRY(CampaignResult result, RunCampaign(baseline));
  if (result.findings.empty()) return ContractsHold(options);
  const FindingRecord& first = result.findings.front();
  return Diag{DiagKind::kBadArgument,
              {},
              fmt::format("without any mutant there is a finding of {}: {}", first.oracle, first.detail),
              "",
              {}};
}

// What the baseline reaches, or what the state knows of that.
Result<std::vector<MutantSpec>> Reached(const MutationOptions& options, MutationState& state) {
  std::vector<MutantSpec> reached;
  if (!state.reached()) {
    ASSAY_RETURN_IF_ERROR(RunBaseline(options));
    if (Interrupted())
      return Diag{DiagKind::kEnvironment, {}, "interrupted before it was known which mutants are reached", "", {}};
    std::vector<uint32_t> numbers;
    for (const MutantSpec& one : options.mutants) {
      if (options.reached(one.number)) numbers.push_back(one.number);
    }
    ASSAY_RETURN_IF_ERROR(state.SetReached(std::move(numbers)));
  }
  std::ranges::copy_if(options.mutants, std::back_inserter(reached),
                       [&](const MutantSpec& one) { return std::ranges::binary_search(*state.reached(), one.number); });
  return reached;
}

// Tries those that the state does not know, and lets it know them.
void TryMissing(const MutationOptions& options, const RecordedChanges* recorded, const std::vector<MutantSpec>& drawn,
                MutationState& state) {
  std::vector<MutantSpec> missing;
  std::ranges::copy_if(drawn, std::back_inserter(missing),
                       [&](const MutantSpec& one) { return state.Find(one.number) == nullptr; });
  IsolateOptions isolate{.jobs = options.jobs,
                         .case_seconds = kSlowest * options.seconds + 600,
                         .memory_bytes = 0,
                         .batch = 1,
                         .progress = nullptr};
  // What was being tried when the measurement is interrupted was not seen to the end.
  isolate.finished = [&](size_t i, const IsolatedResult& answer) {
    if (!Interrupted()) state.Add(Decode(missing[i], answer, options.seconds));
  };
  if (options.progress)
    isolate.progress = [&](size_t done) { options.progress(drawn.size() - missing.size() + done, drawn.size()); };
  RunIsolated(missing.size(), [&](size_t i) { return TrialJson(Try(options, recorded, missing[i])).dump(); }, isolate);
}

// Whether those that campaigns leave show at all, where the state does not know.
Status Detect(const MutationOptions& options, const std::vector<MutantSpec>& drawn, MutationState& state) {
  DetectorOptions detector{.mutants = {},
                           .modules = options.shown_on,
                           .seed = options.seed,
                           .jobs = options.jobs,
                           .make_subject = options.campaign.make_subject,
                           .seed_files = options.shown_by,
                           .generate = options.campaign.generate,
                           .switch_on = options.switch_on,
                           .reached = options.reached,
                           .forget = options.forget};
  for (const MutantSpec& one : drawn) {
    const MutationTrial* trial = state.Find(one.number);
    bool left = trial != nullptr && !trial->killed_by_campaign();
    if (left && !trial->detected) detector.mutants.push_back(one);
  }
  if (options.shown_on == 0 || detector.mutants.empty() || Interrupted()) return Done{};
  ASSAY_TRY(std::vector<DetectedMutant> detected, DetectMutants(detector));
  if (Interrupted()) return Done{};
  for (const DetectedMutant& one : detected) state.AddDetected(one);
  return Done{};
}

// Asked before the campaigns, which take longer.
Status SuitesAreThere(const MutationOptions& options) {
  for (const std::string& suite : options.suites) {
    ASSAY_RETURN_IF_ERROR(SuiteFiles(suite));
  }
  return Done{};
}

// What suites say without any mutant, once it is clear that they can be judged within a campaign's seconds.
Result<std::optional<RecordedChanges>> OpenSuites(const MutationOptions& options) {
  if (options.suites.empty()) return std::optional<RecordedChanges>();
  options.switch_on(0);
  ASSAY_TRY(RecordedChanges recorded, RecordedChanges::Open(options.suites, options.campaign.make_subject));
  if (recorded.seconds() < options.seconds / 2) return std::optional(std::move(recorded));
  std::string message = fmt::format("the suites take {:.2f} s, which leaves campaigns less than half of {:.2f} s",
                                    recorded.seconds(), options.seconds);
  return Diag{DiagKind::kBadArgument, {}, std::move(message), "", {}};
}

template <class Counts>
double Share(const std::vector<MutationTrial>& trials, Counts&& counts) {
  size_t killed = 0, counted = 0;
  for (const MutationTrial& trial : trials) {
    killed += trial.killed && counts(trial) ? 1 : 0;
    counted += trial.equivalent ? 0 : 1;
  }
  return counted == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(counted);
}

}  // namespace

std::string LayerOf(const MutantSpec& mutant) {
  return std::string(mutant.file.substr(0, std::min(mutant.file.rfind('/'), mutant.file.size())));
}

bool MutationTrial::blamed() const { return !pass.empty() && IsPassOf(mutant, pass); }

double MutationResult::shown_share() const {
  size_t killed = 0, shown = 0;
  for (const MutationTrial& trial : trials) {
    killed += trial.killed_by_campaign() ? 1 : 0;
    shown += trial.shows() ? 1 : 0;
  }
  return shown == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(shown);
}

double MutationResult::blamed_share() const {
  size_t killed = 0, blamed = 0;
  for (const MutationTrial& trial : trials) {
    if (!trial.killed_by_campaign() || trial.mutant.passes.empty()) continue;
    ++killed;
    blamed += trial.blamed() ? 1 : 0;
  }
  return killed == 0 ? 1 : static_cast<double>(blamed) / static_cast<double>(killed);
}

double MutationResult::killed_share() const {
  return Share(trials, [](const MutationTrial&) { return true; });
}

double MutationResult::campaign_share() const {
  return Share(trials, [](const MutationTrial& trial) { return !trial.killed_by_suite(); });
}

Result<MutationResult> MeasureMutation(const MutationOptions& options) {
  double start = Now();
  ASSAY_RETURN_IF_ERROR(SuitesAreThere(options));
  ASSAY_TRY(MutationState state, MutationState::Open(options));
  ASSAY_TRY(std::vector<MutantSpec> reached, Reached(options, state));
  MutationResult result{.mutants = options.mutants.size(),
                        .reached = reached.size(),
                        .budget = options.seconds,
                        .suites_first = options.suites_first,
                        .trials = {}};
  std::vector<MutantSpec> drawn = Drawn(reached, options.sample, options.seed);
  ASSAY_TRY(std::optional<RecordedChanges> recorded, OpenSuites(options));
  TryMissing(options, recorded ? &*recorded : nullptr, drawn, state);
  ASSAY_RETURN_IF_ERROR(Detect(options, drawn, state));
  for (const MutantSpec& one : drawn) {
    const MutationTrial* tried = state.Find(one.number);
    // The measurement was interrupted before its turn.
    if (tried == nullptr) continue;
    result.trials.push_back(*tried);
    Review(options.reviewed, result.trials.back());
  }
  result.seconds = Now() - start;
  return result;
}

nlohmann::json TrialJson(const MutationTrial& trial) {
  return {{"killed", trial.killed},
          {"oracle", trial.oracle},
          {"pass", trial.pass},
          {"runs", trial.runs},
          {"seconds", trial.seconds}};
}

std::optional<MutationTrial> TrialOf(const MutantSpec& mutant, const nlohmann::json& json) {
  auto has = [&](const char* key, auto is) { return json.contains(key) && (json[key].*is)(); };
  using Json = nlohmann::json;
  bool whole = json.is_object() && has("killed", &Json::is_boolean) && has("oracle", &Json::is_string) &&
               has("pass", &Json::is_string) && has("runs", &Json::is_number_unsigned) &&
               has("seconds", &Json::is_number);
  if (!whole) return std::nullopt;
  return MutationTrial{.mutant = mutant,
                       .killed = json["killed"].get<bool>(),
                       .oracle = json["oracle"].get<std::string>(),
                       .pass = json["pass"].get<std::string>(),
                       .runs = json["runs"].get<uint64_t>(),
                       .seconds = json["seconds"].get<double>()};
}

nlohmann::json MutationJson(const MutationResult& result) {
  nlohmann::json rows = nlohmann::json::array();
  for (const MutationTrial& trial : result.trials) {
    rows.push_back({{"number", trial.mutant.number},
                    {"file", trial.mutant.file},
                    {"line", trial.mutant.line},
                    {"kind", trial.mutant.kind},
                    {"text", trial.mutant.text},
                    {"killed", trial.killed},
                    {"oracle", trial.oracle},
                    {"pass", trial.pass},
                    {"runs", trial.runs},
                    {"seconds", trial.seconds},
                    {"reason", trial.reason},
                    {"equivalent", trial.equivalent},
                    {"passes", trial.mutant.passes},
                    {"shown", trial.detected ? std::string(ShownName(trial.detected->shown)) : ""},
                    {"shown_by", trial.detected ? trial.detected->where : ""},
                    {"shown_run", trial.detected ? trial.detected->run : 0}});
  }
  return {{"killed_share", result.killed_share()},
          {"campaign_share", result.campaign_share()},
          {"shown_share", result.shown_share()},
          {"blamed_share", result.blamed_share()},
          {"mutants", result.mutants},
          {"reached", result.reached},
          {"budget", result.budget},
          {"suites_first", result.suites_first},
          {"seconds", result.seconds},
          {"trials", rows}};
}

Result<std::vector<ReviewedMutant>> ReadReviewed(const std::string& path) {
  ASSAY_TRY(std::string text, ReadFile(path));
  ASSAY_TRY(nlohmann::json json, ParseJson(text, path));
  std::vector<ReviewedMutant> reviewed;
  for (const nlohmann::json& item : json.is_array() ? json : nlohmann::json::array({nullptr})) {
    auto word = [&](const char* key) {
      return item.is_object() && item.contains(key) && item[key].is_string() ? item[key].get<std::string>() : "";
    };
    ReviewedMutant one{word("file"), word("kind"), word("text"), word("reason"), false};
    if (one.file.empty() || one.text.empty() || one.reason.empty()) {
      return Diag{DiagKind::kCorrupt,
                  {},
                  fmt::format("{} is no list of {{\"file\", \"kind\", \"text\", \"reason\"}}", path),
                  "",
                  {}};
    }
    one.equivalent = item.contains("equivalent") && item["equivalent"].is_boolean() && item["equivalent"].get<bool>();
    reviewed.push_back(std::move(one));
  }
  return reviewed;
}

}  // namespace assay
