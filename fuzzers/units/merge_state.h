// MergeState: what a merge knows of all that it has read, and nothing of what it has yet to write (merge.h).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fuzzers/units/corpus_union.h"
#include "fuzzers/units/unit_copies.h"
#include "fuzzers/units/unit_source.h"

namespace assay {

// What is summed over units.
struct MergeTotals {
  struct Bucket {
    uint64_t seen = 0;
    std::set<std::string> seers;
    // Of all units that saw it: one to which it was new says that it is no bug on file, whatever others learned of it.
    std::string known_as, upstream;
    bool was_new = false;
  };
  Tally tally;
  std::map<std::string, Bucket> buckets;
  size_t whole = 0;
  uint64_t cases = 0, clocked = 0;

  void Add(const UnitHead& head);
};

class MergeState {
 public:
  // What all that is merged belongs to: the first that comes says it.
  Status Claim(const CampaignIdentity& campaign, const std::string& place);

  // A unit with all that its folder holds; whether it says anything new.
  Result<bool> Take(UnitSource source);
  // Parts of a merge.
  Result<bool> Take(UnitCopy copy);
  void Take(FoundFolder found);
  void Take(const FolderReader& folder, const CorpusFile& file);

  const std::optional<CampaignIdentity>& campaign() const { return campaign_; }
  // There once something was claimed.
  const UnitCopies& copies() const { return *copies_; }
  const std::map<std::string, FoundFolder>& findings() const { return findings_; }
  const CorpusUnion& corpus() const { return corpus_; }
  // Of the copies that count.
  Result<MergeTotals> Totals() const;

 private:
  std::optional<CampaignIdentity> campaign_;
  std::optional<UnitCopies> copies_;
  // By FindingId.
  std::map<std::string, FoundFolder> findings_;
  CorpusUnion corpus_;
  MergeTotals totals_;
};

// The signature of copies of one unit that are not the same: made anew by each merge, and taken from none.
const std::string& CopiesDifferSignature();

}  // namespace assay
