// Units that no compiler had a part in, for tests and for measuring merges: as `fuzz --unit` writes them, with findings
// and entries that follow from seed, unit and case.
#pragma once

#include <map>
#include <set>
#include <string>

#include "fuzzers/units/summary.h"

namespace assay {

struct MadeUnits {
  uint64_t seed = 1;
  uint64_t units = 8, cases = 40;
  // In each unit.
  uint64_t entries = 10, findings = 3;
  // Signatures and features that there are.
  uint64_t signatures = 12, features = 60;

  CampaignIdentity Campaign() const;
  // All files of a unit but its manifest, as far as its first `done` cases. Cases in `clocked` (numbers within the
  // unit) were given up by the clock; case `other` says something else than it should, if it is there.
  std::map<std::string, std::string> Files(uint64_t unit, uint64_t done, const std::set<uint64_t>& clocked = {},
                                           std::optional<uint64_t> other = {}) const;
};

}  // namespace assay
