// Reading JSON: the one place where text becomes it (`ctest -R house.json`). Text that nests deeper than
// kMaxJsonNesting is not read. Tested by json_nesting_test.cc.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ir/support/json_nesting.h"
#include "ir/support/result.h"

namespace assay {

// Discarded (is_discarded) where the text is none, or nests too deep.
template <class Json = nlohmann::json>
Json JsonOf(std::string_view text) {
  return TooDeepJson(text).empty() ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
}

// Diag kCorrupt: "invalid PLACE: expected JSON, got `…`", "invalid PLACE: nested deeper than 500 (line 1, column 501)".
template <class Json = nlohmann::json>
Result<Json> ParseJson(std::string_view text, std::string_view place) {
  Json json = JsonOf<Json>(text);
  if (!json.is_discarded()) return json;
  std::string why = TooDeepJson(text);
  size_t first = text.find_first_not_of(" \t\r\n");
  if (why.empty() && first == std::string_view::npos) why = "expected JSON, got an empty text";
  if (why.empty()) {
    std::string_view shown = text.substr(first, 40);
    why = fmt::format("expected JSON, got `{}`{}", shown.substr(0, shown.find('\n')), shown.size() < 40 ? "" : "…");
  }
  return Diag{DiagKind::kCorrupt, {}, fmt::format("invalid {}: {}", place, why), "", {}};
}

}  // namespace assay
