// SARIF 2.1.0 (report.h). Alerts are followed from run to run by path and fingerprint, so that both are the failure's
// and not the run's; the lines to look at travel with each result, since the file itself is seldom in the repository.
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "oracles/report/report.h"

namespace assay {
namespace {

using nlohmann::json;

constexpr size_t kMostShort = 100;

// The first sentence: up to a period or colon before a space.
std::string FirstSentence(const std::string& text) {
  size_t end = std::min(text.find(". "), text.find(": "));
  return FirstLine(text.substr(0, end), kMostShort);
}

json RuleOf(const std::string& name, const std::string& doc, const ReportedRun& report) {
  std::string full = doc.empty() ? fmt::format("A failure of the kind {}.", name) : doc;
  std::string help =
      full + " The result's message says what was seen first; its region shows the reduced module, or the case.";
  json rule{{"id", name},
            {"shortDescription", {{"text", doc.empty() ? name : FirstSentence(doc)}}},
            {"fullDescription", {{"text", full}}},
            {"help", {{"text", help}, {"markdown", fmt::format("**{}**: {}", name, help)}}},
            {"defaultConfiguration", {{"level", "error"}}},
            {"properties", {{"tags", {"compiler", "correctness", "tvm"}}, {"precision", "high"}}}};
  if (!report.home.empty()) rule["helpUri"] = report.home + "/blob/HEAD/docs/words.md";
  return rule;
}

json LocationOf(const ReportedCase& one, Excerpts& excerpts) {
  std::string uri = one.stable_file.empty() ? one.file : one.stable_file;
  json region{{"startLine", std::max(1, one.line)}};
  if (std::string text = excerpts.Of(one); !text.empty()) region["snippet"] = {{"text", text}};
  return {{"physicalLocation", {{"artifactLocation", {{"uri", uri}}}, {"region", region}}}};
}

json ResultOf(const ReportedCase& one, const ReportedRun& report, Excerpts& excerpts) {
  bool counts = one.ending == CaseEnding::kFailed;
  json result{{"ruleId", one.group},
              {"level", counts ? "error" : "note"},
              {"message", {{"text", one.name + ": " + Head(one.detail)}}},
              {"occurrenceCount", one.seen},
              {"properties", {{"status", StatusWord(one, report)}}}};
  if (report.compared) result["baselineState"] = counts ? "new" : "unchanged";
  if (!one.fingerprint.empty()) result["partialFingerprints"] = {{"assaySignature/v1", one.fingerprint}};
  if (!one.file.empty()) result["locations"] = json::array({LocationOf(one, excerpts)});
  if (!one.reason.empty()) result["properties"]["reason"] = one.reason;
  if (!one.replay.empty()) result["properties"]["replay"] = one.replay;
  if (one.ending == CaseEnding::kClosed) {
    json suppression{{"kind", "external"}, {"status", "accepted"}};
    if (!one.reason.empty()) suppression["justification"] = one.reason;
    result["suppressions"] = json::array({suppression});
  }
  return result;
}

bool IsResult(const ReportedCase& one) {
  return one.ending == CaseEnding::kFailed || one.ending == CaseEnding::kKnown || one.ending == CaseEnding::kClosed;
}

}  // namespace

std::string SarifReport(const ReportedRun& report) {
  json rules = json::array(), results = json::array();
  std::set<std::string> names;
  Excerpts excerpts;
  auto add_rule = [&](const std::string& name, const std::string& doc) {
    if (names.insert(name).second) rules.push_back(RuleOf(name, doc, report));
  };
  for (const ReportedGroup& group : report.groups) add_rule(group.name, group.doc);
  for (const ReportedCase& one : report.cases) {
    if (!IsResult(one)) continue;
    results.push_back(ResultOf(one, report, excerpts));
    // A crash is told by the campaign itself, under a name that is no oracle's.
    add_rule(one.group, "");
  }
  json driver{{"name", "assay"}, {"version", ASSAY_VERSION}, {"rules", rules}};
  if (!report.home.empty()) driver["informationUri"] = report.home;
  json run{{"tool", {{"driver", driver}}},
           {"automationDetails", {{"id", TitleOf(report) + "/"}}},
           {"results", results},
           {"properties", {{"summary", SummaryOf(report)}}}};
  if (!report.against.empty()) run["properties"]["subjects"] = {report.subject, report.against};
  json log{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", json::array({run})}};
  return log.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace assay
