// SARIF 2.1.0 (report.h).
#include <set>

#include <nlohmann/json.hpp>

#include "oracles/report/report.h"

namespace assay {
namespace {

nlohmann::json RuleOf(const std::string& name, const std::string& doc) {
  return {{"id", name}, {"shortDescription", {{"text", doc.empty() ? name : doc}}}};
}

nlohmann::json ResultOf(const ReportedCase& one, bool compared) {
  nlohmann::json result{{"ruleId", one.group},
                        {"level", one.ending == CaseEnding::kKnown ? "note" : "error"},
                        {"message", {{"text", one.name + ": " + one.detail}}},
                        {"occurrenceCount", one.seen}};
  if (compared) result["baselineState"] = one.ending == CaseEnding::kKnown ? "unchanged" : "new";
  if (!one.fingerprint.empty()) result["partialFingerprints"] = {{"assaySignature/v1", one.fingerprint}};
  if (!one.file.empty()) {
    nlohmann::json place{{"artifactLocation", {{"uri", one.file}}}, {"region", {{"startLine", one.line}}}};
    result["locations"] = nlohmann::json::array({{{"physicalLocation", place}}});
  }
  return result;
}

}  // namespace

std::string SarifReport(const ReportedRun& report) {
  nlohmann::json rules = nlohmann::json::array(), results = nlohmann::json::array();
  std::set<std::string> names;
  for (const ReportedGroup& group : report.groups) {
    if (names.insert(group.name).second) rules.push_back(RuleOf(group.name, group.doc));
  }
  for (const ReportedCase& one : report.cases) {
    if (one.ending != CaseEnding::kFailed && one.ending != CaseEnding::kKnown) continue;
    results.push_back(ResultOf(one, report.compared));
    // A crash is told by the campaign itself, under a name that is no oracle's.
    if (names.insert(one.group).second) rules.push_back(RuleOf(one.group, ""));
  }
  nlohmann::json driver{{"name", "assay"}, {"version", ASSAY_VERSION}, {"rules", rules}};
  nlohmann::json run{{"tool", {{"driver", driver}}}, {"results", results}};
  nlohmann::json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", nlohmann::json::array({run})}};
  return log.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace assay
