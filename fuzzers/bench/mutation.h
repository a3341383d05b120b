// Mutation power: generic faults switched on one at a time, a campaign against each, and the share that the oracles
// see. Sites that nothing reaches without a fault are told apart: no oracle could see them. What campaigns leave goes
// to recorded suites, where there are any, and is counted apart. Tested by mutation_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzers/bench/mutation_detector.h"
#include "fuzzers/bench/pass_contracts.h"
#include "fuzzers/campaign/campaign.h"
#include "ir/support/mutant.h"

namespace assay {

// A survivor that somebody has looked at: what stood in which file, and why no oracle sees it.
struct ReviewedMutant {
  std::string file, kind, text, reason;
  // It computes the same: not counted.
  bool equivalent = false;
};

struct MutationOptions {
  std::vector<MutantSpec> mutants;
  // How many of those that are reached are tried.
  size_t sample = 200;
  uint64_t seed = 1;
  // A campaign's seconds; half of them with the mutant's own passes alone, where it has any.
  double seconds = 60;
  // The campaign without a fault, which shows what is reached.
  double baseline_seconds = 30;
  int jobs = 1;
  // What campaigns have beside that.
  CampaignOptions campaign;
  std::vector<ReviewedMutant> reviewed;
  // Recorded suites, files or folders: what they take to judge comes off a campaign's seconds.
  std::vector<std::string> suites;
  // Campaigns have what suites have left, instead of the other way round.
  bool suites_first = false;
  // How kernels' contracts are asked, of mutants that are about kernels.
  std::function<PassContractResult(const PassContractOptions&)> contract = CheckPassContract;
  // On how many generated modules it is looked whether what campaigns leave shows at all (mutation_detector.h), behind
  // the modules of `shown_by`, files or folders; 0: it is not.
  uint64_t shown_on = 0;
  std::vector<std::string> shown_by = {};
  std::function<void()> forget = [] {};
  // Where what is found out is kept at once, for the next measurement to go on from (mutation_state.h); empty: nowhere.
  std::string state;
  // Makes this mutant, and no other, part of what is tested from now on; 0: none.
  std::function<void(uint32_t number)> switch_on;
  std::function<bool(uint32_t number)> reached;
  // Called with how many are done.
  std::function<void(size_t done, size_t of)> progress = nullptr;
};

struct MutationTrial {
  MutantSpec mutant = {};
  bool killed = false;
  std::string oracle = "", pass = "";
  uint64_t runs = 0;
  double seconds = 0;
  // Of a reviewed survivor.
  std::string reason = "";
  bool equivalent = false;
  // Of one that campaigns leave, where that was looked for.
  std::optional<DetectedMutant> detected = {};

  // By a campaign or a contract, not by a suite.
  bool killed_by_campaign() const { return killed && !killed_by_suite(); }
  // They saw it, or could have seen more than a rewrite that is lost.
  bool shows() const { return killed_by_campaign() || (detected && detected->shown > Shown::kRewrite); }
  // The finding names a pass of the mutant's file. Only of mutants whose file has passes.
  bool blamed() const;

  // Not by a campaign.
  bool killed_by_suite() const { return oracle.starts_with(kSuitePrefix); }
  static constexpr std::string_view kSuitePrefix = "suite ";
};

struct MutationResult {
  size_t mutants = 0, reached = 0;
  double budget = 0, seconds = 0;
  // What campaigns killed is not all that they would have.
  bool suites_first = false;
  std::vector<MutationTrial> trials;

  // Of the trials, without those that are equivalent.
  double killed_share() const;
  // The same of what campaigns killed.
  double campaign_share() const;
  // Of those that show other than as a lost rewrite, what campaigns and contracts killed.
  double shown_share() const;
  // Of those that campaigns killed in files of passes, what bears the name of such a pass.
  double blamed_share() const;
};

// "passes/fuse", "vm/llvm": the folder of the mutant's file.
std::string LayerOf(const MutantSpec& mutant);

// Diag of the state's file, of the baseline campaign when it cannot run, or kBadArgument when that has findings: then
// no kill would mean anything.
Result<MutationResult> MeasureMutation(const MutationOptions& options);

// What became of a mutant, without what it is; back again, nothing where it is none.
nlohmann::json TrialJson(const MutationTrial& trial);
std::optional<MutationTrial> TrialOf(const MutantSpec& mutant, const nlohmann::json& json);
nlohmann::json MutationJson(const MutationResult& result);
// One self-contained page: the share by kind and by oracle, survivors with their reasons.
std::string MutationPage(const MutationResult& result);
// Reads [{"file", "kind", "text", "reason", "equivalent"}].
Result<std::vector<ReviewedMutant>> ReadReviewed(const std::string& path);

}  // namespace assay
