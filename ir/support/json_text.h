// Texts in JSON. Tested by known_bugs_test.cc and history_test.cc.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace assay {

// The text under a key; empty where no text stands there, or `json` is no object.
std::string TextIn(const nlohmann::json& json, const char* key);

}  // namespace assay
