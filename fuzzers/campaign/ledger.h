// Ledger: the parent's book of findings. Merges by signature, stores new ones, announces them. Tested by store_test.cc.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/corpus.h"
#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/campaign/progress.h"
#include "fuzzers/campaign/store.h"
#include "oracles/report/history.h"

namespace assay {

class Ledger {
 public:
  Ledger(const CampaignOptions& options, const KnownBugs& known, Progress& progress)
      : options_(options), known_(known), progress_(progress) {}

  // Opens the store.
  Status Open();
  // What a worker found. Diag when it cannot be stored.
  Status Accept(const FindingMessage& message, double seconds);
  // Of this stretch; the store has the whole campaign's.
  Status SaveProgress(uint64_t runs, double seconds);
  // Modules of the corpus, each a file of its content's name; those of the campaign that is resumed.
  Status KeepModule(const Corpus::Entry& entry);
  void DropModules(const std::vector<std::string>& names);
  Result<Corpus> LoadCorpus();
  // Of this stretch; reports are of the whole campaign.
  Status WriteReports(const Tally& stretch, double stretch_seconds);

  const std::vector<FindingRecord>& findings() const { return findings_; }
  size_t new_findings() const;
  // A new finding of those at which the campaign is to end.
  bool HasWhatEnds() const;
  // Findings as often as they came in.
  uint64_t came_in() const;
  uint64_t runs_before() const { return store_ == nullptr ? 0 : store_->runs_before(); }
  double seconds_before() const { return store_ == nullptr ? 0 : store_->seconds_before(); }

 private:
  // One that was flaky shows after all: the case of this message stands for it from now on.
  Status Confirm(FindingRecord& known, const FindingMessage& message);
  // What is written down of this stretch, after what an earlier one wrote.
  Status SaveFacts();
  FindingFiles FilesOf(const FindingMessage& message, const FindingRecord& record) const;

  const CampaignOptions& options_;
  const KnownBugs& known_;
  Progress& progress_;
  std::unique_ptr<Store> store_;
  std::vector<FindingRecord> findings_;
  // What earlier stretches of this campaign counted.
  Tally tally_before_;
  // Of the runs before this one, and the signatures that the last of them had.
  std::vector<RunSummary> history_;
  std::set<std::string> before_;
};

}  // namespace assay
