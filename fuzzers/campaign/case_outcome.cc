#include "fuzzers/campaign/case_outcome.h"

#include "fuzzers/process/channel.h"
#include "oracles/core/finding_json.h"

namespace assay {
namespace {

void DropSeconds(nlohmann::json& oracles) {
  for (auto& [name, counts] : oracles.items()) counts.erase("seconds");
}

}  // namespace

nlohmann::json TallyWithoutClock(const Tally& tally) {
  nlohmann::json json = TallyToJson(tally);
  json.erase("generate_seconds");
  json.erase("questions");
  DropSeconds(json["oracles"]);
  for (auto& [name, pass] : json["passes"].items()) DropSeconds(pass["oracles"]);
  return json;
}

nlohmann::json OutcomeToJson(const CaseOutcome& outcome) {
  nlohmann::json findings = nlohmann::json::array();
  for (const Finding& finding : outcome.findings) findings.push_back(FindingToJson(finding));
  return {{"kind", kOutcomeMessage},
          {"run", outcome.run},
          {"tally", TallyWithoutClock(outcome.tally)},
          {"findings", findings},
          {"module", BinaryJson(outcome.module)},
          {"reached", outcome.reached},
          {"moves", outcome.moves},
          {"of_clock", outcome.of_clock}};
}

Result<CaseOutcome> OutcomeFromJson(const nlohmann::json& json) {
  CaseOutcome outcome;
  outcome.run = json.value("run", uint64_t{0});
  outcome.tally = TallyFromJson(json.value("tally", nlohmann::json::object()));
  for (const nlohmann::json& one : json.value("findings", nlohmann::json::array())) {
    ASSAY_TRY(Finding finding, FindingFromJson(one));
    outcome.findings.push_back(std::move(finding));
  }
  if (auto module = json.find("module"); module != json.end() && module->is_binary())
    outcome.module = module->get_binary();
  outcome.reached = json.value("reached", Reached());
  outcome.moves = json.value("moves", std::vector<std::string>());
  outcome.of_clock = json.value("of_clock", false);
  return outcome;
}

}  // namespace assay
