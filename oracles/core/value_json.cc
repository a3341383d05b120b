#include "oracles/core/value_json.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ir/support/plural.h"
#include "oracles/core/json_scalar.h"

namespace assay {
namespace {

constexpr int64_t kMaxElements = 1 << 20;
constexpr int kMaxNesting = 32;
constexpr size_t kMostShown = 40;

std::string Shown(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).substr(0, kMostShown);
}

Diag BadValue(std::string message) { return {DiagKind::kCorrupt, {}, std::move(message), "values", {}}; }

Result<DType> DTypeFromJson(const nlohmann::json& json) {
  std::optional<DType> dtype = json.is_string() ? ParseDType(json.get<std::string>()) : std::nullopt;
  if (!dtype || dtype->IsVoid()) return BadValue(fmt::format("invalid dtype: expected a name, got {}", Shown(json)));
  return *dtype;
}

Result<std::vector<int64_t>> IntsFromJson(const nlohmann::json& json, std::string_view what) {
  auto whole = [](const nlohmann::json& one) { return one.is_number_integer(); };
  if (!json.is_array() || !std::ranges::all_of(json, whole))
    return BadValue(fmt::format("invalid {}: expected a list of whole numbers, got {}", what, Shown(json)));
  return json.get<std::vector<int64_t>>();
}

Result<Value> TensorFromJson(const nlohmann::json& json) {
  ASSAY_TRY(DType dtype, DTypeFromJson(json.value("dtype", nlohmann::json())));
  ASSAY_TRY(std::vector<int64_t> shape, IntsFromJson(json.value("shape", nlohmann::json::array()), "shape"));
  ASSAY_TRY(int64_t count, CheckedElementCount(shape));
  const nlohmann::json data = json.value("data", nlohmann::json::array());
  if (count > kMaxElements || !data.is_array() || static_cast<int64_t>(data.size()) != count) {
    return BadValue(fmt::format("invalid data: expected a list of {}, at most {}, got {}",
                                Counted(static_cast<uint64_t>(count), "element"), kMaxElements,
                                data.is_array() ? std::to_string(data.size()) : Shown(data)));
  }
  const nlohmann::json device = json.value("device", nlohmann::json(-1));
  if (!device.is_number_integer() || device < -1 || device > INT16_MAX)
    return BadValue(
        fmt::format("invalid device: expected a whole number from 0 to {}, got {}", INT16_MAX, Shown(device)));
  Tensor tensor(dtype, shape);
  for (int64_t i = 0; i < count; ++i) {
    Result<Scalar> element = ScalarOfJson(data[static_cast<size_t>(i)], dtype.Scalar());
    if (!element.ok()) return BadValue(fmt::format("element {}: {}", i, element.error().message));
    tensor.Set(i, *element);
  }
  return Value{TensorValue{tensor, device.get<int>()}};
}

// recursion: stops at kMaxNesting
Result<Value> Read(const nlohmann::json& json, int depth) {
  if (depth > kMaxNesting)
    return BadValue(fmt::format("invalid argument: expected at most {} tuples in each other", kMaxNesting));
  if (json.is_null()) return Value{NullValue{}};
  if (json.is_string()) return Value{StringValue{json.get<std::string>()}};
  if (!json.is_object())
    return BadValue(fmt::format("invalid argument: expected an object, a text or null, got {}", Shown(json)));
  if (json.contains("tuple")) {
    TupleValue tuple;
    if (!json["tuple"].is_array())
      return BadValue(fmt::format("invalid tuple: expected a list, got {}", Shown(json["tuple"])));
    for (const auto& item : json["tuple"]) {
      ASSAY_TRY(Value field, Read(item, depth + 1));
      tuple.fields.push_back(std::move(field));
    }
    return Value{tuple};
  }
  if (json.contains("dims")) {
    ASSAY_TRY(std::vector<int64_t> dims, IntsFromJson(json["dims"], "dims"));
    return Value{ShapeValue{std::move(dims)}};
  }
  if (json.contains("data")) return TensorFromJson(json);
  ASSAY_TRY(DType dtype, DTypeFromJson(json.value("dtype", nlohmann::json())));
  if (!json.contains("scalar")) return Value{DTypeValue{dtype}};
  ASSAY_TRY(Scalar scalar, ScalarOfJson(json["scalar"], dtype));
  return Value{PrimValue{scalar}};
}

}  // namespace

nlohmann::json ScalarToJson(Scalar value) {
  if (value.dtype.IsBool()) return value.IsTrue();
  if (value.dtype.IsUInt()) return value.u;
  if (!value.dtype.IsFloating()) return value.i;
  if (std::isnan(value.f)) return "nan";
  if (std::isinf(value.f)) return value.f > 0 ? "inf" : "-inf";
  return value.f;
}

