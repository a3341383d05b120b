#include "ir/support/json_shape.h"

#include <fmt/format.h>

#include "ir/support/printable.h"

namespace assay {
namespace {

constexpr const char* kAnyKey = "*";
constexpr size_t kMostShown = 40;

std::string Shown(const nlohmann::json& value) {
  std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return text.size() <= kMostShown ? text : std::string(value.type_name());
}

class Checker {
 public:
  explicit Checker(std::string_view place) : place_(place) {}

  // recursion: as deep as the shape is.
  Status Check(const nlohmann::json& value, const nlohmann::json& shape, const std::string& key) {
    switch (shape.type()) {
      case nlohmann::json::value_t::object: return CheckObject(value, shape, key);
      case nlohmann::json::value_t::array: return CheckList(value, shape, key);
      case nlohmann::json::value_t::string: return value.is_string() ? Done{} : Wrong("a text", key, value);
      case nlohmann::json::value_t::null: return Done{};
      case nlohmann::json::value_t::boolean: return value.is_boolean() ? Done{} : Wrong("true or false", key, value);
      case nlohmann::json::value_t::number_float: return CheckNumber(value, key);
      default: break;
    }
    bool counts = value.is_number_unsigned() && value.get<uint64_t>() <= kMostCounted;
    return counts ? Done{} : Wrong(fmt::format("a whole number from 0 to {}", kMostCounted), key, value);
  }

 private:
  // Also where it is written as a whole one.
  Status CheckNumber(const nlohmann::json& value, const std::string& key) const {
    double number = value.is_number() ? value.get<double>() : -1;
    bool fits = number >= 0 && number <= static_cast<double>(kMostCounted);
    return fits ? Done{} : Wrong(fmt::format("a number from 0 to {}", kMostCounted), key, value);
  }

  Status Wrong(std::string_view expected, const std::string& key, const nlohmann::json& got) const {
    std::string where = key.empty() ? "" : " under " + Printable(key);
    return Diag{DiagKind::kCorrupt,
                {},
                fmt::format("invalid {}: expected {}{}, got {}", place_, expected, where, Shown(got)),
                "",
                {}};
  }

  static std::string Below(const std::string& key, const std::string& name) {
    return key.empty() ? name : fmt::format("{}.{}", key, name);
  }

  Status CheckObject(const nlohmann::json& value, const nlohmann::json& shape, const std::string& key) {
    if (!value.is_object()) return Wrong("an object", key, value);
    auto any = shape.find(kAnyKey);
    for (const auto& [name, one] : value.items()) {
      auto own = any != shape.end() ? any : shape.find(name);
      if (own == shape.end()) return Wrong("no such key", Below(key, name), one);
      ASSAY_RETURN_IF_ERROR(Check(one, *own, Below(key, name)));
    }
    return Done{};
  }

  Status CheckList(const nlohmann::json& value, const nlohmann::json& shape, const std::string& key) {
    if (!value.is_array()) return Wrong("a list", key, value);
    for (const nlohmann::json& one : value) ASSAY_RETURN_IF_ERROR(Check(one, shape[0], key));
    return Done{};
  }

  std::string_view place_;
};

}  // namespace

Status CheckShape(const nlohmann::json& value, const nlohmann::json& shape, std::string_view place) {
  return Checker(place).Check(value, shape, "");
}

}  // namespace assay
