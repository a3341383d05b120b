#include "fuzzers/campaign/finding_files.h"

#include <fmt/format.h>

#include "fuzzers/campaign/case_file.h"
#include "ir/support/hash.h"
#include "oracles/core/finding_json.h"
#include "oracles/core/python_path.h"

namespace assay {

FindingRecord RecordOf(const FindingMessage& message) {
  FindingRecord record;
  record.oracle = message.finding.oracle;
  record.pass = message.finding.pass;
  record.klass = message.finding.klass;
  record.signature = message.signature;
  record.detail = message.finding.detail;
  record.also = message.finding.also;
  record.reduced_lines = message.reduced_lines;
  record.run = message.run;
  record.flaky = message.flaky;
  record.id = fmt::format("{:016x}", HashText(message.reduced.value_or(""), HashText(record.signature)));
  return record;
}

namespace {

nlohmann::json CaseJson(const CampaignOptions& options, const FindingMessage& message, const FindingRecord& record) {
  std::string note = message.finding.detail;
  for (const std::string& other : message.finding.also) note += "\nalso seen by " + other;
  nlohmann::json json{{"version", kCaseVersion},
                      {"oracle", record.oracle},
                      {"passes", message.passes},
                      {"config", message.config},
                      {"entry", message.entry},
                      {"inputs", {{"seeds", message.input_seeds}}},
                      {"subject", options.subject},
                      {"fault", options.faults.empty() ? nlohmann::json() : nlohmann::json(options.faults[0])},
                      {"status", record.flaky ? "flaky" : "open"},
                      {"expect", record.klass.name()},
                      {"signature", record.signature},
                      {"blamed", message.finding.pass},
                      {"facts", FactsToJson(WithoutWords(message.finding.facts))},
                      {"note", note},
                      {"reduction", message.how}};
  if (!options.target.empty()) json["target"] = options.target;
  // Passes of one's own are imported from there.
  if (AnyOwnPass(message.passes)) json["python_path"] = PythonPath();
  return json;
}

}  // namespace

FindingFiles FilesOf(const CampaignOptions& options, const FindingMessage& message, const FindingRecord& record,
                     const FoundBy& by) {
  FindingFiles files = message.files;
  files["case.json"] = CaseJson(options, message, record).dump(2) + "\n";
  files["environment.json"] = by.environment.dump(2) + "\n";
  files["reproduce.txt"] = by.replay + "\n";
  if (message.module) files["module.py"] = *message.module;
  if (message.reduced) files["reduced.py"] = *message.reduced;
  if (!message.finding.sides.empty())
    files[kSidesFile] =
        SidesToJson(message.finding.sides).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (!message.values.is_null()) files["values.json"] = message.values.dump() + "\n";
  files["module.bin"] = std::string(message.bytes.begin(), message.bytes.end());
  return files;
}

}  // namespace assay
