// The facts of a finding as JSON, as workers send them and cases keep them: fields that are empty are left out.
// Tested by finding_test.cc.
#pragma once

#include <nlohmann/json.hpp>

#include "ir/support/result.h"
#include "oracles/core/finding.h"

namespace assay {

// What facts look like (ir/support/json_shape.h).
const nlohmann::json& FactsShape();
nlohmann::json FactsToJson(const FindingFacts& facts);
// Diag kCorrupt names what is no such spelling.
Result<FindingFacts> FactsFromJson(const nlohmann::json& json);

// A whole finding; `klass` under the key "class".
nlohmann::json FindingToJson(const Finding& finding);
Result<Finding> FindingFromJson(const nlohmann::json& json);

}  // namespace assay
