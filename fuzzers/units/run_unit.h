// A unit: cases [K * M, (K + 1) * M) of a campaign, each worked on by itself. The same unit of the same campaign by the
// same assay on the same subject is the same bytes, whichever machine it runs on, however often, and with however many
// worker processes: corpus and known bugs stay as they were at its beginning, reductions count their tries, findings
// are reduced in the order of their cases, and whatever a clock had a part in stands outside of what is compared. What
// ends it early leaves a whole unit of fewer cases: the first ones. Tested by run_unit_test.cc.
#pragma once

#include <set>
#include <string>

#include "fuzzers/campaign/campaign.h"
#include "fuzzers/units/summary.h"

namespace assay {

struct UnitOptions {
  // What is asked, as for a campaign; of limits, `seconds` alone counts, a fuse. `out` is the unit's folder: missing,
  // empty, or one of the same unit, which is kept where it is whole and else replaced by one of at least as many cases.
  CampaignOptions campaign;
  CampaignIdentity identity;
  uint64_t unit = 0;
  // A folder whose corpus runs move on from: a merge's, or any with corpus/<digest>.py; empty: none.
  std::string snapshot;
  // Cases of it alone, from the campaign's beginning: for looking for the one that ends a machine. 0: all.
  uint64_t only_first = 0, only_end = 0;
  // Cases that end the machine: not judged, and reported as such, outside of what is compared.
  std::set<uint64_t> left_out = {};
};

struct UnitResult {
  // With times, which the folder has not.
  CampaignResult result = {};
  UnitSummary summary = {};
  // Cases in which a clock had a part.
  size_t of_clock = 0;
  // The unit was there, and whole.
  bool was_there = false;
  // `seconds` ended it before its cases were done.
  bool fused = false;
};

// Diag kBadArgument for a wrong folder (usage), kIo for a snapshot that cannot be read, kEnvironment for what the
// machine refuses.
Result<UnitResult> RunUnit(const UnitOptions& options);

}  // namespace assay
