// Fleet: what folders of units and merges say of all campaigns that they are of: which units are whole, cut off,
// missing or refused, and what each brought that none before it had; and a page of it. Tested by fleet_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fuzzers/units/summary.h"
#include "oracles/report/report.h"

namespace assay {

struct FleetUnit {
  uint64_t unit = 0;
  uint64_t cases = 0;
  // Cases that the clock gave up.
  size_t clocked = 0;
  // Buckets (signatures of findings) in it; and of those, of features and of entries that stay, the ones that no unit
  // before it has.
  size_t buckets = 0, new_buckets = 0, new_features = 0, new_entries = 0;
};

// What all findings of a signature come to.
struct FleetBucket {
  std::string signature, known_as;
  // The first that has it, and how many have.
  uint64_t first = 0;
  size_t units = 0;
  uint64_t seen = 0;
};

struct FleetCampaign {
  CampaignIdentity campaign;
  // Those that are there, in order.
  std::vector<FleetUnit> units = {};
  std::vector<uint64_t> missing = {};
  // In order of the units that have them first.
  std::vector<FleetBucket> buckets = {};
  size_t whole = 0, features = 0, entries = 0;
  uint64_t cases = 0;

  // "tvm (tvm 0.27.0), seed 7".
  std::string Name() const;
  // Their first cases alone are done.
  size_t cut() const { return units.size() - whole; }
  // Units at the end of which none brought a bucket or a feature.
  size_t Quiet() const;
};

struct Fleet {
  // In order of their names.
  std::vector<FleetCampaign> campaigns;
  // Folders and files, and why.
  std::vector<std::string> refused;
};

// Diag kIo for a path that is not there.
Result<Fleet> ReadFleet(const std::vector<std::string>& paths);

// "nothing new in the last 12 units of …" of each campaign of which that is so for `most` units at least; 0: of none.
std::vector<std::string> AlertsOf(const Fleet& fleet, size_t most);

struct FleetView {
  // Seconds that a unit took, where its engine has told.
  std::map<uint64_t, double> seconds = {};
  size_t alert_after = 0;
};
// Lines "UNIT SECONDS". Diag kCorrupt at `place`.
Result<std::map<uint64_t, double>> ParseUnitSeconds(std::string_view text, std::string_view place);
ReportedRun FleetReport(const Fleet& fleet, const FleetView& view);

}  // namespace assay
