#include "cli/unit_flags.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "cli/names.h"
#include "cli/version.h"
#include "fuzzers/units/digest.h"
#include "ir/support/json_shape.h"
#include "ir/support/file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// So many cases and units are numbers that all of them have.
constexpr uint64_t kMostUnits = 1'000'000;

Diag Invalid(std::string_view option, std::string_view expected, const std::string& got) {
  return {DiagKind::kBadArgument, {}, fmt::format("invalid {}: expected {}, got {}", option, expected, got), "", {}};
}

bool ReadNumber(std::string_view text, uint64_t& number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

// "commit: 1a2b3c" of the text that --version prints.
std::string LineOf(const std::string& text, std::string_view name) {
  std::string key = fmt::format("\n{}: ", name);
  size_t at = text.find(key);
  if (at == std::string::npos) return "";
  size_t begin = at + key.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

Result<UnitNumbers> ParseUnit(const std::string& text) {
  UnitNumbers numbers;
  size_t slash = text.find('/');
  bool fits = slash != std::string::npos && ReadNumber(std::string_view(text).substr(0, slash), numbers.unit) &&
              ReadNumber(std::string_view(text).substr(slash + 1), numbers.units);
  if (!fits) return Invalid("--unit", "K/N such as 3/64", text);
  if (numbers.units == 0 || numbers.units > kMostUnits)
    return Invalid("--unit", fmt::format("from 1 to {} units", kMostUnits), text);
  if (numbers.unit >= numbers.units)
    return Invalid("--unit", fmt::format("a unit from 0 to {}", numbers.units - 1), text);
  return numbers;
}

Result<std::pair<uint64_t, uint64_t>> ParseOnly(const std::string& text, uint64_t unit, uint64_t cases) {
  if (text.empty()) return std::pair<uint64_t, uint64_t>{0, 0};
  uint64_t first = 0, last = 0;
  size_t dash = text.find('-');
  std::string_view from = std::string_view(text).substr(0, dash);
  std::string_view to = dash == std::string::npos ? from : std::string_view(text).substr(dash + 1);
  if (!ReadNumber(from, first) || !ReadNumber(to, last)) return Invalid("--only", "A-B such as 1200-1249", text);
  uint64_t begin = unit * cases, end = begin + cases;
  if (first > last || first < begin || last >= end)
    return Invalid("--only", fmt::format("cases from {} to {}, the unit's", begin, end - 1), text);
  return std::pair{first, last + 1};
}

Result<std::set<uint64_t>> ParseLeaveOut(const std::vector<std::string>& lists) {
  std::set<uint64_t> cases;
  for (const std::string& word : SplitNames(lists)) {
    uint64_t number = 0;
    if (!ReadNumber(word, number)) return Invalid("--leave-out", "cases such as 37,120", word);
    cases.insert(number);
  }
  return cases;
}

std::string BuildIdentity() {
  std::string version = VersionText();
  std::string commit = LineOf(version, "commit"), build = LineOf(version, "build");
  std::string identity = fmt::format("{}, {}, {}", version.substr(0, version.find('\n')), commit, build);
  // Such a commit may stand for any program.
  if (commit != "unknown" && !commit.ends_with("-dirty")) return identity;
  Result<std::string> program = ReadFile("/proc/self/exe");
  return program.ok() ? fmt::format("{}, program {}", identity, DigestOf(*program)) : identity;
}

Result<std::string> DigestOfFiles(const std::vector<std::string>& paths) {
  std::string all;
  for (const std::string& path : paths) {
    std::error_code error;
    std::vector<std::string> files;
    if (!fs::is_directory(path, error)) files = {path};
    if (files.empty()) {
      for (const auto& item : fs::recursive_directory_iterator(path, error)) {
        if (item.is_regular_file(error)) files.push_back(item.path());
      }
    }
    std::ranges::sort(files);
    for (const std::string& file : files) {
      ASSAY_TRY(std::string text, ReadFile(file));
      all += DigestOf(text) + "\n";
    }
  }
  return paths.empty() ? std::string() : DigestOf(all);
}

Option AddUnitFlag(Command sub, UnitFlags& flags, std::string_view doc) {
  return sub.AddOption("--unit", flags.unit, doc).TypeName("K/N");
}

}  // namespace assay
