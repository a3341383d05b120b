// UnitBook: what a unit comes to, case by case in their order; whatever worked on them, and beside what. A bucket's
// representative is its smallest case, and of several of one size the first. Tested by unit_book_test.cc.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/campaign/case_outcome.h"
#include "fuzzers/campaign/finding_message.h"
#include "fuzzers/campaign/known_bugs.h"
#include "fuzzers/units/summary.h"

namespace assay {

// One case with all that was made of it.
struct FinishedCase {
  CaseOutcome outcome;
  // Of the crash, where the worker did not survive it.
  std::string crash_signature = {};
  bool crashed() const { return !crash_signature.empty(); }
  // What was reduced, or was left as it is; and whether a clock had a part in that.
  struct Found {
    FindingMessage message;
    bool of_clock = false;
  };
  std::vector<Found> found = {};
};

// By what the representative of a bucket is chosen, the least first: not by a clock, shown again, size, unit, case.
struct RepresentativeRank {
  bool of_clock = false, flaky = false;
  // Bytes of the reduced module's text.
  uint64_t size = 0;
  uint64_t unit = 0, run = 0;
  // Of its files, where all else is the same.
  std::string digest;
  friend auto operator<=>(const RepresentativeRank&, const RepresentativeRank&) = default;
};

class UnitBook {
 public:
  // `snapshot`: what the runs move on from, of which nothing is kept again.
  UnitBook(const CampaignOptions& options, UnitSummary summary, const KnownBugs& known, const Corpus& snapshot);

  // Cases come in order.
  void Add(FinishedCase one);

  // All files of the unit's folder but the manifest.
  std::map<std::string, std::string> Files() const;
  const UnitSummary& summary() const { return summary_; }
  // As campaigns list them; `folder` is where the unit will stand.
  std::vector<FindingRecord> Records(const std::string& folder) const;
  // Cases in which a clock had a part.
  size_t of_clock() const { return clocked_.size(); }

 private:
  struct Bucket {
    RepresentativeRank rank;
    FindingMessage message;
    std::set<std::string> seers;
    uint64_t seen = 0;
    const KnownBug* known = nullptr;
  };
  using Buckets = std::map<std::string, Bucket>;

  void Take(Buckets& buckets, const FindingMessage& message, bool of_clock);
  void Learn(const CaseOutcome& outcome);
  std::string TrailOf(const FinishedCase& one) const;
  BucketSummary SummaryOf(const Bucket& bucket) const;
  FindingRecord RecordOf(const std::string& id, const Bucket& bucket) const;
  void AddFiles(const Buckets& buckets, bool outside, std::map<std::string, std::string>& files) const;

  const CampaignOptions& options_;
  UnitSummary summary_;
  const KnownBugs& known_;
  std::set<uint32_t> reached_;
  std::vector<Corpus::Entry> kept_;
  Buckets buckets_, outside_;
  std::string trail_;
  // Runs, and why.
  std::map<uint64_t, std::string> clocked_;
};

}  // namespace assay
