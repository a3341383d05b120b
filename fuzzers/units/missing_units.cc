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

Result<UnitHead> HeadOf(const CopyFolder& copy) {
  if (copy.of_merge) return ReadPackedHead(copy.folder);
  ASSAY_TRY(UnitSource unit, ReadUnit(copy.folder));
  return std::move(unit.copy.head);
}

Status Look(const CopyFolder& copy, UnitsDone& done) {
  const std::string& folder = copy.folder;
  ASSAY_TRY(UnitHead head, HeadOf(copy));
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
Status CopiesInMerge(const std::string& merge, std::vector<CopyFolder>& folders) {
  ASSAY_TRY(FolderReader units, FolderReader::Open(fmt::format("{}/{}", merge, kUnitsFolder)));
  ASSAY_TRY(FolderReader::Names names, units.NamesIn());
  for (const std::string& unit : names.folders) {
    ASSAY_TRY(FolderReader copies, FolderReader::Open(fmt::format("{}/{}", units.folder(), unit)));
    ASSAY_TRY(FolderReader::Names digests, copies.NamesIn());
    // A folder is none: what reads it says so.
    std::ranges::move(digests.folders, std::back_inserter(digests.files));
    for (const std::string& copy : digests.files)
      folders.push_back({.folder = fmt::format("{}/{}", copies.folder(), copy), .of_merge = true});
  }
  return Done{};
}

}  // namespace

Result<std::vector<CopyFolder>> CopiesIn(const std::vector<std::string>& paths, std::vector<std::string>& passed_over) {
  std::vector<CopyFolder> folders;
  for (const std::string& path : paths) {
    ASSAY_TRY(Sources sources, SourcesIn(path));
    std::ranges::move(sources.passed_over, std::back_inserter(passed_over));
    for (const std::string& source : sources.folders) {
      Status status = Done{};
      if (IsMerge(source))
        status = CopiesInMerge(source, folders);
      else
        folders.push_back({.folder = source});
      if (!status.ok()) passed_over.push_back(status.error().message);
    }
  }
  return folders;
}

Result<UnitsDone> UnitsIn(const std::vector<std::string>& paths) {
  UnitsDone done;
  ASSAY_TRY(std::vector<CopyFolder> folders, CopiesIn(paths, done.refused));
  for (const CopyFolder& folder : folders) {
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
