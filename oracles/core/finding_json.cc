#include "oracles/core/finding_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

struct TextField {
  const char* key;
  std::string FindingFacts::* field;
};
constexpr TextField kTexts[] = {{"step", &FindingFacts::step},
                                {"reads", &FindingFacts::reads},
                                {"op", &FindingFacts::op},
                                {"refuser", &FindingFacts::refuser},
                                {"ran_in_vain", &FindingFacts::ran_in_vain},
                                {"move", &FindingFacts::move},
                                {"promise", &FindingFacts::promise},
                                {"said", &FindingFacts::said},
                                {"essence", &FindingFacts::essence}};
struct BoolField {
  const char* key;
  bool FindingFacts::* field;
};
constexpr BoolField kBools[] = {{"lost_in_text", &FindingFacts::lost_in_text},
                                {"negative_extent", &FindingFacts::negative_extent},
                                {"legalizes_late", &FindingFacts::legalizes_late}};

Diag Unknown(std::string_view what, const std::string& got) {
  return {DiagKind::kCorrupt,
          {},
          fmt::format("invalid {}: expected a spelling of its table, got \"{}\"", what, got),
          "",
          {}};
}

// The path in one text: no member has a dot.
nlohmann::json DifferenceToJson(const ModuleDifference& difference) {
  nlohmann::json json = nlohmann::json::object();
  if (!difference.text.empty()) json["text"] = difference.text;
  if (!difference.path.empty()) json["path"] = fmt::format("{}", fmt::join(difference.path, "."));
  if (!difference.tail.empty()) json["tail"] = difference.tail;
  if (difference.of_objects) json["of_objects"] = true;
  if (difference.of_nan) json["of_nan"] = true;
  if (difference.dtypes) json["dtypes"] = {DTypeName(difference.dtypes->expected), DTypeName(difference.dtypes->got)};
  return json;
}
// "dtypes": [expected, got]; nothing where they are not there.
std::optional<DTypeDifference> DTypesFromJson(const nlohmann::json& json) {
  auto found = json.find("dtypes");
  if (found == json.end() || !found->is_array() || found->size() != 2) return std::nullopt;
  std::optional<DType> dtypes[2];
  for (size_t i = 0; i < 2; ++i) {
    if ((*found)[i].is_string()) dtypes[i] = ParseDType((*found)[i].get<std::string>());
  }
  if (!dtypes[0] || !dtypes[1]) return std::nullopt;
  return DTypeDifference{*dtypes[0], *dtypes[1]};
}
ModuleDifference DifferenceFromJson(const nlohmann::json& json) {
  ModuleDifference difference{json.value("text", "")};
  if (json.contains("path")) difference.path = MembersOf(json.value("path", ""));
  difference.tail = json.value("tail", "");
  difference.of_objects = json.value("of_objects", false);
  difference.of_nan = json.value("of_nan", false);
  difference.dtypes = DTypesFromJson(json);
  return difference;
}

}  // namespace

nlohmann::json FactsToJson(const FindingFacts& facts) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [key, field] : kTexts) {
    if (!(facts.*field).empty()) json[key] = facts.*field;
  }
  for (const auto& [key, field] : kBools) {
    if (facts.*field) json[key] = true;
  }
  if (!facts.rule.empty()) json["rule"] = facts.rule.text();
  if (facts.difference) json["difference"] = DifferenceToJson(*facts.difference);
  if (facts.change) json["change"] = ChangeName(*facts.change);
  if (facts.diag) json["diag"] = DiagKindName(*facts.diag);
  return json;
}

Result<FindingFacts> FactsFromJson(const nlohmann::json& json) {
  FindingFacts facts;
  if (!json.is_object()) return facts;
  for (const auto& [key, field] : kTexts) facts.*field = json.value(key, "");
  for (const auto& [key, field] : kBools) facts.*field = json.value(key, false);
  facts.rule = RuleLabel(json.value("rule", ""));
  if (json.contains("difference")) facts.difference = DifferenceFromJson(json["difference"]);
  if (std::string name = json.value("change", ""); !name.empty()) {
    facts.change = ChangeNamed(name);
    if (!facts.change) return Unknown("change", name);
  }
  if (std::string name = json.value("diag", ""); !name.empty()) {
    facts.diag = DiagKindNamed(name);
    if (!facts.diag) return Unknown("kind of diagnostic", name);
  }
  return facts;
}

nlohmann::json FindingToJson(const Finding& finding) {
  nlohmann::json json{{"oracle", finding.oracle}, {"pass", finding.pass}, {"class", finding.klass.name()},
                      {"detail", finding.detail}, {"also", finding.also}, {"facts", FactsToJson(finding.facts)}};
  json["cause"] = {{"text", finding.cause.text},
                   {"breaks_rule", finding.cause.breaks_rule},
                   {"by", finding.cause.by},
                   {"rule", finding.cause.rule.text()}};
  if (finding.taken) json["taken"] = *finding.taken;
  if (!finding.sides.empty()) json["sides"] = SidesToJson(finding.sides);
  return json;
}

Result<Finding> FindingFromJson(const nlohmann::json& json) {
  ASSAY_TRY(FindingClass klass, FindingClassNamed(json.value("class", "")));
  ASSAY_TRY(FindingFacts facts, FactsFromJson(json.value("facts", nlohmann::json::object())));
  Finding finding{json.value("oracle", ""),
                  json.value("pass", ""),
                  klass,
                  json.value("detail", ""),
                  json.value("also", std::vector<std::string>()),
                  std::move(facts)};
  nlohmann::json cause = json.value("cause", nlohmann::json::object());
  finding.cause = {cause.value("text", ""), cause.value("breaks_rule", false), cause.value("by", ""),
                   RuleLabel(cause.value("rule", ""))};
  if (json.contains("sides")) finding.sides = SidesFromJson(json["sides"]);
  if (json.contains("taken")) finding.taken = json["taken"].get<std::vector<std::string>>();
  return finding;
}

}  // namespace assay
