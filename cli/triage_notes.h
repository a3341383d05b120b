// What people have decided about a campaign's findings: triage.json in its folder, an object from ids to {name, status,
// note}, where `status` is "open", "known", "closed" or nothing. Tested by triage_notes_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fuzzers/campaign/tally.h"
#include "ir/support/result.h"

namespace assay {

struct TriageNote {
  // Findings of one name are one bug; empty: not named.
  std::string name;
  // Known: a bug that stays for now. Closed: mended, or none. Open: neither, whatever the baseline knew.
  Decision decision = Decision::kNone;
  std::string note;
};
using TriageNotes = std::map<std::string, TriageNote>;

// Empty where nothing was decided yet. Diag kCorrupt for a file that is none of these.
Result<TriageNotes> ReadTriage(const std::string& folder);
Status WriteTriage(const std::string& folder, const TriageNotes& notes);

// What one call of `assay triage` decides; ids may be beginnings of ids that only one finding has.
struct TriageOrders {
  // Each a list of ids between commas that become one bug.
  std::vector<std::string> merge;
  // ID=NAME.
  std::vector<std::string> rename;
  std::vector<std::string> close, known, open;
  std::string note;
  bool any() const {
    return !(merge.empty() && rename.empty() && close.empty() && known.empty() && open.empty() && note.empty());
  }
};
// Diag kBadArgument for an id that no finding has, or several.
Status Decide(const TriageOrders& orders, const std::vector<FindingRecord>& findings, TriageNotes& notes);

// The bug that a finding is one of: its name, or what it was seen as: one pass and class are most likely one bug,
// whatever operators stand around it.
std::string BugOf(const FindingRecord& finding, const TriageNotes& notes);
// Puts into the findings what was decided about them.
void Apply(const TriageNotes& notes, std::vector<FindingRecord>& findings);

}  // namespace assay
