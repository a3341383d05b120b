#include "fuzzers/units/snapshot.h"

#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/units/digest.h"
#include "fuzzers/units/folder_reader.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/file.h"

namespace assay {
namespace {

constexpr size_t kMostEntries = 1'000'000;

}  // namespace

Status CheckCorpusName(const std::string& path, std::string_view text) {
  std::string name = std::filesystem::path(path).filename().string(), digest = DigestOf(text);
  if (name == digest + ".py") return Done{};
  return Diag{
      DiagKind::kCorrupt, {}, fmt::format("{}: expected the name {}.py for what it holds", path, digest), "", {}};
}

Result<Snapshot> LoadSnapshot(const std::string& folder) {
  Snapshot snapshot;
  if (folder.empty()) return snapshot;
  std::error_code error;
  if (!std::filesystem::is_directory(folder + "/corpus", error))
    return FileError(DiagKind::kIo, folder, "expected a folder with corpus/, as a merge leaves it");
  ASSAY_TRY(FolderReader reader, FolderReader::Open(folder + "/corpus"));
  ASSAY_TRY(std::vector<std::string> names, reader.List(kMostEntries));
  std::string all;
  for (const std::string& name : names) {
    // Of a merge that is at work.
    if (name[0] == '.') continue;
    ASSAY_TRY(std::string text, reader.Read(name, kMostUnitFileBytes));
    std::string path = fmt::format("{}/corpus/{}", folder, name);
    Status named = CheckCorpusName(path, text);
    std::optional<Corpus::Entry> entry = named.ok() ? CorpusEntryOf(text) : std::nullopt;
    if (!entry) {
      snapshot.left_out.push_back(named.ok() ? path + ": expected a module behind a line of what it reaches"
                                             : named.error().message);
      continue;
    }
    all += name + "\n";
    snapshot.corpus.Offer(entry->bytes, entry->reached);
  }
  snapshot.digest = DigestOf(all);
  return snapshot;
}

}  // namespace assay
