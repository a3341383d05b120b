#include "ir/support/read_json.h"

#include <string>

#include <fmt/format.h>

#include "ir/support/json_nesting.h"

namespace assay {

template <class Json>
Json JsonOf(std::string_view text) {
  return TooDeepJson(text).empty() ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
}
template nlohmann::json JsonOf(std::string_view text);
template nlohmann::ordered_json JsonOf(std::string_view text);

Result<nlohmann::json> ParseJson(std::string_view text, std::string_view place) {
  nlohmann::json json = JsonOf(text);
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
