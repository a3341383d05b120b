#include "oracles/conform/array_file.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "ir/support/file.h"
#include "ir/support/unknown_name.h"
#include "ir/tensor/unknown_dtype.h"
#include "oracles/conform/recorded_value.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".npz";

bool IsText(const nlohmann::json& json, const char* key) {
  return json.is_object() && json.contains(key) && json[key].is_string();
}

Diag Wrong(DiagKind kind, std::string message) { return {kind, {}, std::move(message), "", {}}; }

// The place of a name that a case gives.
Result<std::string> Located(const std::string& name, const std::string& folder) {
  fs::path path(name);
  bool beside = !path.is_absolute() && std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
  if (!beside || !name.ends_with(kExtension))
    return Wrong(DiagKind::kCorrupt,
                 fmt::format("invalid \"npz\": expected a file *.npz beside the suite, got \"{}\"", name));
  fs::path place = fs::path(folder) / path;
  std::error_code error;
  if (!fs::is_regular_file(place, error)) return Wrong(DiagKind::kIo, fmt::format("{}: no such file", place.string()));
  return place.string();
}

// recursion: values nest no deeper than the reader of JSON lets them
Status Locate(nlohmann::json& json, const std::string& folder) {
  if (json.is_array()) {
    for (nlohmann::json& item : json) ASSAY_RETURN_IF_ERROR(Locate(item, folder));
  }
  if (!IsText(json, kNpzKey)) return Done{};
  ASSAY_TRY(json[kNpzKey], Located(json[kNpzKey].get<std::string>(), folder));
  return Done{};
}

}  // namespace

Status LocateArrays(nlohmann::json& recorded, const std::string& folder) {
  for (const char* key : {"args", "result"}) {
    if (!recorded.contains(key)) continue;
    nlohmann::json& value = recorded[key];
    if (value.is_string() && value.get<std::string>().ends_with(kExtension)) value = {{kNpzKey, value}};
    ASSAY_RETURN_IF_ERROR(Locate(value, folder));
  }
  return Done{};
}

bool IsArrayReference(const nlohmann::json& json) { return IsText(json, kNpzKey) && json.contains(kArrayKey); }
bool IsWholeArchive(const nlohmann::json& json) { return IsText(json, kNpzKey) && !json.contains(kArrayKey); }

Result<std::vector<NamedTensor>> ArraysIn(const nlohmann::json& json) {
  const std::string path = json[kNpzKey].get<std::string>();
  ASSAY_TRY(std::string bytes, ReadFile(path));
  Result<std::vector<NamedTensor>> arrays = ReadNpz(bytes);
  if (!arrays.ok()) return Wrong(arrays.error().kind, fmt::format("{}: {}", path, arrays.error().message));
  return arrays;
}

Result<Tensor> ReferencedArray(const nlohmann::json& json) {
  ASSAY_TRY(std::vector<NamedTensor> arrays, ArraysIn(json));
  std::string name = json[kArrayKey].is_string() ? json[kArrayKey].get<std::string>() : json[kArrayKey].dump();
  auto found = std::ranges::find(arrays, name, &NamedTensor::name);
  if (found == arrays.end()) {
    std::vector<std::string_view> names;
    for (const NamedTensor& array : arrays) names.emplace_back(array.name);
    return Wrong(DiagKind::kUnknownName,
                 fmt::format("{}: {}", json[kNpzKey].get<std::string>(), UnknownText("array", name, names)));
  }
  if (!IsText(json, "dtype")) return found->tensor;
  std::string given = json["dtype"].get<std::string>();
  std::optional<DType> dtype = ParseDType(given);
  if (!dtype || dtype->IsVoid()) return Wrong(DiagKind::kCorrupt, UnknownDTypeText(given));
  return WithDType(found->tensor, *dtype);
}

Result<Value> ValueOfArchive(const nlohmann::json& json) {
  ASSAY_TRY(std::vector<NamedTensor> arrays, ArraysIn(json));
  if (arrays.size() == 1) return Value{TensorValue{arrays[0].tensor}};
  TupleValue fields;
  for (const NamedTensor& array : arrays) fields.fields.push_back({TensorValue{array.tensor}});
  return Value{std::move(fields)};
}

// recursion: values nest no deeper than their types
nlohmann::json ValueWithArrays(const Value& value, const std::string& name, const std::string& file, int64_t most,
                               std::vector<NamedTensor>& arrays) {
  if (const auto* tuple = value.As<TupleValue>()) {
    nlohmann::json fields = nlohmann::json::array();
    for (size_t i = 0; i < tuple->fields.size(); ++i)
      fields.push_back(ValueWithArrays(tuple->fields[i], fmt::format("{}_{}", name, i), file, most, arrays));
    return fields;
  }
  const auto* tensor = value.As<TensorValue>();
  if (tensor == nullptr || tensor->tensor.size() <= most) return ValueAsRecorded(value);
  arrays.push_back({name, tensor->tensor});
  nlohmann::json reference{{kNpzKey, file}, {kArrayKey, name}};
  DType dtype = tensor->tensor.dtype();
  if (HasNoNumpyType(dtype)) reference["dtype"] = DTypeName(dtype);
  return reference;
}

}  // namespace assay
