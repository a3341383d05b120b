#include "cli/replay_cases.h"

#include <algorithm>
#include <filesystem>

namespace assay {
namespace {

namespace fs = std::filesystem;

// A case's own modules belong to it; other ones stand for themselves.
bool IsLoneModule(const fs::path& path) {
  std::error_code error;
  return path.extension() == ".py" && !fs::exists(path.parent_path() / "case.json", error);
}

}  // namespace

Result<std::vector<std::string>> CasePaths(const std::vector<std::string>& given) {
  std::vector<std::string> paths;
  for (const std::string& path : given) {
    std::error_code error;
    if (!fs::exists(path, error)) return Diag{DiagKind::kIo, {}, path + ": no such file or folder", "", {}};
    if (!fs::is_directory(path, error) || fs::exists(fs::path(path) / "case.json", error)) {
      paths.push_back(path);
      continue;
    }
    size_t before = paths.size();
    for (const auto& item :
         fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, error)) {
      if (item.path().filename() == "case.json") paths.push_back(item.path().parent_path().string());
      if (IsLoneModule(item.path())) paths.push_back(item.path().string());
    }
    if (paths.size() == before) return Diag{DiagKind::kIo, {}, path + ": holds no case.json and no module", "", {}};
    std::sort(paths.begin() + static_cast<ptrdiff_t>(before), paths.end());
  }
  return paths;
}

}  // namespace assay
