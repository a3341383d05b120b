#include "fuzzers/bench/rediscovery.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/support/interrupt.h"

namespace assay {
namespace {

// The finding's own oracle where the row names that or none that saw it.
std::string OracleOf(const PlantedBug& bug, const FindingRecord& finding) {
  auto named = [&](const std::string& oracle) { return std::ranges::find(bug.oracles, oracle) != bug.oracles.end(); };
  auto other = std::ranges::find_if(finding.also, named);
  return named(finding.oracle) || other == finding.also.end() ? finding.oracle : *other;
}

Result<RediscoveryTrial> Try(const PlantedBug& bug, uint64_t seed, const RediscoveryOptions& options) {
  CampaignOptions campaign;
  campaign.baits = options.baits;
  campaign.own_texts = options.own_texts;
  campaign.seed = seed;
  campaign.seconds = options.seconds;
  campaign.cpu_seconds = true;
  campaign.stop_at_finding = true;
  campaign.stop_oracles = bug.oracles;
  campaign.quiet = true;
  campaign.faults = {bug.name};
  campaign.plant = [&](bool planted) { options.switch_on(planted ? bug.name : ""); };
  ASSAY_TRY(CampaignResult result, RunCampaign(campaign));
  RediscoveryTrial trial;
  trial.bug = bug.name;
  trial.seed = seed;
  trial.runs = result.tally.runs;
  trial.seconds = result.seconds;
  if (result.findings.empty()) return trial;
  auto named =
      std::ranges::find_if(result.findings, [&](const FindingRecord& finding) { return finding.SeenBy(bug.oracles); });
  const FindingRecord& first = named == result.findings.end() ? result.findings.front() : *named;
  trial.found = true;
  trial.oracle = OracleOf(bug, first);
  trial.pass = first.pass;
  trial.expected = named != result.findings.end();
  // Others saw it before, and the campaign went on until this one did.
  bool later = trial.oracle != first.oracle;
  trial.runs = later ? result.tally.runs : first.run + 1;
  trial.seconds = later ? result.seconds : first.at_seconds;
  trial.reduced_lines = first.reduced_lines;
  return trial;
}

}  // namespace

double RediscoveryResult::found_share() const {
  if (trials.empty()) return 0;
  auto found = std::ranges::count_if(trials, [](const RediscoveryTrial& trial) { return trial.found; });
  return static_cast<double>(found) / static_cast<double>(trials.size());
}

std::vector<const RediscoveryTrial*> RediscoveryResult::TrialsOf(const std::string& bug) const {
  std::vector<const RediscoveryTrial*> found;
  for (const RediscoveryTrial& trial : trials) {
    if (trial.bug == bug) found.push_back(&trial);
  }
  return found;
}

Result<RediscoveryResult> MeasureRediscovery(const RediscoveryOptions& options) {
  RediscoveryResult result{options.bugs, options.seconds, {}};
  for (const PlantedBug& bug : options.bugs) {
    options.switch_on(bug.name);
    for (uint64_t i = 0; i < options.seeds; ++i) {
      ASSAY_TRY(RediscoveryTrial trial, Try(bug, options.first_seed + i, options));
      // A campaign that was broken off says nothing of its bug.
      if (Interrupted()) return result;
      result.trials.push_back(trial);
      if (options.progress) options.progress(trial);
    }
  }
  return result;
}

double MedianSeconds(const std::vector<const RediscoveryTrial*>& trials) {
  if (trials.empty()) return std::numeric_limits<double>::infinity();
  std::vector<double> seconds;
  for (const RediscoveryTrial* trial : trials) {
    seconds.push_back(trial->found ? trial->seconds : std::numeric_limits<double>::infinity());
  }
  std::ranges::sort(seconds);
  return seconds[seconds.size() / 2];
}

nlohmann::json RediscoveryJson(const RediscoveryResult& result) {
  nlohmann::json rows = nlohmann::json::array();
  for (const RediscoveryTrial& trial : result.trials) {
    rows.push_back({{"name", trial.bug},
                    {"seed", trial.seed},
                    {"found", trial.found},
                    {"oracle", trial.oracle},
                    {"pass", trial.pass},
                    {"expected", trial.expected},
                    {"runs", trial.runs},
                    {"seconds", trial.seconds},
                    {"reduced_lines", trial.reduced_lines}});
  }
  return {{"found_share", result.found_share()}, {"budget", result.budget}, {"faults", rows}};
}

}  // namespace assay
