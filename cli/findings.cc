#include "cli/findings.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/files.h"
#include "cli/say.h"
#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/store.h"
#include "ir/support/read_json.h"

namespace assay {
namespace {

// A finding's case file; no object where it cannot be read.
nlohmann::json CaseOf(const FindingRecord& finding) {
  std::string path = finding.path + "/case.json";
  std::error_code error;
  if (!std::filesystem::exists(finding.path, error)) {
    SayNote(fmt::format("{} is missing: finding {} is listed from the index alone", finding.path, finding.id));
    return {};
  }
  Result<std::string> text = ReadInput(path);
  Result<nlohmann::json> json = text.ok() ? ParseJson(*text, path) : Result<nlohmann::json>(text.error());
  if (json.ok() && json->is_object()) return *json;
  std::string why = json.ok() ? path + ": expected a JSON object" : json.error().message;
  SayNote(fmt::format("{}; finding {} is listed from the index alone", why, finding.id));
  return {};
}

std::string TextIn(const nlohmann::json& json, const char* key, const std::string& otherwise) {
  return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : otherwise;
}

// Campaigns of earlier versions left their counts in the report alone; without one there are none.
Result<Tally> TallyIn(const std::string& folder, const std::string& stored) {
  if (!stored.empty()) return ParseTally(stored, folder + "/index.sqlite");
  std::string path = folder + "/report.json";
  Result<std::string> text = ReadInput(path);
  if (!text.ok()) return Tally{};
  Result<Tally> tally = ParseTally(*text, path);
  if (tally.ok()) return tally;
  SayNote(fmt::format("{}; the campaign's counts are left out", tally.error().message));
  return Tally{};
}

}  // namespace

Result<CampaignFolder> ReadCampaign(const std::string& path) {
  std::error_code error;
  auto wrong = [&](const char* got) {
    return Diag{DiagKind::kIo, {}, fmt::format("{}: expected a campaign's folder, got {}", path, got), "", {}};
  };
  if (!std::filesystem::exists(path, error)) return wrong("nothing");
  if (!std::filesystem::is_directory(path, error)) return wrong("a file");
  // Opening an empty folder would make a store of it.
  if (std::filesystem::is_empty(path, error)) return wrong("an empty one");
  if (!std::filesystem::exists(path + "/index.sqlite", error)) return wrong("one without index.sqlite");
  auto store = Store::Open(path, /*resume=*/true, Lost::kKept);
  if (!store.ok()) {
    Diag diag = store.error();
    // What stands there is input here, not a place for output.
    diag.kind = DiagKind::kIo;
    return diag;
  }
  CampaignFolder campaign;
  campaign.findings = (*store)->Findings();
  campaign.seconds = (*store)->seconds_before();
  for (FindingRecord& finding : campaign.findings) {
    nlohmann::json stored = CaseOf(finding);
    // Why it was one, where the index is of an earlier version.
    if (finding.detail.empty()) finding.detail = TextIn(stored, "note", finding.klass.name());
    campaign.subject = TextIn(stored, "subject", campaign.subject);
  }
  std::map<std::string, std::string> facts = (*store)->Facts();
  campaign.facts = FactsFromText(facts[kFactsName]);
  campaign.history = HistoryFromJson(JsonOf(facts[kHistoryName]));
  ASSAY_TRY(campaign.tally, TallyIn(path, facts[kTallyName]));
  campaign.tally.runs = (*store)->runs_before();
  return campaign;
}

}  // namespace assay
