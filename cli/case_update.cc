#include "cli/case_update.h"

#include <algorithm>

#include "fuzzers/campaign/blamed_step.h"
#include "ir/support/file.h"
#include "ir/support/read_json.h"
#include "oracles/core/finding_json.h"

namespace assay {

AttributedFinding NamedAsInCampaigns(Context& ctx, const Subject& subject, const LoadedCase& loaded,
                                     const Finding& shown) {
  return subject.Traits().names_faults ? AttributeFinding(ctx, loaded.c, shown, AllOracles())
                                       : AttributedFinding{shown, loaded.c.passes};
}

nlohmann::json SignatureNow(Context& ctx, Subject& subject, const LoadedCase& loaded, const Finding* shown) {
  if (shown == nullptr) return {{"signature", loaded.file.signature}};
  AttributedFinding named = NamedAsInCampaigns(ctx, subject, loaded, *shown);
  const Module& module = named.module ? *named.module : loaded.c.module;
  auto on_file = [&](const Finding& finding) { return Signature(finding, module) == loaded.file.signature; };
  BlameStep(ctx, subject, loaded.c, named.finding, on_file);
  std::string signature = Signature(named.finding, module);
  return {{"signature", signature},
          {"blamed", named.finding.pass},
          {"facts", FactsToJson(WithoutWords(named.finding.facts))}};
}

bool FailsAsRecorded(Context& ctx, Subject& subject, const LoadedCase& loaded, const std::vector<Finding>& findings) {
  if (findings.empty() || loaded.file.signature.empty()) return true;
  return std::ranges::any_of(findings, [&](const Finding& finding) {
    return SignatureNow(ctx, subject, loaded, &finding)["signature"] == loaded.file.signature;
  });
}

Status UpdateCase(const std::string& folder, const nlohmann::json& now) {
  const std::string path = folder + "/case.json";
  ASSAY_TRY(std::string text, ReadFile(path));
  ASSAY_TRY(nlohmann::json json, ParseJson(text, path));
  if (!json.is_object() || !now.is_object()) return Done{};
  nlohmann::json updated = json;
  updated.update(now);
  return updated == json ? Status(Done{}) : WriteWhole(path, updated.dump(2) + "\n");
}

}  // namespace assay
