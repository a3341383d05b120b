// What a worker tells its parent of a finding, and its one form in JSON for the pipe. Tested by
// finding_message_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/support/result.h"
#include "oracles/core/finding.h"

namespace assay {

struct FindingMessage {
  uint64_t run = 0;
  Finding finding;
  std::string signature;
  // How the case was made small, or why it was not.
  std::string how;
  // Nothing follows. What is sent ahead of a reduction is not final: it stands in case the worker does not come back.
  bool final = false;
  // The same module did not show it when it was judged once more.
  bool flaky = false;
  // TVMScript of the module as generated and as reduced; nothing where a worker ended before it had a text.
  std::optional<std::string> module, reduced;
  int reduced_lines = 0;
  std::string entry = "main";
  // As case.json has them.
  nlohmann::json passes = nlohmann::json::array();
  nlohmann::json config = nlohmann::json::object();
  std::vector<uint64_t> input_seeds;
  // Sets of arguments for the entry, written out; null: they are not.
  nlohmann::json values;
  // The module as generated, serialised.
  std::vector<uint8_t> bytes;
  // What the subject's own developers can repeat it by, file by file.
  std::map<std::string, std::string> files;
  // When the parent first heard of it, in seconds of the campaign.
  std::optional<double> seen_at;
};

// The value of "kind" by which a channel's messages are told apart.
inline constexpr const char* kFindingMessage = "finding";

// As readers count them: the last one need not end.
int LinesIn(std::string_view text);

nlohmann::json MessageToJson(const FindingMessage& message);
// Diag kCorrupt names what is no such spelling.
Result<FindingMessage> FindingMessageFromJson(const nlohmann::json& json);

}  // namespace assay
