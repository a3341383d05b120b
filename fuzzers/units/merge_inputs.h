// The inputs of a merge: folders of units, merges, and folders of these, each looked at before anything is taken from
// it. Tested by merge_test.cc.
#pragma once

#include <string>
#include <vector>

#include "fuzzers/units/merge_state.h"

namespace assay {

// The folders of units and merges at or below a path, sorted; hidden folders, which whoever writes them has not
// finished, are left alone. Diag kIo where there is no such folder, or nothing in it.
Result<std::vector<std::string>> SourcesIn(const std::string& path);

// A merge as it stands in its folder: its campaign, units, findings and corpus. Diag kCorrupt for one that is none;
// what of it is broken is refused by name, as units are, and the rest taken.
Status ReadMerge(const std::string& folder, MergeState& state, std::vector<std::string>& refused, size_t& taken,
                 size_t& had);

// What `merge.json` says.
Result<CampaignIdentity> ReadMergeIdentity(const FolderReader& folder);
std::string MergeIdentityText(const CampaignIdentity& campaign);

}  // namespace assay
