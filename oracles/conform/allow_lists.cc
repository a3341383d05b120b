#include "oracles/conform/allow_lists.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

namespace assay {
namespace {

namespace fs = std::filesystem;

// "0.27" as {0, 27}, and so the beginning of "0.27.0.post1"; empty where no number stands at the front.
std::vector<int> VersionOf(std::string_view text) {
  std::vector<int> numbers;
  while (!text.empty()) {
    int number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) break;
    numbers.push_back(number);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
  }
  return numbers;
}

// The version in the name of a list of that implementation's; empty: it is none.
std::vector<int> VersionOfList(const fs::path& path, std::string_view implementation) {
  std::string stem = path.stem().string(), prefix = std::string(implementation) + "-";
  bool named = path.extension() == ".json" && stem.starts_with(prefix);
  return named ? VersionOf(std::string_view(stem).substr(prefix.size())) : std::vector<int>{};
}

}  // namespace

std::vector<std::string> FittingAllowLists(const std::vector<std::string>& suites, std::string_view subject) {
  size_t space = std::min(subject.find(' '), subject.size());
  std::string_view implementation = subject.substr(0, space);
  std::vector<int> version = VersionOf(subject.substr(std::min(space + 1, subject.size())));
  std::vector<std::pair<std::vector<int>, std::string>> found;
  for (const std::string& suite : suites) {
    std::error_code error;
    fs::path folder = fs::is_directory(suite, error) ? fs::path(suite) : fs::path(suite).parent_path();
    for (const auto& item : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, error)) {
      std::vector<int> of = VersionOfList(item.path(), implementation);
      if (!of.empty() && of <= version)
        found.emplace_back(of, (folder / item.path().filename()).lexically_normal().string());
    }
  }
  std::ranges::sort(found);
  std::vector<std::string> lists;
  for (const auto& [of, path] : found) {
    if (std::ranges::find(lists, path) == lists.end()) lists.push_back(path);
  }
  return lists;
}

}  // namespace assay
