// JSON forms of conformance results and allow-lists (conform.h).
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "ir/support/file.h"
#include "ir/support/json_text.h"
#include "ir/support/read_json.h"
#include "oracles/conform/conform.h"

namespace assay {
namespace {

Result<nlohmann::json> ReadJson(const std::string& path) {
  ASSAY_TRY(std::string text, ReadFile(path));
  return ParseJson(text, path);
}

// Sums of shares such as 1/64 are brought back to the whole numbers that they stand for.
double Rounded(double points) { return std::round(points * 1e6) / 1e6; }

nlohmann::json Number(double points) {
  double rounded = Rounded(points);
  if (rounded == std::floor(rounded)) return static_cast<int64_t>(rounded);
  return rounded;
}

nlohmann::json ScoresJson(const Scores& scores) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, score] : scores) {
    json[name] = {
        {"passed", Number(score.passed)}, {"of", Number(score.of)}, {"not_applicable", Number(score.not_applicable)}};
  }
  return json;
}

}  // namespace

std::string ShowPoints(double points) {
  double rounded = Rounded(points);
  return rounded == std::floor(rounded) ? fmt::format("{:.0f}", rounded) : fmt::format("{:.2f}", rounded);
}

Result<std::vector<AllowedDifference>> ReadAllowed(const std::string& path) {
  ASSAY_TRY(nlohmann::json json, ReadJson(path));
  std::vector<AllowedDifference> allowed;
  for (const auto& item : json.is_array() ? json : nlohmann::json::array({nullptr})) {
    AllowedDifference one{TextIn(item, "id"), TextIn(item, "reason"), TextIn(item, "score")};
    if (one.id.empty() || one.reason.empty()) {
      return Diag{DiagKind::kCorrupt, {}, fmt::format("{} is no list of {{\"id\", \"reason\"}}", path), "", {}};
    }
    allowed.push_back(std::move(one));
  }
  return allowed;
}

nlohmann::json ConformJson(const ConformResult& result) {
  nlohmann::json suites = nlohmann::json::object(), failures = nlohmann::json::array(),
                 allowed = nlohmann::json::array(), lacking = nlohmann::json::array();
  for (const auto& [name, suite] : result.suites) {
    suites[name] = {{"cases", suite.cases}, {"scores", ScoresJson(suite.scores)}};
    for (const auto& [pass, scores] : suite.by_pass) suites[name]["by_pass"][pass] = ScoresJson(scores);
  }
  for (const ConformFailure& failure : result.failures) {
    failures.push_back({{"suite", failure.suite},
                        {"id", failure.id},
                        {"score", failure.score},
                        {"why", failure.why},
                        {"known_as", failure.known.name},
                        {"upstream", failure.known.upstream}});
  }
  for (const JudgedScore& one : result.judged) {
    if (!one.applies) lacking.push_back({{"suite", one.suite}, {"id", one.id}, {"score", one.score}, {"why", one.why}});
  }
  for (const AllowedDifference& one : result.allowed) allowed.push_back({{"id", one.id}, {"reason", one.reason}});
  return {{"suites", suites}, {"failures", failures}, {"allowed", allowed}, {"not_applicable", lacking}};
}

Result<std::vector<ConformFailure>> ReadFailures(const std::string& path) {
  ASSAY_TRY(nlohmann::json json, ReadJson(path));
  if (!json.is_object() || !json.contains("failures") || !json["failures"].is_array()) {
    return Diag{DiagKind::kCorrupt, {}, fmt::format("{} is not what `conform --json` prints", path), "", {}};
  }
  std::vector<ConformFailure> failures;
  for (const auto& item : json["failures"]) {
    failures.push_back({TextIn(item, "suite"), TextIn(item, "id"), TextIn(item, "score"), TextIn(item, "why"), ""});
  }
  return failures;
}

std::vector<std::string> NewlyPassing(const ConformResult& result, const std::vector<ConformFailure>& known) {
  std::set<std::string> failed;
  for (const ConformFailure& one : known) failed.insert(one.suite + "\n" + one.id + "\n" + one.score);
  std::vector<std::string> names;
  for (const JudgedScore& one : result.judged) {
    if (one.passed && failed.contains(one.suite + "\n" + one.id + "\n" + one.score))
      names.push_back(one.id + " " + one.score);
  }
  return names;
}

void NameKnown(const std::vector<ConformFailure>& failures, const std::string& name, ConformResult& result) {
  auto key = [](const auto& one) { return one.suite + "\n" + one.id + "\n" + one.score; };
  std::set<std::string> listed;
  for (const ConformFailure& one : failures) listed.insert(key(one));
  auto take = [&](auto& one) {
    if (one.known.empty() && listed.contains(key(one))) one.known.name = name;
  };
  std::ranges::for_each(result.failures, take);
  for (JudgedScore& one : result.judged) {
    if (!one.passed && !one.allowed && one.applies) take(one);
  }
}

std::vector<ConformFailure> NotOnFile(const std::vector<ConformFailure>& failures) {
  std::vector<ConformFailure> left;
  std::ranges::copy_if(failures, std::back_inserter(left), [](const ConformFailure& one) { return one.known.empty(); });
  return left;
}

std::vector<ConformFailure> NewFailures(const std::vector<ConformFailure>& failures,
                                        const std::vector<ConformFailure>& known) {
  std::set<std::string> seen;
  auto key = [](const ConformFailure& one) { return one.suite + "\n" + one.id + "\n" + one.score; };
  for (const ConformFailure& one : known) seen.insert(key(one));
  std::vector<ConformFailure> fresh;
  for (const ConformFailure& one : failures) {
    if (!seen.contains(key(one))) fresh.push_back(one);
  }
  return fresh;
}

}  // namespace assay
