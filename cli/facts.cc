#include "cli/facts.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files.h"
#include "cli/subjects.h"
#include "cli/version.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

std::vector<std::string> OwnWords() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string all((std::istreambuf_iterator<char>(in)), {});
  std::vector<std::string> words;
  for (size_t at = 0; at < all.size();) {
    size_t end = std::min(all.find('\0', at), all.size());
    words.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string TimeStamp() { return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr))); }

std::string CommandLine(const std::vector<std::string>& words) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%";
  std::string line;
  for (const std::string& word : words) {
    bool first = line.empty();
    // The program's folder says nothing of the run.
    std::string shown = first ? word.substr(word.rfind('/') + 1) : word;
    if (!first) line += ' ';
    if (!shown.empty() && shown.find_first_not_of(kPlain) == std::string::npos) {
      line += shown;
      continue;
    }
    line += '\'';
    for (char c : shown) line += c == '\'' ? "'\\''" : std::string(1, c);
    line += '\'';
  }
  return line;
}

Facts RunFacts() {
  utsname system{};
  uname(&system);
  Facts facts{{kStarted, TimeStamp()}, {"Command", CommandLine(OwnWords())}};
  std::istringstream version(VersionText());
  for (std::string line; std::getline(version, line);) {
    size_t colon = line.find(": ");
    if (colon == std::string::npos) {
      facts.emplace_back("Program", line);
    } else {
      facts.emplace_back(line.substr(0, colon), line.substr(colon + 2));
      facts.back().first[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(line[0])));
    }
  }
  facts.emplace_back("Machine", fmt::format("{} {} {}", system.sysname, system.release, system.machine));
  return facts;
}

Facts RunFactsOf(const std::string& subject, const std::string& target) {
  Facts facts{{"Subject", subject}};
  if (!target.empty()) facts.emplace_back("Target", target);
  std::ranges::move(RunFacts(), std::back_inserter(facts));
  return facts;
}

std::string LinkFrom(const std::string& folder, const std::string& path) {
  std::error_code error;
  return std::filesystem::absolute(path, error)
      .lexically_normal()
      .lexically_relative(std::filesystem::absolute(folder, error).lexically_normal())
      .generic_string();
}

std::string SubjectFact(const std::string& name) {
  Result<SubjectMaker> make = SubjectNamed(name);
  if (!make.ok()) return name;
  Context ctx;
  std::string version((*make)(ctx)->name());
  return version == name ? name : fmt::format("{} ({})", name, version);
}

std::vector<RunSummary> HistoryIn(const std::string& path) {
  Result<std::string> text = path.empty() ? Result<std::string>(std::string()) : ReadInput(path);
  nlohmann::json json = text.ok() ? JsonOf(*text) : nlohmann::json();
  return json.is_object() && json.contains("history") ? HistoryFromJson(json["history"]) : std::vector<RunSummary>{};
}

std::string HomePage() {
  std::string named = Variable("ASSAY_HOME_PAGE"), gitlab = Variable("CI_PROJECT_URL");
  if (!named.empty()) return named;
  if (!gitlab.empty()) return gitlab;
  std::string server = Variable("GITHUB_SERVER_URL"), repository = Variable("GITHUB_REPOSITORY");
  return server.empty() || repository.empty() ? "" : server + "/" + repository;
}

}  // namespace assay
