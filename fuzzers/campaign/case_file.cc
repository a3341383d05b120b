// Reading and writing cases on disk (case_file.h).
#include "fuzzers/campaign/case_file.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzzers/campaign/old_signature.h"
#include "generators/modules/generate.h"
#include "ir/entries.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/file.h"
#include "ir/support/json_shape.h"
#include "ir/support/read_json.h"
#include "ir/support/unknown_name.h"
#include "ir/text/parse.h"
#include "oracles/core/finding_json.h"
#include "passes/old_options.h"
#include "passes/options.h"
#include "passes/unknown_pass.h"

namespace assay {
namespace {

// What a case expects that is no finding.
const std::string kAgrees = "agree";

Diag BadCase(std::string message) { return {DiagKind::kCorrupt, {}, std::move(message), "case.json", {}}; }
PassOptions OptionsFromJson(Context& ctx, const nlohmann::json& json, const char* name) {
  PassOptions options;
  auto found = json.find(name);
  if (found == json.end() || !found->is_object()) return options;
  for (const auto& [key, value] : found->items()) options.emplace(key, AttrFromJson(ctx, value));
  return options;
}

std::string TextOf(const nlohmann::json& json, const char* key, const char* fallback) {
  auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : fallback;
}

Result<PassCall> PassFromJson(Context& ctx, const nlohmann::json& json) {
  std::string name = json.is_string() ? json.get<std::string>() : json.is_object() ? TextOf(json, "name", "") : "";
  PassCall call;
  call.pass = FindPass(name);
  if (call.pass == nullptr) return UnknownPass(name);
  if (json.is_object()) call.options = ByTodaysNames(*call.pass, OptionsFromJson(ctx, json, "options"));
  ASSAY_RETURN_IF_ERROR(CheckOptionNames(call));
  return call;
}

Result<std::vector<std::vector<Value>>> ReadInputs(const std::filesystem::path& folder, const CaseFile& file,
                                                   const Module& module) {
  std::vector<std::vector<Value>> inputs;
  std::filesystem::path written = folder / "values.json";
  if (!std::filesystem::exists(written)) {
    for (uint64_t seed : file.input_seeds) inputs.push_back(MakeInputs(module, file.entry, seed));
    return inputs;
  }
  ASSAY_TRY(std::string text, ReadFile(written));
  ASSAY_TRY(nlohmann::json json, ParseJson(text, written.string()));
  const nlohmann::json shape = nlohmann::json::array({nlohmann::json::array({nlohmann::json()})});
  ASSAY_RETURN_IF_ERROR(CheckShape(json, shape, written.string()));
  for (const auto& set : json) {
    std::vector<Value> values;
    for (const auto& item : set) {
      Result<Value> value = ValueFromJson(item);
      if (!value.ok()) {
        return Diag{DiagKind::kCorrupt,
                    {},
                    fmt::format("{}: argument {} of list {}: {}", written.string(), values.size(), inputs.size(),
                                value.error().message),
                    "",
                    {}};
      }
      values.push_back(*std::move(value));
    }
    inputs.push_back(std::move(values));
  }
  return inputs;
}

}  // namespace

FindingFacts WithoutWords(FindingFacts facts) {
  facts.said.clear();
  if (facts.difference) facts.difference->text.clear();
  return facts;
}

nlohmann::json CaseFileToJson(const CaseFile& file) {
  nlohmann::json json{{"version", kCaseVersion},
                      {"oracle", file.oracle},
                      {"passes", PassesToJson(file.passes)},
                      {"config", OptionsToJson(file.config)},
                      {"entry", file.entry},
                      {"inputs", {{"seeds", file.input_seeds}}},
                      {"subject", file.subject},
                      {"fault", file.fault.empty() ? nlohmann::json() : nlohmann::json(file.fault)},
                      {"status", file.status},
                      {"expect", file.expect ? file.expect->name() : kAgrees},
                      {"signature", file.signature},
                      {"note", file.note}};
  if (!file.target.empty()) json["target"] = file.target;
  if (!file.upstream.empty()) json["upstream"] = file.upstream;
  if (!file.python_path.empty()) json["python_path"] = file.python_path;
  if (!file.facts) return json;
  json["facts"] = FactsToJson(*file.facts);
  json["blamed"] = file.blamed;
  return json;
}

std::vector<std::string> PythonPathOf(const nlohmann::json& json) { return TextsIn(json, "python_path"); }

namespace {

constexpr std::string_view kFields[] = {"version",   "oracle",   "passes", "config", "entry",       "inputs",
                                        "subject",   "fault",    "status", "expect", "signature",   "note",
                                        "reduction", "upstream", "blamed", "facts",  "python_path", "target"};

constexpr std::string_view kStatuses[] = {"open", "flaky", "fixed"};
// Those that some build has.
constexpr std::string_view kFaults[] = {
#define ASSAY_FAULT(name, component, klass, oracles, doc) #name,
#include "ir/support/faults.def"
};

// Empty is none.
Status CheckName(const char* key, const std::string& name, std::span<const std::string_view> known) {
  if (name.empty() || std::ranges::find(known, name) != known.end()) return Done{};
  return UnknownName(key, name, {known.begin(), known.end()});
}

// An empty oracle stands for all of them. Which there are is for whoever asks one.
Status CheckFields(const nlohmann::json& json) {
  for (const auto& [key, value] : json.items()) {
    if (std::ranges::find(kFields, key) == std::end(kFields))
      return UnknownName("field", key, {std::begin(kFields), std::end(kFields)});
  }
  auto oracle = json.find("oracle");
  if (oracle == json.end()) return BadCase("missing field oracle");
  if (!oracle->is_string()) return BadCase(fmt::format("invalid \"oracle\": expected a name, got {}", oracle->dump()));
  const nlohmann::json anything;
  static const nlohmann::json shape{{"version", anything},
                                    {"oracle", ""},
                                    {"passes", nlohmann::json::array({anything})},
                                    {"config", {{"*", anything}}},
                                    {"entry", ""},
                                    {"inputs", {{"*", anything}}},
                                    {"subject", ""},
                                    {"fault", ""},
                                    {"status", ""},
                                    {"expect", ""},
                                    {"signature", ""},
                                    {"note", ""},
                                    {"reduction", anything},
                                    {"upstream", ""},
                                    {"blamed", ""},
                                    {"facts", FactsShape()},
                                    {"python_path", nlohmann::json::array({""})},
                                    {"target", ""}};
  nlohmann::json written = json;
  // None.
  if (json.value("fault", anything).is_null()) written.erase("fault");
  return CheckShape(written, shape, "case.json");
}

}  // namespace

Result<CaseFile> CaseFileFromJson(Context& ctx, const nlohmann::json& json) {
  if (!json.is_object()) return BadCase("not a JSON object");
  auto version = json.find("version");
  if (version == json.end()) return BadCase(fmt::format("no \"version\": expected {}", kCaseVersion));
  if (!version->is_number_integer() || *version != kCaseVersion)
    return BadCase(fmt::format("invalid \"version\": expected {}, got {}", kCaseVersion, version->dump()));
  ASSAY_RETURN_IF_ERROR(CheckFields(json));
  CaseFile file;
  file.oracle = TextOf(json, "oracle", "");
  file.entry = TextOf(json, "entry", "main");
  file.subject = TextOf(json, "subject", "native");
  file.target = TextOf(json, "target", "");
  file.fault = TextOf(json, "fault", "");
  ASSAY_RETURN_IF_ERROR(CheckName("fault", file.fault, kFaults));
  file.status = TextOf(json, "status", "open");
  ASSAY_RETURN_IF_ERROR(CheckName("status", file.status, kStatuses));
  if (std::string expect = TextOf(json, "expect", ""); !expect.empty() && expect != kAgrees) {
    Result<FindingClass> klass = FindingClassNamed(expect);
    if (!klass.ok()) return BadCase(klass.error().message);
    file.expect = *klass;
  }
  file.signature = TextOf(json, "signature", "");
  file.upstream = TextOf(json, "upstream", "");
  file.note = TextOf(json, "note", "");
  file.python_path = PythonPathOf(json);
  if (json.contains("facts")) {
    Result<FindingFacts> facts = FactsFromJson(json["facts"]);
    if (!facts.ok()) return BadCase(facts.error().message);
    file.facts = *std::move(facts);
    file.blamed = TextOf(json, "blamed", "");
  }
  if (json.contains("passes") && json["passes"].is_array()) {
    for (const auto& item : json["passes"]) {
      ASSAY_TRY(PassCall call, PassFromJson(ctx, item));
      file.passes.push_back(std::move(call));
    }
  }
  file.config = OptionsFromJson(ctx, json, "config");
  if (json.contains("inputs") && json["inputs"].is_object() && json["inputs"].contains("seeds")) {
    for (const auto& seed : json["inputs"]["seeds"]) {
      if (!seed.is_number_integer()) return BadCase("\"inputs\".\"seeds\" holds something that is no integer");
      file.input_seeds.push_back(seed.get<uint64_t>());
    }
  }
  return file;
}

namespace {

// A worker that came to its end left the bytes of its module.
Result<Module> ModuleOfBytes(Context& ctx, const std::filesystem::path& path) {
  ASSAY_TRY(std::string bytes, ReadFile(path));
  if (bytes.empty()) {
    return Diag{DiagKind::kIo,
                {},
                fmt::format("{} is empty: the worker ended before it had made a module; environment.json has the seed "
                            "and the run that do it again",
                            path.string()),
                "",
                {}};
  }
  return Deserialize(ctx, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, OpOfFullName);
}

Result<Module> ModuleOfText(Context& ctx, const std::filesystem::path& path) {
  ASSAY_TRY(std::string text, ReadFile(path));
  return ParseModule(ctx, path.string(), text);
}

}  // namespace

Result<LoadedCase> LoadCase(Context& ctx, const std::string& path, const std::string& entry) {
  LoadedCase loaded;
  std::filesystem::path folder = path;
  std::filesystem::path text_path = path;
  bool lone = !std::filesystem::is_directory(folder);
  if (!lone) {
    ASSAY_TRY(std::string text, ReadFile(folder / "case.json"));
    ASSAY_TRY(nlohmann::json json, ParseJson(text, (folder / "case.json").string()));
    ASSAY_TRY(loaded.file, CaseFileFromJson(ctx, json));
    text_path = folder / "reduced.py";
    if (!std::filesystem::exists(text_path)) text_path = folder / "module.py";
  } else {
    loaded.file.input_seeds = {1};
    folder = "/dev/null";
  }
  bool in_bytes = !std::filesystem::exists(text_path) && std::filesystem::exists(folder / "module.bin");
  ASSAY_TRY(loaded.c.module, in_bytes ? ModuleOfBytes(ctx, folder / "module.bin") : ModuleOfText(ctx, text_path));
  if (lone) loaded.file.entry = EntryOf(loaded.c.module);
  loaded.file.signature = CurrentSignature(loaded.file.signature, loaded.c.module, loaded.file.note);
  if (!entry.empty()) loaded.file.entry = entry;
  std::vector<std::string> entries = EntriesOf(loaded.c.module);
  if (!entries.empty() && loaded.c.module.Find(loaded.file.entry) == nullptr) {
    return Diag{entry.empty() ? DiagKind::kCorrupt : DiagKind::kBadArgument,
                {},
                fmt::format("{}: the module has no function \"{}\" (it has {})", path, loaded.file.entry,
                            fmt::join(entries, ", ")),
                "",
                {}};
  }
  if (!entry.empty() && !IsPublic(loaded.c.module.Find(entry)))
    return Diag{DiagKind::kBadArgument, {}, fmt::format("{}: {}", path, PrivateText(entry)), "", {}};
  loaded.c.entry = loaded.file.entry;
  loaded.c.passes = loaded.file.passes;
  loaded.c.config = loaded.file.config;
  ASSAY_TRY(loaded.c.inputs, ReadInputs(folder, loaded.file, loaded.c.module));
  return loaded;
}

std::string ReplayCommand(const std::string& folder, std::string_view fault) {
  auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 || std::strchr("_./-+=,@:", c) != nullptr;
  };
  std::string path = folder;
  if (!std::ranges::all_of(path, plain)) {
    path = "'";
    for (char c : folder) path += c == '\'' ? "'\\''" : std::string(1, c);
    path += "'";
  }
  return fmt::format("assay replay {}{}{}", path, fault.empty() ? "" : " --faults ", fault);
}

std::string AsInvoked(const std::string& command) {
  constexpr std::string_view kProgram = "assay ";
  const char* with = std::getenv("ASSAY_COMMAND");
  if (with == nullptr || *with == '\0' || !command.starts_with(kProgram)) return command;
  return fmt::format("{} {}", with, command.substr(kProgram.size()));
}

std::string ReplayCommand(const std::string& folder) {
  Result<std::string> text = ReadFile(folder + "/case.json");
  nlohmann::json json = text.ok() ? JsonOf(*text) : nlohmann::json();
  return ReplayCommand(folder, json.is_object() ? TextOf(json, "fault", "") : "");
}

}  // namespace assay
