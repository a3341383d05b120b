// Which units of a campaign are yet to be done, and how engines are told. Tested by missing_units_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fuzzers/units/summary.h"
#include "ir/support/result.h"

namespace assay {

struct CopyFolder {
  std::string folder;
  // Of a merge, which keeps less of a unit than its engine left.
  bool of_merge = false;
};
// The folders of all copies of units in merges, folders of units, and folders of these. `passed_over` gets what was not
// looked into, and why. Diag kIo for what is not there.
Result<std::vector<CopyFolder>> CopiesIn(const std::vector<std::string>& paths, std::vector<std::string>& passed_over);

struct UnitsDone {
  // The first that is found says it; nothing where no unit is there.
  std::optional<CampaignIdentity> campaign;
  // The most cases of a copy, by unit.
  std::map<uint64_t, uint64_t> cases;
  // What could not be read, and why.
  std::vector<std::string> refused;
};

// Of merges, folders of units, and folders of these. What a merge would refuse is refused, and counts as not done. Diag
// kIo for what is not there.
Result<UnitsDone> UnitsIn(const std::vector<std::string>& paths);

struct UnitsLeft {
  uint64_t units = 0, cases = 0;
  std::vector<uint64_t> missing = {};
  // Unit and cases done.
  std::map<uint64_t, uint64_t> parts = {};

  // Both, in order.
  std::vector<uint64_t> All() const;
};
UnitsLeft LeftOf(const UnitsDone& done, uint64_t units, uint64_t cases);

// "3,7-9", as Slurm's --array and others take it; empty for none.
std::string ArrayOf(const std::vector<uint64_t>& units);

}  // namespace assay
