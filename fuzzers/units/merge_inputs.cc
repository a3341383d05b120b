#include "fuzzers/units/merge_inputs.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "fuzzers/units/corrupt.h"
#include "fuzzers/units/merge.h"
#include "fuzzers/units/merge_contents.h"
#include "ir/support/file.h"
#include "ir/support/json_shape.h"
#include "ir/support/printable.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostSmallBytes = size_t{1} << 20;
constexpr size_t kMostContentsBytes = size_t{512} << 20;
constexpr size_t kMostEntries = 2'000'000;
// Folders of folders of units.
constexpr int kMostDepth = 3;
// Of a merge: outside/ of a unit's copy is the deepest.
constexpr int kMergeDepth = 5;

// recursion: no deeper than kMostDepth folders.
void FindSources(const std::string& folder, int depth, Sources& sources) {
  if (IsMerge(folder) || LooksLikeUnit(folder)) {
    sources.folders.push_back(folder);
    return;
  }
  Result<FolderReader> reader = FolderReader::Open(folder);
  auto names = reader.ok() ? reader->NamesIn() : Result<FolderReader::Names>(reader.error());
  if (!names.ok()) return sources.passed_over.push_back(names.error().message);
  auto below = [&](const std::string& name) { return fmt::format("{}/{}", folder, name); };
  for (const std::string& link : names->links)
    sources.passed_over.push_back(below(link) + ": a link, which is followed only where it is named itself");
  for (const std::string& name : names->folders) {
    if (depth == kMostDepth)
      sources.passed_over.push_back(fmt::format("{}: more than {} folders deep", below(name), kMostDepth));
    else
      FindSources(below(name), depth + 1, sources);
  }
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

class MergeReader {
 public:
  MergeReader(FolderReader folder, MergeRole role, MergeState& state)
      : folder_(std::move(folder)), role_(role), state_(state) {}
  Result<MergeRead> Read();

 private:
  // What the merge says that it holds, against what stands there.
  Status Compare();
  Status ReadContents();
  void Units();
  Status Copy(const std::string& path, const std::string& unit, const std::string& digests);
  void Findings();
  Result<FoundFolder> Found(const std::string& id) const;
  void Take(FoundFolder found, const std::string& id);
  Status Corpus();
  FolderReader::Names NamesIn(const std::string& below);
  // Whether it is to be taken: all of a merge that is added to, else what is listed.
  bool Takes(const std::string& path) const { return !contents_ || contents_->contains(path); }
  // Whether anything below is.
  bool IsListed(const std::string& folder) const {
    if (!contents_) return true;
    auto first = contents_->lower_bound(folder);
    return first != contents_->end() && first->first.starts_with(folder);
  }
  void Refuse(const Diag& diag) { read_.refused.push_back(diag.message); }

  FolderReader folder_;
  MergeRole role_;
  MergeState& state_;
  // Of an input that has them.
  std::optional<MergeContents> contents_;
  // Findings that lack a file.
  std::set<std::string> broken_;
  MergeRead read_;
};

Status MergeReader::ReadContents() {
  std::string place = fmt::format("{}/{}", folder_.folder(), kContentsName);
  std::error_code error;
  if (!fs::exists(place, error))
    return CorruptAt(place, "missing: the merge was ended before it was whole; run it again");
  ASSAY_TRY(std::string text, folder_.Read(kContentsName, kMostContentsBytes));
  ASSAY_TRY(contents_, ParseContents(text, place));
  return Done{};
}

Status MergeReader::Compare() {
  ASSAY_TRY(std::vector<std::string> files, folder_.List(2 * kMostEntries, kMergeDepth));
  std::set<std::string> there;
  for (const std::string& file : files) {
    std::string content = ContentOf(file);
    if (content.empty() || !there.insert(content).second || contents_->contains(content)) continue;
    Refuse(CorruptAt(fmt::format("{}/{}", folder_.folder(), Printable(content)),
                     fmt::format("not listed in {}", kContentsName)));
  }
  for (const auto& [path, digest] : *contents_) {
    if (there.contains(path)) continue;
    Refuse(CorruptAt(fmt::format("{}/{}", folder_.folder(), path),
                     fmt::format("missing, though {} lists it", kContentsName)));
    fs::path names = path;
    if (path.starts_with("findings/")) broken_.insert(names.parent_path().filename());
  }
  return Done{};
}

FolderReader::Names MergeReader::NamesIn(const std::string& below) {
  std::string path = fmt::format("{}/{}", folder_.folder(), below);
  std::error_code error;
  if (!fs::exists(path, error)) return {};
  Result<FolderReader> reader = FolderReader::Open(path);
  auto names = reader.ok() ? reader->NamesIn() : Result<FolderReader::Names>(reader.error());
  if (names.ok()) return *std::move(names);
  Refuse(names.error());
  return {};
}

// A unit's copy: units/UNIT/DIGESTS.
Status MergeReader::Copy(const std::string& path, const std::string& unit, const std::string& digests) {
  std::string place = fmt::format("{}/{}", folder_.folder(), path);
  ASSAY_TRY(UnitHead head, ReadPackedHead(place));
  if (std::to_string(head.summary.unit) != unit || head.manifest.digest + head.manifest.outside != digests)
    return CorruptAt(place, "expected its unit and digests as the name");
  ASSAY_RETURN_IF_ERROR(state_.Claim(head.summary.campaign, place));
  ASSAY_TRY(bool fresh, state_.Take(UnitCopy{.place = place, .head = std::move(head)}));
  ++(fresh ? read_.taken : read_.had);
  return Done{};
}

void MergeReader::Units() {
  for (const std::string& unit : NamesIn(kUnitsFolder).folders) {
    FolderReader::Names names = NamesIn(fmt::format("{}/{}", kUnitsFolder, unit));
    // A folder is none: what reads it says so.
    std::ranges::move(names.folders, std::back_inserter(names.files));
    for (const std::string& digests : names.files) {
      std::string path = fmt::format("{}/{}/{}", kUnitsFolder, unit, digests);
      if (!Takes(path)) continue;
      if (Status status = Copy(path, unit, digests); !status.ok()) Refuse(status.error());
    }
  }
}

// The files in a folder of a finding, with their digests where the merge says them.
Result<FoundFolder> MergeReader::Found(const std::string& id) const {
  ASSAY_TRY(FolderReader reader, FolderReader::Open(fmt::format("{}/findings/{}", folder_.folder(), id)));
  ASSAY_TRY(std::vector<std::string> files, reader.List(1000));
  std::map<std::string, std::string> digests;
  for (const std::string& file : files) {
    std::string path = fmt::format("findings/{}/{}", id, file);
    if (!IsUnitFile(path)) return CorruptAt(fmt::format("{}/{}", reader.folder(), file), "no file of a finding");
    if (Takes(path)) digests[file] = contents_ ? contents_->at(path) : "";
  }
  return ReadFound(folder_, "findings/" + id, /*of_clock=*/false, digests);
}

// It is of a case of the unit that it names.
void MergeReader::Take(FoundFolder found, const std::string& id) {
  const CampaignIdentity& campaign = *state_.campaign();
  const RepresentativeRank& rank = found.rank;
  bool differs = found.signature == CopiesDifferSignature();
  if (!differs && (rank.unit >= campaign.units || rank.run / campaign.cases != rank.unit))
    return Refuse(CorruptAt(fmt::format("{}/findings/{}", folder_.folder(), id),
                            fmt::format("case {} is none of unit {}", rank.run, rank.unit)));
  state_.Take(std::move(found));
}

void MergeReader::Findings() {
  for (const std::string& id : NamesIn("findings").folders) {
    // It was refused by the names of its files.
    if (broken_.contains(id) || !IsListed("findings/" + id + "/")) continue;
    Result<FoundFolder> found = Found(id);
    if (!found.ok()) Refuse(found.error());
    if (found.ok()) Take(*std::move(found), id);
  }
}

Status MergeReader::Corpus() {
  Result<FolderReader> corpus = FolderReader::Open(folder_.folder() + "/corpus");
  if (!corpus.ok()) return Done{};
  ASSAY_TRY(std::vector<std::string> names, corpus->List(kMostEntries));
  for (const std::string& name : names) {
    // Of a merge that was ended while it wrote.
    if (name[0] == '.' || !Takes("corpus/" + name)) continue;
    Result<CorpusFile> file = ReadCorpusFile(*corpus, name);
    if (!file.ok()) Refuse(file.error());
    if (file.ok()) state_.Take(*corpus, *file);
  }
  return Done{};
}

Result<MergeRead> MergeReader::Read() {
  ASSAY_TRY(CampaignIdentity campaign, ReadMergeIdentity(folder_));
  ASSAY_RETURN_IF_ERROR(state_.Claim(campaign, folder_.folder()));
  if (role_ == MergeRole::kInput) {
    if (Status status = ReadContents(); !status.ok()) Refuse(status.error());
    if (contents_) ASSAY_RETURN_IF_ERROR(Compare());
  }
  Units();
  Findings();
  ASSAY_RETURN_IF_ERROR(Corpus());
  return std::move(read_);
}

}  // namespace

bool IsMerge(const std::string& folder) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(fmt::format("{}/{}", folder, kMergeName), error));
}

Result<Sources> SourcesIn(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return FileError(DiagKind::kIo, path, "expected a folder of units");
  Sources sources;
  FindSources(WithoutSlash(path), 0, sources);
  return sources;
}

Diag NoUnitsIn(const std::string& path) {
  return FileError(DiagKind::kIo, path, fmt::format("expected units, found no folder with {}", kUnitName));
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

Result<MergeRead> ReadMerge(const std::string& folder, MergeRole role, MergeState& state) {
  ASSAY_TRY(FolderReader reader, FolderReader::Open(folder));
  return MergeReader(std::move(reader), role, state).Read();
}

}  // namespace assay
