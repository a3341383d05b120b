// The inputs of a merge: folders of units, merges, and folders of these, each looked at before anything is taken from
// it. Tested by merge_test.cc.
#pragma once

#include <string>
#include <vector>

#include "fuzzers/units/merge_state.h"

namespace assay {

struct Sources {
  // Of units and merges, sorted.
  std::vector<std::string> folders;
  // What may hold some and was not looked into, with why: links, folders too deep, and those that may not be read.
  std::vector<std::string> passed_over;
};
// At or below a path; hidden folders, which whoever writes them has not finished, are left alone. Diag kIo where there
// is no such folder.
Result<Sources> SourcesIn(const std::string& path);
// For who needs some.
Diag NoUnitsIn(const std::string& path);

// A merge that is added to may hold what an earlier one, which was ended, has put there; one that is read holds what it
// says, and nothing else.
enum class MergeRole { kOut, kInput };

// What reading a merge's folder came to, beside what the state knows then.
struct MergeRead {
  // Why, with the names of what was refused; the rest is taken.
  std::vector<std::string> refused;
  // Units of which something new came, and those of which nothing did.
  size_t taken = 0, had = 0;
};
// A merge as it stands in its folder: its campaign, units, findings and corpus. Diag kCorrupt for one that is none.
Result<MergeRead> ReadMerge(const std::string& folder, MergeRole role, MergeState& state);

// What `merge.json` says.
Result<CampaignIdentity> ReadMergeIdentity(const FolderReader& folder);
std::string MergeIdentityText(const CampaignIdentity& campaign);

}  // namespace assay
