#include "cli/case_update.h"

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

bool BlameStep(Context& ctx, Subject& subject, const Case& c, Finding& finding) {
  std::string step = subject.Traits().names_faults ? "" : BlamedStep(ctx, subject, c, finding);
  if (!step.empty()) finding.pass = step;
  return !step.empty();
}

nlohmann::json SignatureNow(Context& ctx, Subject& subject, const LoadedCase& loaded, const Finding* shown) {
  if (shown == nullptr) return {{"signature", loaded.file.signature}};
  AttributedFinding named = NamedAsInCampaigns(ctx, subject, loaded, *shown);
  const Module& module = named.module ? *named.module : loaded.c.module;
  // What is on file without a step keeps its name.
  if (Signature(named.finding, module) != loaded.file.signature) BlameStep(ctx, subject, loaded.c, named.finding);
  std::string signature = Signature(named.finding, module);
  return {{"signature", signature},
          {"blamed", named.finding.pass},
          {"facts", FactsToJson(WithoutWords(named.finding.facts))}};
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
