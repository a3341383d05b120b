#include "ir/support/json_text.h"

#include <nlohmann/json.hpp>

namespace assay {

std::string TextIn(const nlohmann::json& json, const char* key) {
  auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace assay
