#include "fuzzers/units/merge_inputs.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/units/merge.h"
#include "fuzzers/units/shape.h"
#include "ir/support/file.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostSmallBytes = size_t{1} << 20;
constexpr size_t kMostEntries = 2'000'000;
// Folders of folders of units.
constexpr int kMostDepth = 3;

// recursion: no deeper than kMostDepth folders.
void FindSources(const std::string& folder, int depth, std::vector<std::string>& sources) {
  if (IsMerge(folder) || LooksLikeUnit(folder)) {
    sources.push_back(folder);
    return;
  }
  if (depth == kMostDepth) return;
  Result<FolderReader> reader = FolderReader::Open(folder);
  if (!reader.ok()) return;
  for (const std::string& name : reader->Folders()) FindSources(fmt::format("{}/{}", folder, name), depth + 1, sources);
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

// A unit's copy in a merge: units/UNIT/DIGEST.
Status TakeRecord(const std::string& place, const std::string& unit, const std::string& digest, MergeState& state,
                  bool& fresh) {
  ASSAY_TRY(FolderReader reader, FolderReader::Open(place));
  UnitCopy copy{.place = place};
  ASSAY_TRY(copy.head, ReadUnitHead(reader));
  ASSAY_TRY(std::string trail, ReadListed(reader, copy.head.manifest, kTrailName));
  ASSAY_RETURN_IF_ERROR(CheckTrail(trail, copy.head.summary.cases, place + "/" + kTrailName));
  if (std::to_string(copy.head.summary.unit) != unit ||
      copy.head.manifest.digest + copy.head.manifest.outside != digest)
    return Diag{DiagKind::kCorrupt, {}, place + ": expected its unit and digests as the name", "", {}};
  ASSAY_RETURN_IF_ERROR(state.Claim(copy.head.summary.campaign, place));
  ASSAY_TRY(fresh, state.Take(std::move(copy)));
  return Done{};
}

// The names of files in a folder of a finding, without digests: nobody lists them.
Result<FoundFolder> FoundIn(const FolderReader& merge, const std::string& id) {
  ASSAY_TRY(FolderReader reader, FolderReader::Open(fmt::format("{}/findings/{}", merge.folder(), id)));
  ASSAY_TRY(std::vector<std::string> files, reader.List(1000));
  std::map<std::string, std::string> digests;
  for (const std::string& file : files) {
    if (!IsUnitFile(fmt::format("findings/{}/{}", id, file)))
      return Diag{DiagKind::kCorrupt, {}, fmt::format("{}/{}: no file of a finding", reader.folder(), file), "", {}};
    digests[file] = "";
  }
  return ReadFound(merge, "findings/" + id, /*of_clock=*/false, digests);
}

}  // namespace

bool IsMerge(const std::string& folder) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(fmt::format("{}/{}", folder, kMergeName), error));
}

Result<std::vector<std::string>> SourcesIn(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return FileError(DiagKind::kIo, path, "expected a folder of units");
  std::vector<std::string> sources;
  FindSources(WithoutSlash(path), 0, sources);
  if (sources.empty())
    return FileError(DiagKind::kIo, path, fmt::format("expected units, found no folder with {}", kUnitName));
  return sources;
}

std::string MergeIdentityText(const CampaignIdentity& campaign) {
  return nlohmann::json{{"version", 1}, {"campaign", IdentityToJson(campaign)}}.dump(
             1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

Result<CampaignIdentity> ReadMergeIdentity(const FolderReader& folder) {
  ASSAY_TRY(std::string text, folder.Read(kMergeName, kMostSmallBytes));
  std::string place = fmt::format("{}/{}", folder.folder(), kMergeName);
  ASSAY_TRY(nlohmann::json json, ParseJson(text, place));
  if (!json.is_object() || !json.contains("campaign") || json.value("version", nlohmann::json()) != 1)
    return Diag{DiagKind::kCorrupt, {}, fmt::format("invalid {}: expected version 1 and a campaign", place), "", {}};
  return ParseIdentity(json["campaign"], place);
}

Status ReadMerge(const std::string& folder, MergeState& state, std::vector<std::string>& refused, size_t& taken,
                 size_t& had) {
  ASSAY_TRY(FolderReader merge, FolderReader::Open(folder));
  ASSAY_TRY(CampaignIdentity campaign, ReadMergeIdentity(merge));
  ASSAY_RETURN_IF_ERROR(state.Claim(campaign, folder));
  auto open = [&](const std::string& below) { return FolderReader::Open(fmt::format("{}/{}", folder, below)); };
  if (Result<FolderReader> units = open(kUnitsFolder); units.ok()) {
    for (const std::string& unit : units->Folders()) {
      std::string place = fmt::format("{}/{}", units->folder(), unit);
      Result<FolderReader> copies = FolderReader::Open(place);
      for (const std::string& digest : copies.ok() ? copies->Folders() : std::vector<std::string>()) {
        bool fresh = false;
        Status status = TakeRecord(fmt::format("{}/{}", place, digest), unit, digest, state, fresh);
        if (!status.ok()) refused.push_back(status.error().message);
        if (status.ok()) ++(fresh ? taken : had);
      }
    }
  }
  if (Result<FolderReader> findings = open("findings"); findings.ok()) {
    for (const std::string& id : findings->Folders()) {
      Result<FoundFolder> found = FoundIn(merge, id);
      if (!found.ok()) refused.push_back(found.error().message);
      if (found.ok()) state.Take(*std::move(found));
    }
  }
  Result<FolderReader> corpus = open("corpus");
  if (!corpus.ok()) return Done{};
  ASSAY_TRY(std::vector<std::string> names, corpus->List(kMostEntries));
  for (const std::string& name : names) {
    // Of a merge that was ended while it wrote.
    if (name[0] == '.') continue;
    Result<CorpusFile> file = ReadCorpusFile(*corpus, name);
    if (!file.ok()) refused.push_back(file.error().message);
    if (file.ok()) state.Take(corpus->folder(), *file);
  }
  return Done{};
}

}  // namespace assay
