#include "fuzzers/campaign/finding_message.h"

#include <algorithm>

#include "fuzzers/process/channel.h"
#include "oracles/core/finding_json.h"

namespace assay {
namespace {

std::optional<std::string> TextIn(const nlohmann::json& json, const char* key) {
  auto found = json.find(key);
  return found != json.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
}

}  // namespace

int LinesIn(std::string_view text) {
  return static_cast<int>(std::ranges::count(text, '\n')) + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

nlohmann::json MessageToJson(const FindingMessage& message) {
  nlohmann::json json{{"kind", kFindingMessage},
                      {"run", message.run},
                      {"finding", FindingToJson(message.finding)},
                      {"signature", message.signature},
                      {"how", message.how},
                      {"final", message.final},
                      {"flaky", message.flaky},
                      {"reduced_lines", message.reduced_lines},
                      {"entry", message.entry},
                      {"passes", message.passes},
                      {"config", message.config},
                      {"input_seeds", message.input_seeds},
                      {"values", message.values},
                      {"bytes", BinaryJson(message.bytes)},
                      {"files", message.files}};
  if (message.module) json["module"] = *message.module;
  if (message.reduced) json["reduced"] = *message.reduced;
  if (message.seen_at) json["seen_at"] = *message.seen_at;
  return json;
}

Result<FindingMessage> FindingMessageFromJson(const nlohmann::json& json) {
  FindingMessage message;
  ASSAY_TRY(message.finding, FindingFromJson(json.value("finding", nlohmann::json::object())));
  message.run = json.value("run", uint64_t{0});
  message.signature = json.value("signature", "");
  message.how = json.value("how", "");
  message.final = json.value("final", false);
  message.flaky = json.value("flaky", false);
  message.module = TextIn(json, "module");
  message.reduced = TextIn(json, "reduced");
  message.reduced_lines = json.value("reduced_lines", 0);
  message.entry = json.value("entry", "main");
  message.passes = json.value("passes", nlohmann::json::array());
  message.config = json.value("config", nlohmann::json::object());
  message.input_seeds = json.value("input_seeds", std::vector<uint64_t>());
  message.values = json.value("values", nlohmann::json());
  if (auto bytes = json.find("bytes"); bytes != json.end() && bytes->is_binary()) message.bytes = bytes->get_binary();
  message.files = json.value("files", std::map<std::string, std::string>());
  if (json.contains("seen_at")) message.seen_at = json["seen_at"].get<double>();
  return message;
}

}  // namespace assay
