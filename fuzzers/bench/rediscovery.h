// Rediscovery: historical bugs switched on one at a time, campaigns until one is found, and how long that took; the
// measure of the oracles and of the generators together. Tested by rediscovery_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fuzzers/campaign/campaign.h"

namespace assay {

// A historical bug as its table has it.
struct PlantedBug {
  std::string name, component, klass;
  // Any of them may be the first to see it; what other oracles see ends no campaign.
  std::vector<std::string> oracles;
};

struct RediscoveryOptions {
  std::vector<PlantedBug> bugs;
  // Campaigns for each bug, with seeds from `first_seed` on, of at most so many seconds each.
  uint64_t seeds = 5;
  uint64_t first_seed = 1;
  double seconds = 120;
  // Whether campaigns lay baits.
  bool baits = true;
  // Whether they begin with the project's own texts (campaign/own_texts.h).
  bool own_texts = true;
  // Makes this bug, and no other, part of what is tested from now on; none where the name is empty.
  std::function<void(const std::string& name)> switch_on;
  // Called after each campaign.
  std::function<void(const struct RediscoveryTrial&)> progress = nullptr;
};

// One campaign. `seconds` is until the finding came up, reduction aside, or all of them where none did; of its
// processor.
struct RediscoveryTrial {
  std::string bug;
  uint64_t seed = 0;
  bool found = false;
  std::string oracle;
  std::string pass;
  // Whether the oracle is one that the bug's row names, alone or among those that saw it as well.
  bool expected = false;
  uint64_t runs = 0;
  double seconds = 0;
  int reduced_lines = 0;
};

struct RediscoveryResult {
  std::vector<PlantedBug> bugs;
  double budget = 0;
  // By bug, then by seed.
  std::vector<RediscoveryTrial> trials;

  double found_share() const;
  std::vector<const RediscoveryTrial*> TrialsOf(const std::string& bug) const;
};

// Diag of the first campaign that could not run.
Result<RediscoveryResult> MeasureRediscovery(const RediscoveryOptions& options);

// Of the trials' seconds, those without a finding counted as endless: infinity when half of them have none.
double MedianSeconds(const std::vector<const RediscoveryTrial*>& trials);

// The object that `bench rediscovery --json` prints.
nlohmann::json RediscoveryJson(const RediscoveryResult& result);
// A page with the table and the share of trials without a finding over time, as one file.
std::string RediscoveryPage(const RediscoveryResult& result);

}  // namespace assay
