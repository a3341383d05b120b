#include "oracles/core/python_path.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "passes/foreign_pass.h"

namespace assay {

bool AnyOwnPass(const nlohmann::json& calls) {
  return std::ranges::any_of(
      calls, [](const nlohmann::json& call) { return call.is_object() && IsForeignName(call.value("name", "")); });
}

std::vector<std::string> PythonPath() {
  const char* set = std::getenv("PYTHONPATH");
  std::string_view rest = set == nullptr ? "" : set;
  std::vector<std::string> folders;
  while (!rest.empty()) {
    size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

void AddPythonPath(const std::vector<std::string>& folders) {
  std::vector<std::string> all;
  auto add = [&](const std::string& folder) {
    std::string path = std::filesystem::absolute(folder).string();
    if (std::ranges::find(all, path) == all.end()) all.push_back(path);
  };
  std::ranges::for_each(folders, add);
  std::ranges::for_each(PythonPath(), add);
  if (!folders.empty()) setenv("PYTHONPATH", fmt::format("{}", fmt::join(all, ":")).c_str(), 1);
}

}  // namespace assay
