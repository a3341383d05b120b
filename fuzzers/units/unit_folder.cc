#include "fuzzers/units/unit_folder.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/units/digest.h"
#include "fuzzers/units/unit_source.h"
#include "ir/support/file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

Diag Corrupt(std::string message) { return {DiagKind::kCorrupt, {}, std::move(message), "", {}}; }

Status WriteFiles(const fs::path& folder, const std::map<std::string, std::string>& files) {
  std::error_code error;
  for (const auto& [path, text] : files) {
    fs::create_directories((folder / path).parent_path(), error);
    if (error) return FileError(DiagKind::kEnvironment, (folder / path).string(), error.message());
    ASSAY_RETURN_IF_ERROR(WriteFile(folder / path, text));
  }
  return Done{};
}

// What stands at `place` goes aside first: a folder that is not empty cannot be replaced at once.
Status PutInPlace(const fs::path& draft, const fs::path& place, const fs::path& aside) {
  std::error_code error;
  bool there = fs::exists(fs::symlink_status(place, error));
  if (there) fs::rename(place, aside, error);
  if (!there || !error) fs::rename(draft, place, error);
  if (error) {
    std::error_code ignored;
    if (there && !fs::exists(place, ignored)) fs::rename(aside, place, ignored);
    return FileError(DiagKind::kEnvironment, place.string(), error.message());
  }
  if (there) fs::remove_all(aside, error);
  return Done{};
}

// Without a slash at its end.
fs::path PlaceOf(const std::string& folder) {
  fs::path place = fs::path(folder).lexically_normal();
  return place.filename().empty() ? place.parent_path() : place;
}

// A folder beside the place, of this process alone, on whatever machine of those that share it. Diag kEnvironment.
Result<fs::path> MakeDraft(const fs::path& place) {
  std::error_code error;
  fs::path parent = place.parent_path().empty() ? fs::path(".") : place.parent_path();
  fs::create_directories(parent, error);
  if (error) return FileError(DiagKind::kEnvironment, place.string(), error.message());
  std::string pattern = (parent / fmt::format(".draft-{}-XXXXXX", place.filename().string())).string();
  if (mkdtemp(pattern.data()) == nullptr) return SystemError(DiagKind::kEnvironment, place.string());
  return fs::path(pattern);
}

// Whether each file is what the manifest says, and no other is there.
bool IsIntact(const FolderReader& reader, const Manifest& manifest) {
  for (const auto& [path, digest] : manifest.digests) {
    if (!ReadListed(reader, manifest, path).ok()) return false;
  }
  size_t files = 0;
  std::error_code error;
  for (const auto& item : fs::recursive_directory_iterator(reader.folder(), error))
    files += item.is_directory() ? 0 : 1;
  return !error && files == manifest.digests.size() + 1;
}

}  // namespace

Status CheckNotWithin(const std::string& place) {
  std::error_code error;
  fs::path full = fs::absolute(PlaceOf(place), error);
  auto holds = [&](const fs::path& folder, const char* name) { return fs::exists(folder / name, error); };
  for (fs::path folder = full.parent_path(); folder != folder.parent_path(); folder = folder.parent_path()) {
    bool unit = holds(folder, kUnitName) && holds(folder, kManifestName);
    if (!unit && !holds(folder, kMergeName)) continue;
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("invalid --out {}: it is within {}, a {}", place, folder.string(), unit ? "unit" : "merge"),
                "",
                {}};
  }
  return Done{};
}

Status CheckUnitPlace(const std::string& folder) {
  ASSAY_RETURN_IF_ERROR(CheckNotWithin(folder));
  ASSAY_TRY(fs::path draft, MakeDraft(PlaceOf(folder)));
  std::error_code error;
  fs::remove(draft, error);
  return Done{};
}

