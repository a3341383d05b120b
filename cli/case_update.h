// What `replay --update-signatures` writes into cases: the signature of today, and the facts that it goes by. Tested by
// cli_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "fuzzers/campaign/attribution.h"
#include "fuzzers/campaign/case_file.h"
#include "oracles/core/oracle.h"

namespace assay {

// As a campaign would call it.
AttributedFinding NamedAsInCampaigns(Context& ctx, const Subject& subject, const LoadedCase& loaded,
                                     const Finding& shown);
// {"signature", "blamed", "facts"} of what the case shows now, named as campaigns do; of one that shows nothing any
// more the stored signature in the form of today, without facts.
nlohmann::json SignatureNow(Context& ctx, Subject& subject, const LoadedCase& loaded, const Finding* shown);
// Whether one of the findings is what the case's file says, or there is nothing to compare.
bool FailsAsRecorded(Context& ctx, Subject& subject, const LoadedCase& loaded, const std::vector<Finding>& findings);
// Writes them into the folder's case.json, where they are not there yet.
Status UpdateCase(const std::string& folder, const nlohmann::json& now);

}  // namespace assay
