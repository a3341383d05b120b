// Reading JSON: the one place where text becomes it (`ctest -R house.json`). Text that nests deeper than
// kMaxJsonNesting is not read. Tested by json_nesting_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/support/result.h"

namespace assay {

// Discarded (is_discarded) where the text is none, or nests too deep. Json is nlohmann::json or ordered_json: what
// reads them is long, and compiled in read_json.cc alone.
template <class Json = nlohmann::json>
Json JsonOf(std::string_view text);

// Diag kCorrupt: "invalid PLACE: expected JSON, got `}` (line 3, column 7)", "invalid PLACE: nested deeper than 500
// (line 1, column 501)".
Result<nlohmann::json> ParseJson(std::string_view text, std::string_view place);

// The texts of the list under a key; none where no list stands there, or `json` is no object.
std::vector<std::string> TextsIn(const nlohmann::json& json, const char* key);

}  // namespace assay
