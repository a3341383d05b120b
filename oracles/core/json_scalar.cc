#include "oracles/core/json_scalar.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "ir/tensor/int_range.h"
#include "ir/tensor/narrow_float.h"

namespace assay {
namespace {

// Whole numbers up to here are exact as doubles, and so is what a text like 3.0 says.
constexpr double kExact = 9007199254740992.0;

double LargestFloat(DType dtype) {
  if (dtype.bits == 64) return std::numeric_limits<double>::max();
  if (dtype.bits == 32) return static_cast<double>(std::numeric_limits<float>::max());
  double largest = 0;
  for (uint32_t raw = 0; raw < uint32_t{1} << dtype.bits; ++raw) {
    if (double value = DecodeNarrow(dtype, raw); std::isfinite(value)) largest = std::max(largest, value);
  }
  return largest;
}

// Formats that saturate have no word for what is too large: the largest stands for what is nearer to it than half a
// step beyond.
bool RoundsToLargest(DType dtype, double value, double rounded) {
  double below = DecodeNarrow(dtype, EncodeNarrow(dtype, std::fabs(rounded)) - 1);
  return std::fabs(value) < std::fabs(rounded) + (std::fabs(rounded) - below) / 2;
}

std::optional<Scalar> FloatOf(double value, DType dtype) {
  double rounded = RoundToFloat(dtype, value);
  bool kept = std::isnan(value) ? std::isnan(rounded) : std::isinf(value) ? rounded == value : std::isfinite(rounded);
  bool saturates = IsNarrowFloat(dtype) && kept && std::fabs(value) > std::fabs(rounded) && rounded != 0 &&
                   std::fabs(rounded) == std::fabs(RoundToFloat(dtype, std::copysign(1e300, value)));
  if (!kept || (saturates && !RoundsToLargest(dtype, value, rounded))) return std::nullopt;
  return Scalar::Float(dtype, value);
}

std::optional<Scalar> IntOf(const nlohmann::json& json, DType dtype) {
  if (dtype.IsHandle()) dtype = DType::UInt(64);
  if (json.is_number_unsigned()) {
    auto value = json.get<uint64_t>();
    uint64_t most = dtype.IsUInt() && dtype.bits == 64 ? UINT64_MAX : static_cast<uint64_t>(GreatestInt(dtype));
    if (value > most) return std::nullopt;
    return Scalar::Int(dtype, static_cast<int64_t>(value));
  }
  int64_t value = 0;
  if (json.is_number_float()) {
    double number = json.get<double>();
    if (std::trunc(number) != number || std::fabs(number) > kExact) return std::nullopt;
    value = static_cast<int64_t>(number);
  } else {
    value = json.get<int64_t>();
  }
  if (value < LeastInt(dtype) || value > GreatestInt(dtype)) return std::nullopt;
  return Scalar::Int(dtype, value);
}

std::optional<double> Unwritten(const nlohmann::json& json) {
  if (json == "nan" || json == "NaN") return std::nan("");
  if (json == "inf" || json == "Infinity") return HUGE_VAL;
  if (json == "-inf" || json == "-Infinity") return -HUGE_VAL;
  return std::nullopt;
}

std::string Expected(DType dtype, const nlohmann::json& got) {
  if (dtype.IsBool()) return "bool (true, false, 0 or 1)";
  if (dtype.IsHandle()) return "handle (a whole number)";
  std::string name = DTypeName(dtype);
  if (dtype.IsFloating()) {
    double largest = LargestFloat(dtype);
    bool negative = std::isfinite(RoundToFloat(dtype, -1));
    std::string least =
        negative ? fmt::format("-{:.8g}", largest) : fmt::format("{:.8g}", RoundToFloat(dtype, 0x1p-127));
    std::string words;
    if (!got.is_number()) {
      if (std::isnan(RoundToFloat(dtype, std::nan("")))) words += ", \"nan\"";
      if (std::isinf(RoundToFloat(dtype, HUGE_VAL))) words += ", \"inf\", \"-inf\"";
    }
    return fmt::format("{} ({} to {:.8g}{})", name, least, largest, words);
  }
  if (dtype.IsUInt() && dtype.bits == 64) return fmt::format("{} (0 to {})", name, UINT64_MAX);
  return fmt::format("{} ({} to {})", name, LeastInt(dtype), GreatestInt(dtype));
}

std::optional<Scalar> Held(const nlohmann::json& json, DType dtype) {
  if (json.is_boolean()) return dtype.IsBool() ? std::optional(Scalar::Bool(json.get<bool>())) : std::nullopt;
  if (dtype.IsFloating()) {
    std::optional<double> value = json.is_number() ? std::optional(json.get<double>()) : Unwritten(json);
    return value ? FloatOf(*value, dtype) : std::nullopt;
  }
  return json.is_number() ? IntOf(json, dtype) : std::nullopt;
}

}  // namespace

Result<Scalar> ScalarOfJson(const nlohmann::json& json, DType dtype) {
  if (std::optional<Scalar> value = Held(json, dtype)) {
    value->dtype = dtype;
    return *value;
  }
  return Diag{
      DiagKind::kCorrupt, {}, fmt::format("expected {}, got {}", Expected(dtype, json), ShownJson(json)), "", {}};
}

std::string ShownJson(const nlohmann::json& json) {
  constexpr size_t kMost = 40;
  std::string text = json.dump(-1, ' ', true);
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

}  // namespace assay
