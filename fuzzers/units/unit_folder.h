// Unit folders on disk: written whole, read as input from elsewhere: nothing is followed out of the folder, and nothing
// is believed that its content does not say. Tested by unit_folder_test.cc, over a table of hostile folders.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "fuzzers/units/folder_reader.h"
#include "fuzzers/units/manifest.h"
#include "fuzzers/units/summary.h"

namespace assay {

// No file of a unit is larger, none that is read as JSON, and no finding.
inline constexpr size_t kMostUnitFileBytes = size_t{64} << 20;
inline constexpr size_t kMostSummaryBytes = size_t{16} << 20;
inline constexpr size_t kMostFindingBytes = size_t{128} << 20;

// That a place is in no unit and no merge, whose folders hold what they list and nothing else. Diag kBadArgument.
Status CheckNotWithin(const std::string& place);
// Whether a unit can be written there, before it costs time. Nothing stays. Diag kEnvironment, naming `folder`;
// kBadArgument where it is within another.
Status CheckUnitPlace(const std::string& folder);
// Writes the files and their manifest beside `folder` and renames; what stood there is replaced. Diag kEnvironment.
Status WriteUnit(const std::string& folder, const std::map<std::string, std::string>& files);

// A unit as its folder says it, without a look at its other files.
struct UnitHead {
  Manifest manifest;
  UnitSummary summary;
  OutsideSummary outside;
};
// Diag kCorrupt, naming the file.
Result<UnitHead> ReadUnitHead(const FolderReader& folder);
// A file that the manifest lists, of the digest that it says. Diag kCorrupt, naming it.
Result<std::string> ReadListed(const FolderReader& folder, const Manifest& manifest, const std::string& path,
                               size_t limit = kMostUnitFileBytes);

// The unit that stands at `folder`; nothing where nothing does, and where a file of it is damaged: then it is to be
// done again. `identity`: the campaign's; with no `cases`, units of any number. Diag kBadArgument where something else
// stands there, which is to stay.
Result<std::optional<UnitHead>> UnitAt(const std::string& folder, CampaignIdentity identity, uint64_t unit);

// Whether a folder claims to be a unit: it has a unit.json or a manifest.
bool LooksLikeUnit(const std::string& folder);

}  // namespace assay
