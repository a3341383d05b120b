// Outcomes: units of commands that judge a list of cases, `conform` and `replay`. Unit K of N judges the cases K, K +
// N, K + 2 N, … and leaves what came of each in a unit's folder, in outcomes.jsonl; a merge keeps these, and the same
// command with --from makes its scores and reports of them as if it had judged all by itself. Tested by
// outcomes_test.cc.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fuzzers/units/summary.h"
#include "oracles/conform/isolate.h"

namespace assay {

using Outcomes = std::map<uint64_t, IsolatedResult>;

// Whether the case is one of the unit's.
inline bool IsOfUnit(uint64_t number, uint64_t unit, uint64_t units) { return number % units == unit; }
// How many places a unit has for `all` cases; the last one of some units stays empty.
inline uint64_t PlacesOf(uint64_t all, uint64_t units) { return (all + units - 1) / units; }

// Writes the unit's folder: of its outcomes the first ones without a gap. `identity` says of how many units of how many
// places. `all`: how many cases there are. Gives how many of the unit's cases it has. Diag kEnvironment.
Result<uint64_t> WriteOutcomes(const std::string& folder, const CampaignIdentity& identity, uint64_t unit, uint64_t all,
                               const Outcomes& outcomes);

// What the same unit came to before, which need not be judged again, where it stands at `folder`; else none. Diag
// kBadArgument where something else stands there, kEnvironment where nothing can be written.
Result<Outcomes> OutcomesAt(const std::string& folder, CampaignIdentity identity, uint64_t unit);

struct OutcomesRead {
  Outcomes outcomes;
  // Why a folder was not taken.
  std::vector<std::string> refused;
  // Cases of which two units say otherwise, where no machine was the reason, and which these are.
  std::map<uint64_t, std::pair<std::string, std::string>> differing;
  // Into how many units the cases were split, of all folders that were taken.
  std::set<uint64_t> splits;
};
// What units and merges hold that are of these cases, into how many units these were split. Of two that say otherwise
// the lesser text counts, whatever the order. Diag kIo where nothing is there.
Result<OutcomesRead> ReadOutcomes(const std::vector<std::string>& paths, const CampaignIdentity& identity);

// Lines of outcomes.jsonl. Diag kCorrupt at `place`.
Result<Outcomes> ParseOutcomes(std::string_view text, std::string_view place);

}  // namespace assay
