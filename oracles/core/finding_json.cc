#include "oracles/core/finding_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/support/json_shape.h"
#include "ir/visit.h"

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
                                {"applied_by", &FindingFacts::applied_by},
                                {"attribute", &FindingFacts::attribute},
                                {"option", &FindingFacts::option},
                                {"normalized", &FindingFacts::normalized}};
// What a field was called in files of before.
constexpr TextField kOldTexts[] = {{"essence", &FindingFacts::normalized}};
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

nlohmann::json FrameToJson(const FrameBreach& frame) {
  nlohmann::json json{{"facet", kFacetTexts[static_cast<size_t>(frame.facet)]},
                      {"way", kWayTexts[static_cast<size_t>(frame.way)]}};
  if (!frame.key.empty()) json["key"] = frame.key;
  return json;
}
Result<FrameBreach> FrameFromJson(const nlohmann::json& json) {
  std::string facet = json.value("facet", ""), way = json.value("way", "");
  std::optional<Facet> facet_named = FacetNamed(facet);
  std::optional<Way> way_named = WayNamed(way);
  if (!facet_named) return Unknown("facet", facet);
  if (!way_named) return Unknown("way", way);
  return FrameBreach{*facet_named, *way_named, json.value("key", "")};
}

nlohmann::json ArithmeticToJson(const ArithmeticFault& fault) {
  nlohmann::json operations = nlohmann::json::array();
  for (NodeKind kind : fault.operations) operations.push_back(NodeKindName(kind));
  return {{"operations", std::move(operations)}, {"by", fault.by}};
}
Result<ArithmeticFault> ArithmeticFromJson(const nlohmann::json& json) {
  ArithmeticFault fault{{}, json.value("by", "")};
  for (const std::string& name : json.value("operations", std::vector<std::string>())) {
    std::optional<NodeKind> kind = NodeKindNamed(name);
    if (!kind) return Unknown("kind of node", name);
    fault.operations.push_back(*kind);
  }
  return fault;
}

nlohmann::json TrapToJson(const TrapFact& trap) {
  nlohmann::json json{{"kind", TrapKindName(trap.kind)}};
  if (!trap.buffer.empty()) json["buffer"] = trap.buffer;
  return json;
}
Result<TrapFact> TrapFromJson(const nlohmann::json& json) {
  std::string kind = json.value("kind", "");
  std::optional<TrapKind> named = TrapKindNamed(kind);
  if (!named) return Unknown("kind of trap", kind);
  return TrapFact{*named, json.value("buffer", "")};
}

template <class T>
bool HasField(std::string_view name) {
  return std::apply([&](const auto&... field) { return ((field.name == name) || ...); }, T::kFields);
}
bool HasField(NodeKind kind, std::string_view name) {
  switch (kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return HasField<Name>(name);
#include "ir/node_kinds.def"
  }
  return false;
}

// "IntImm.value".
Result<NodeField> FieldFromJson(const std::string& text) {
  size_t dot = std::min(text.find('.'), text.size());
  std::optional<NodeKind> kind = NodeKindNamed(std::string_view(text).substr(0, dot));
  std::string name = dot == text.size() ? "" : text.substr(dot + 1);
  if (!kind || !HasField(*kind, name)) return Unknown("field of a node", text);
  return NodeField{*kind, std::move(name)};
}

// Of a member that is one of these, read by `read`; nothing where it is not there.
template <class T, class Read>
Status Take(const nlohmann::json& json, const char* key, Read&& read, std::optional<T>& into) {
  auto found = json.find(key);
  if (found == json.end()) return Done{};
  ASSAY_TRY(T value, read(*found));
  into = std::move(value);
  return Done{};
}

Status TakeTyped(const nlohmann::json& json, FindingFacts& facts) {
  ASSAY_RETURN_IF_ERROR(Take(json, "frame", FrameFromJson, facts.frame));
  ASSAY_RETURN_IF_ERROR(Take(json, "arithmetic", ArithmeticFromJson, facts.arithmetic));
  ASSAY_RETURN_IF_ERROR(Take(json, "trap", TrapFromJson, facts.trap));
  return Take(json, "field", FieldFromJson, facts.field);
}

}  // namespace

const nlohmann::json& FactsShape() {
  static const nlohmann::json shape = [] {
    nlohmann::json fields{{"rule", ""},
                          {"change", ""},
                          {"diag", ""},
                          {"field", ""},
                          {"frame", {{"facet", ""}, {"way", ""}, {"key", ""}}},
                          {"arithmetic", {{"operations", nlohmann::json::array({""})}, {"by", ""}}},
                          {"trap", {{"kind", ""}, {"buffer", ""}}},
                          {"difference",
                           {{"text", ""},
                            {"path", ""},
                            {"tail", ""},
                            {"of_objects", false},
                            {"of_nan", false},
                            {"dtypes", nlohmann::json::array({""})}}}};
    for (const auto& [key, field] : kTexts) fields[key] = "";
    for (const auto& [key, field] : kOldTexts) fields[key] = "";
    for (const auto& [key, field] : kBools) fields[key] = false;
    return fields;
  }();
  return shape;
}

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
  if (facts.frame) json["frame"] = FrameToJson(*facts.frame);
  if (facts.arithmetic) json["arithmetic"] = ArithmeticToJson(*facts.arithmetic);
  if (facts.field) json["field"] = facts.field->Text();
  if (facts.trap) json["trap"] = TrapToJson(*facts.trap);
  return json;
}

Result<FindingFacts> FactsFromJson(const nlohmann::json& json) {
  FindingFacts facts;
  ASSAY_RETURN_IF_ERROR(CheckShape(json, FactsShape(), "facts"));
  for (const auto& [key, field] : kOldTexts) facts.*field = json.value(key, "");
  for (const auto& [key, field] : kTexts) {
    if (json.contains(key)) facts.*field = json.value(key, "");
  }
  for (const auto& [key, field] : kBools) facts.*field = json.value(key, false);
  ASSAY_RETURN_IF_ERROR(TakeTyped(json, facts));
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
