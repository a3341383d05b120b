// UnitCopies: all copies of all units that a merge has seen, but for those that another one says all of: a unit that
// came twice counts once, and one of more cases takes the place of one of fewer. Copies of the same work that say
// otherwise of a case both stay, which is a finding. What is kept does not depend on the order in which copies come.
// Tested by unit_copies_test.cc.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/support/result.h"

namespace assay {

// What of a copy is compared; its trail stays on the disk.
struct CopyKey {
  uint64_t unit = 0;
  // Of the work (UnitSummary::Id), of what is compared, and of what stands outside of that.
  std::string id = {}, digest = {}, outside = {};
  uint64_t cases = 0, clocked = 0;
  std::string place = {};
};

// Two copies of one work that are not the same, and the first case (from the campaign's beginning) of which they say
// otherwise; nothing where they agree on each case and yet are other bytes.
struct CopiesDiffer {
  uint64_t unit = 0;
  std::string one, other;
  std::optional<uint64_t> run;
};

// How two trails of one work stand to each other.
struct TrailRelation {
  // The first line of both that is not the same, where no clock had a part.
  std::optional<uint64_t> differs = {};
  // All that the first says, the second says as well; and the other way round.
  bool covered = false, covers = false;
};
TrailRelation CompareTrails(std::string_view one, std::string_view other);

class UnitCopies {
 public:
  // Reads the trail of a copy: from its folder.
  using ReadTrail = std::function<Result<std::string>(const CopyKey&)>;
  explicit UnitCopies(uint64_t cases, ReadTrail read_trail) : cases_(cases), read_trail_(std::move(read_trail)) {}

  // Whether the copy stays; what it takes the place of goes. Diag where a trail cannot be read.
  Result<bool> Add(CopyKey copy);

  // By unit. The first of several is the one that counts: most cases, fewest given up by the clock.
  const std::map<uint64_t, std::vector<CopyKey>>& units() const { return units_; }
  // A unit had several copies, or one that is gone since: what was added up on the way is wrong.
  bool replaced() const { return replaced_; }
  // By unit, digests in order.
  Result<std::vector<CopiesDiffer>> Differing() const;

 private:
  // Whether all that `one` says, `other` says as well.
  Result<bool> IsCovered(const CopyKey& one, const CopyKey& other) const;

  // Of a unit.
  uint64_t cases_;
  ReadTrail read_trail_;
  std::map<uint64_t, std::vector<CopyKey>> units_;
  bool replaced_ = false;
};

}  // namespace assay
