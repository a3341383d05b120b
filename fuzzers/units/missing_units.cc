#include "fuzzers/units/missing_units.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzzers/units/merge.h"
#include "fuzzers/units/merge_inputs.h"
#include "fuzzers/units/unit_folder.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/file.h"

namespace assay {
namespace {

Status Look(const std::string& folder, UnitsDone& done) {
  ASSAY_TRY(FolderReader reader, FolderReader::Open(folder));
  ASSAY_TRY(UnitHead head, ReadUnitHead(reader));
  if (!done.campaign) done.campaign = head.summary.campaign;
  if (head.summary.campaign != *done.campaign)
    return Diag{DiagKind::kCorrupt,
                {},
                fmt::format("{}: of another campaign: {}", folder, Differences(*done.campaign, head.summary.campaign)),
                "",
                {}};
  uint64_t& most = done.cases[head.summary.unit];
  most = std::max(most, head.summary.cases);
  return Done{};
}

// Copies of units in a merge: units/UNIT/DIGESTS.
std::vector<std::string> CopiesInMerge(const std::string& merge) {
  std::vector<std::string> folders;
  Result<FolderReader> units = FolderReader::Open(fmt::format("{}/{}", merge, kUnitsFolder));
  for (const std::string& unit : units.ok() ? units->Folders() : std::vector<std::string>()) {
    Result<FolderReader> copies = FolderReader::Open(fmt::format("{}/{}", units->folder(), unit));
    for (const std::string& copy : copies.ok() ? copies->Folders() : std::vector<std::string>())
      folders.push_back(fmt::format("{}/{}", copies->folder(), copy));
  }
  return folders;
}

}  // namespace

Result<std::vector<std::string>> CopiesIn(const std::vector<std::string>& paths) {
  std::vector<std::string> folders;
  for (const std::string& path : paths) {
    ASSAY_TRY(std::vector<std::string> sources, SourcesIn(path));
    for (const std::string& source : sources) {
      std::vector<std::string> some = IsMerge(source) ? CopiesInMerge(source) : std::vector{source};
      folders.insert(folders.end(), some.begin(), some.end());
    }
  }
  return folders;
}

Result<UnitsDone> UnitsIn(const std::vector<std::string>& paths) {
  UnitsDone done;
  ASSAY_TRY(std::vector<std::string> folders, CopiesIn(paths));
  for (const std::string& folder : folders) {
    if (Status status = Look(folder, done); !status.ok()) done.refused.push_back(status.error().message);
  }
  return done;
}

std::vector<uint64_t> UnitsLeft::All() const {
  std::vector<uint64_t> all = missing;
  for (const auto& [unit, cases_done] : parts) all.push_back(unit);
  std::ranges::sort(all);
  return all;
}

UnitsLeft LeftOf(const UnitsDone& done, uint64_t units, uint64_t cases) {
  UnitsLeft left{.units = units, .cases = cases};
  for (uint64_t unit = 0; unit < units; ++unit) {
    auto found = done.cases.find(unit);
    if (found == done.cases.end())
      left.missing.push_back(unit);
    else if (found->second < cases)
      left.parts.emplace(unit, found->second);
  }
  return left;
}

std::string ArrayOf(const std::vector<uint64_t>& units) {
  std::vector<std::string> ranges;
  for (size_t i = 0; i < units.size();) {
    size_t end = i + 1;
    while (end < units.size() && units[end] == units[end - 1] + 1) ++end;
    ranges.push_back(end == i + 1 ? std::to_string(units[i]) : fmt::format("{}-{}", units[i], units[end - 1]));
    i = end;
  }
  return fmt::format("{}", fmt::join(ranges, ","));
}

}  // namespace assay
