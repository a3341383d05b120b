// SARIF 2.1.0 (report.h).
#include <algorithm>

#include <nlohmann/json.hpp>

#include "oracles/report/report.h"

namespace assay {
namespace {

nlohmann::json RuleOf(const std::string& name, const std::string& doc) {
  return {{"id", name}, {"shortDescription", {{"text", doc.empty() ? name : doc}}}};
}

nlohmann::json ResultOf(const ReportedFinding& finding) {
  nlohmann::json region{{"startLine", 1}};
  nlohmann::json place{{"artifactLocation", {{"uri", finding.file}}}, {"region", region}};
  std::string text = finding.pass.empty() ? finding.detail : finding.pass + ": " + finding.detail;
  return {{"ruleId", finding.oracle},
          {"level", "error"},
          {"message", {{"text", text}}},
          {"locations", nlohmann::json::array({{{"physicalLocation", place}}})},
          {"partialFingerprints", {{"assaySignature/v1", finding.signature}}},
          {"occurrenceCount", finding.seen}};
}

}  // namespace

std::string SarifReport(const std::vector<ReportedOracle>& oracles, const std::vector<ReportedFinding>& findings) {
  nlohmann::json rules = nlohmann::json::array(), results = nlohmann::json::array();
  std::vector<std::string> names;
  for (const ReportedOracle& oracle : oracles) {
    names.push_back(oracle.name);
    rules.push_back(RuleOf(oracle.name, oracle.doc));
  }
  for (const ReportedFinding& finding : findings) {
    results.push_back(ResultOf(finding));
    // A crash is told by the campaign itself, under a name that is no oracle's.
    if (std::find(names.begin(), names.end(), finding.oracle) != names.end()) continue;
    names.push_back(finding.oracle);
    rules.push_back(RuleOf(finding.oracle, ""));
  }
  nlohmann::json driver{{"name", "assay"}, {"version", ASSAY_VERSION}, {"rules", rules}};
  nlohmann::json run{{"tool", {{"driver", driver}}}, {"results", results}};
  nlohmann::json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", nlohmann::json::array({run})}};
  return log.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace assay
