#include "fuzzers/units/merge.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "fuzzers/units/merge_folder.h"
#include "fuzzers/units/merge_inputs.h"
#include "fuzzers/units/unit_folder.h"
#include "ir/support/file.h"
#include "ir/support/folder_lock.h"
#include "ir/support/interrupt.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Whether a merge may be written there.
Status CheckOut(const std::string& out) {
  ASSAY_RETURN_IF_ERROR(CheckNotWithin(out));
  std::error_code error;
  bool exists = fs::exists(out, error);
  if (exists && !fs::is_directory(out, error))
    return Diag{DiagKind::kBadArgument, {}, fmt::format("{} is not a folder", out), "", {}};
  if (exists && !fs::is_empty(out, error) && !IsMerge(out))
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("{} is not empty, and no merge: {} is missing", out, kMergeName),
                "",
                {}};
  fs::create_directories(out, error);
  if (error) return FileError(DiagKind::kEnvironment, out, error.message());
  // Before anything is read, and not by the name of the first file that is written.
  if (access(out.empty() ? "." : out.c_str(), W_OK | X_OK) != 0) return SystemError(DiagKind::kEnvironment, out);
  return Done{};
}

// What is written to a merge stays in its folder, wherever it was copied from: no link leads out of it.
Status CheckNoLinks(const fs::path& out) {
  std::error_code error;
  auto wrong = [&](const fs::path& link) {
    return Diag{DiagKind::kBadArgument,
                {},
                fmt::format("{} is no merge to add to: {} is a link", out.string(), link.string()),
                "",
                {}};
  };
  for (const char* part : {"", "findings", "corpus", kUnitsFolder}) {
    for (const auto& item : fs::directory_iterator(out / part, error)) {
      if (item.is_symlink(error)) return wrong(item.path());
    }
  }
  return Done{};
}

Status TakeUnit(const std::string& folder, MergeState& state, bool& fresh) {
  ASSAY_TRY(UnitSource source, ReadUnit(folder));
  ASSAY_RETURN_IF_ERROR(state.Claim(source.copy.head.summary.campaign, folder));
  ASSAY_TRY(fresh, state.Take(std::move(source)));
  return Done{};
}

void TakeSource(const std::string& folder, MergeState& state, MergeResult& result) {
  if (IsMerge(folder)) {
    Result<MergeRead> read = ReadMerge(folder, MergeRole::kInput, state);
    if (!read.ok()) return result.refused.push_back(read.error().message);
    result.taken += read->taken;
    result.had += read->had;
    std::ranges::move(read->refused, std::back_inserter(result.refused));
    return;
  }
  bool fresh = false;
  Status status = TakeUnit(folder, state, fresh);
  if (!status.ok()) return result.refused.push_back(status.error().message);
  ++(fresh ? result.taken : result.had);
}

}  // namespace

Result<MergeResult> Merge(const std::string& out, const std::vector<std::string>& inputs, const MakeCaseAgain& again) {
  ASSAY_RETURN_IF_ERROR(CheckOut(out));
  ASSAY_TRY(FolderLock lock, FolderLock::Take(out, IfTaken::kFail));
  MergeResult result;
  std::vector<std::string> sources;
  for (const std::string& input : inputs) {
    Result<Sources> some = SourcesIn(input);
    // All others are merged.
    if (!some.ok()) {
      result.refused.push_back(some.error().message);
      continue;
    }
    if (some->folders.empty() && some->passed_over.empty()) result.refused.push_back(NoUnitsIn(input).message);
    std::ranges::move(some->folders, std::back_inserter(sources));
    std::ranges::move(some->passed_over, std::back_inserter(result.refused));
  }
  MergeState state;
  if (IsMerge(out)) {
    ASSAY_RETURN_IF_ERROR(CheckNoLinks(out));
    ASSAY_RETURN_IF_ERROR(SweepMerge(out));
    ASSAY_TRY(MergeRead read, ReadMerge(out, MergeRole::kOut, state));
    std::ranges::move(read.refused, std::back_inserter(result.refused));
  }
  InterruptGuard guard;
  for (const std::string& source : sources) {
    if (Interrupted()) break;
    TakeSource(source, state, result);
  }
  result.interrupted = Interrupted();
  // Everything was refused: nothing to write, and nothing that says of which campaign it would be.
  if (!state.campaign()) return result;
  ASSAY_RETURN_IF_ERROR(WriteMerge(out, state, again, result));
  return result;
}

}  // namespace assay
