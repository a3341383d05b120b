// Reading control groups (memory_group.h).
#include "fuzzers/process/memory_group.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace assay {
namespace {

namespace fs = std::filesystem;

// Version 1 says the largest number of whole pages for no limit.
constexpr uint64_t kNoLimit = uint64_t{1} << 62;
constexpr uint64_t kLeast = uint64_t{1} << 30;
constexpr uint64_t kForTheParent = uint64_t{1} << 28;

// The group's path where /proc says which it is: "0::/a/b" (version 2), "4:memory:/a/b" (version 1).
std::optional<std::string> PathOf(const std::string& membership, std::string_view controllers) {
  std::ifstream file(membership);
  for (std::string line; std::getline(file, line);) {
    size_t first = line.find(':');
    size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string list = "," + line.substr(first + 1, second - first - 1) + ",";
    std::string wanted = "," + std::string(controllers) + ",";
    if (controllers.empty() ? list == ",," : list.find(wanted) != std::string::npos) return line.substr(second + 1);
  }
  return std::nullopt;
}

std::optional<uint64_t> NumberIn(const std::string& path) {
  std::ifstream file(path);
  uint64_t number = 0;
  if (!(file >> number)) return std::nullopt;
  return number;
}

// The number behind a word, as in "oom_kill 3".
std::optional<uint64_t> NumberBehind(const std::string& path, std::string_view word) {
  std::ifstream file(path);
  uint64_t number = 0;
  for (std::string name; file >> name >> number;) {
    if (name == word) return number;
  }
  return std::nullopt;
}

}  // namespace

MemoryGroup::MemoryGroup(const std::string& files, const std::string& membership) {
  struct Kind {
    const char* controllers;
    const char* below;
  };
  // Version 2, alone or beside version 1, which has a folder for each controller.
  for (Kind kind : {Kind{"", ""}, Kind{"", "/unified"}, Kind{"memory", "/memory"}}) {
    std::optional<std::string> path = PathOf(membership, kind.controllers);
    if (!path) continue;
    fs::path top = files + kind.below;
    // Within a container the path is the machine's, and the files are the container's own.
    for (fs::path inner = fs::path(*path).relative_path(); !inner.empty(); inner = inner.parent_path()) {
      folders_.push_back((top / inner).string());
    }
    folders_.push_back(top.string());
  }
}

std::optional<uint64_t> MemoryGroup::Limit() const {
  std::optional<uint64_t> least;
  for (const std::string& folder : folders_) {
    for (const char* name : {"/memory.max", "/memory.limit_in_bytes"}) {
      std::optional<uint64_t> limit = NumberIn(folder + name);
      if (limit && *limit < kNoLimit) least = std::min(least.value_or(*limit), *limit);
    }
  }
  return least;
}

uint64_t MemoryGroup::Kills() const {
  for (const std::string& folder : folders_) {
    for (const char* name : {"/memory.events", "/memory.oom_control"}) {
      if (std::optional<uint64_t> kills = NumberBehind(folder + name, "oom_kill")) return *kills;
    }
  }
  return 0;
}

uint64_t ShareOf(uint64_t wanted, std::optional<uint64_t> limit, uint64_t workers) {
  if (!limit) return wanted;
  uint64_t left = *limit > kForTheParent ? *limit - kForTheParent : 0;
  uint64_t share = std::max(kLeast, left / std::max<uint64_t>(1, workers));
  return wanted == 0 ? share : std::min(wanted, share);
}

}  // namespace assay