Status WriteUnit(const std::string& folder, const std::map<std::string, std::string>& files) {
  fs::path place = PlaceOf(folder);
  std::error_code error;
  ASSAY_TRY(fs::path draft, MakeDraft(place));
  fs::path aside = draft.string() + "-old";
  // mkdtemp's is nobody else's to read.
  fs::permissions(draft,
                  fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read |
                      fs::perms::others_exec,
                  error);
  Status written = WriteFiles(draft, files);
  if (written.ok()) written = WriteFile(draft / kManifestName, ManifestText(ManifestOf(files)), Durability::kSynced);
  if (written.ok()) written = PutInPlace(draft, place, aside);
  if (written.ok()) return written;
  fs::remove_all(draft, error);
  Diag diag = written.error();
  if (size_t at = diag.message.find(draft.string()); at != std::string::npos)
    diag.message.replace(at, draft.string().size(), place.string());
  return diag;
}

Result<std::string> ReadListed(const FolderReader& folder, const Manifest& manifest, const std::string& path,
                               size_t limit) {
  auto listed = manifest.digests.find(path);
  if (listed == manifest.digests.end())
    return Corrupt(fmt::format("{}/{}: not listed in {}", folder.folder(), path, kManifestName));
  ASSAY_TRY(std::string text, folder.Read(path, limit));
  if (std::string digest = DigestOf(text); digest != listed->second)
    return Corrupt(fmt::format("{}/{}: expected digest {}, got {}", folder.folder(), path, listed->second, digest));
  return text;
}

Result<UnitHead> ReadUnitHead(const FolderReader& folder) {
  UnitHead head;
  auto place = [&](const char* name) { return fmt::format("{}/{}", folder.folder(), name); };
  ASSAY_TRY(std::string done, folder.Read(kManifestName, kMostUnitFileBytes));
  ASSAY_TRY(head.manifest, ParseManifest(done, place(kManifestName)));
  ASSAY_TRY(std::string unit, ReadListed(folder, head.manifest, kUnitName, kMostSummaryBytes));
  ASSAY_TRY(head.summary, ParseSummary(unit, place(kUnitName)));
  if (!head.manifest.digests.contains(kOutsideName)) return head;
  ASSAY_TRY(std::string outside, ReadListed(folder, head.manifest, kOutsideName, kMostSummaryBytes));
  ASSAY_TRY(head.outside, ParseOutside(outside, place(kOutsideName)));
  return head;
}

Result<std::optional<UnitHead>> UnitAt(const std::string& folder, CampaignIdentity identity, uint64_t unit) {
  std::error_code error;
  bool nothing = !fs::exists(fs::symlink_status(folder, error)) ||
                 (fs::is_directory(folder, error) && fs::is_empty(folder, error));
  if (nothing) return std::optional<UnitHead>();
  auto taken = [&](std::string_view what) {
    return Diag{DiagKind::kBadArgument, {}, fmt::format("invalid --out {}: {}", folder, what), "", {}};
  };
  if (!fs::is_directory(folder, error)) return taken("it is not a folder");
  Result<FolderReader> reader = FolderReader::Open(folder);
  Result<UnitHead> head = reader.ok() ? ReadUnitHead(*reader) : Result<UnitHead>(reader.error());
  if (!head.ok() && LooksLikeUnit(folder))
    return taken("it is a damaged unit; remove it to do the unit again: " + head.error().message);
  if (!head.ok()) return taken("it is not empty, and no unit: " + head.error().message);
  const CampaignIdentity& theirs = head->summary.campaign;
  if (identity.cases == 0) identity.cases = theirs.cases;
  if (theirs != identity) return taken("it is a unit of another campaign: " + Differences(theirs, identity));
  if (head->summary.unit != unit) return taken(fmt::format("it is unit {}", head->summary.unit));
  if (!IsIntact(*reader, head->manifest)) return std::optional<UnitHead>();
  return std::optional<UnitHead>(*std::move(head));
}

bool LooksLikeUnit(const std::string& folder) {
  struct stat info{};
  for (const char* name : {kUnitName, kManifestName}) {
    if (lstat(fmt::format("{}/{}", folder, name).c_str(), &info) == 0) return true;
  }
  return false;
}

}  // namespace assay