Result<Value> ValueFromJson(const nlohmann::json& json) { return Read(json, 0); }

// Values nest no deeper than the types they were made for.
// recursion: values nest no deeper than their types
nlohmann::json ValueToJson(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) {
    nlohmann::json data = nlohmann::json::array();
    for (int64_t i = 0; i < tensor->tensor.size(); ++i) data.push_back(ScalarToJson(tensor->tensor.At(i)));
    nlohmann::json json{
        {"dtype", DTypeName(tensor->tensor.dtype())}, {"shape", tensor->tensor.shape()}, {"data", data}};
    if (tensor->device >= 0) json["device"] = tensor->device;
    return json;
  }
  if (const auto* shape = value.As<ShapeValue>()) return {{"dims", shape->dims}};
  if (const auto* prim = value.As<PrimValue>()) {
    return {{"dtype", DTypeName(prim->scalar.dtype)}, {"scalar", ScalarToJson(prim->scalar)}};
  }
  if (const auto* text = value.As<StringValue>()) return text->text;
  if (const auto* dtype = value.As<DTypeValue>()) return {{"dtype", DTypeName(dtype->dtype)}};
  if (const auto* tuple = value.As<TupleValue>()) {
    nlohmann::json fields = nlohmann::json::array();
    for (const Value& field : tuple->fields) fields.push_back(ValueToJson(field));
    return {{"tuple", fields}};
  }
  return nullptr;
}

// Option values nest as deep as the user wrote them on a command line, a few levels.
// recursion: attributes nest no deeper than the reader lets them
nlohmann::json AttrToJson(const Attr* attr) {
  if (const auto* value = As<AttrBool>(attr)) return value->value;
  if (const auto* value = As<AttrInt>(attr)) return value->value;
  if (const auto* value = As<AttrFloat>(attr)) return value->value;
  if (const auto* value = As<AttrString>(attr)) return value->value.text();
  if (const auto* value = As<AttrDType>(attr)) return DTypeName(value->value);
  if (const auto* list = As<AttrList>(attr)) {
    nlohmann::json items = nlohmann::json::array();
    for (const Attr* item : list->items) items.push_back(AttrToJson(item));
    return items;
  }
  if (const auto* dict = As<AttrDict>(attr)) {
    nlohmann::json object = nlohmann::json::object();
    for (size_t i = 0; i < dict->keys.size(); ++i) object[dict->keys[i].str()] = AttrToJson(dict->values[i]);
    return object;
  }
  return nullptr;
}

// recursion: JSON nests no deeper than ParseJson lets it
const Attr* AttrFromJson(Context& ctx, const nlohmann::json& json) {
  if (json.is_boolean()) return MakeAttrBool(ctx, json.get<bool>());
  if (json.is_number_integer()) return MakeAttrInt(ctx, json.get<int64_t>());
  if (json.is_number()) return MakeAttrFloat(ctx, json.get<double>());
  if (json.is_string()) return MakeAttrString(ctx, json.get<std::string>());
  if (json.is_array()) {
    std::vector<const Attr*> items;
    for (const auto& item : json) items.push_back(AttrFromJson(ctx, item));
    return MakeAttrList(ctx, items);
  }
  if (!json.is_object()) return MakeNull(ctx);
  AttrItems items;
  for (const auto& [key, value] : json.items()) items.emplace_back(key, AttrFromJson(ctx, value));
  return MakeDict(ctx, items);
}

nlohmann::json OptionsToJson(const PassOptions& options) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [key, value] : options) json[key] = AttrToJson(value);
  return json;
}

std::string PassToText(const PassCall& call) {
  return std::string(call.pass->name) + (call.options.empty() ? "" : OptionsToJson(call.options).dump());
}

nlohmann::json PassesToJson(std::span<const PassCall> passes) {
  nlohmann::json list = nlohmann::json::array();
  for (const PassCall& call : passes) {
    list.push_back({{"name", call.pass->name}, {"options", OptionsToJson(call.options)}});
  }
  return list;
}

nlohmann::json InputsToJson(std::span<const std::vector<Value>> inputs) {
  nlohmann::json sets = nlohmann::json::array();
  for (const std::vector<Value>& set : inputs) {
    nlohmann::json values = nlohmann::json::array();
    for (const Value& value : set) values.push_back(ValueToJson(value));
    sets.push_back(values);
  }
  return sets;
}

}  // namespace assay
