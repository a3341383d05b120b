#include "passes/config.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "ir/support/unknown_name.h"

namespace assay {
namespace {

Diag UnknownKey(std::string_view name) {
  std::vector<std::string_view> names;
  for (const PassSpec* pass : AllPasses()) {
    for (const ConfigKey& key : pass->config) names.push_back(key.name);
  }
  return UnknownName("config key", name, names);
}

const Attr* ValueAttr(Context& ctx, const ConfigKey& key, int64_t value) {
  return key.is_bool ? static_cast<const Attr*>(MakeAttrBool(ctx, value != 0)) : MakeAttrInt(ctx, value);
}

std::optional<int64_t> ReadValue(const ConfigKey& key, std::string_view text) {
  if (key.is_bool && (text == "true" || text == "True")) return 1;
  if (key.is_bool && (text == "false" || text == "False")) return 0;
  int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && (!key.is_bool || number == 0 || number == 1) ? std::optional(number) : std::nullopt;
}

}  // namespace

const ConfigKey* FindConfigKey(std::string_view name) {
  for (const PassSpec* pass : AllPasses()) {
    for (const ConfigKey& key : pass->config) {
      if (key.name == name) return &key;
    }
  }
  return nullptr;
}

Result<PassOptions> ParseConfig(Context& ctx, std::span<const std::string> settings) {
  PassOptions config;
  for (std::string_view setting : settings) {
    size_t equals = std::min(setting.find('='), setting.size());
    std::string_view name = setting.substr(0, equals);
    const ConfigKey* key = FindConfigKey(name);
    if (key == nullptr) return UnknownKey(name);
    std::optional<int64_t> value = ReadValue(*key, setting.substr(std::min(equals + 1, setting.size())));
    if (!value) {
      std::string wanted = key->is_bool ? "true or false" : "an integer";
      std::string got(setting.substr(std::min(equals + 1, setting.size())));
      return Diag{
          DiagKind::kBadArgument, {}, fmt::format("invalid '{}': expected {}, got '{}'", name, wanted, got), "", {}};
    }
    config.insert_or_assign(std::string(name), ValueAttr(ctx, *key, *value));
  }
  return config;
}

void DrawConfig(Context& ctx, ByteSource& bytes, const PassSpec& pass, PassOptions& config) {
  for (const ConfigKey& key : pass.config) {
    if (config.contains(key.name) || !bytes.Chance(key.percent, 100)) continue;
    int64_t value = key.low + static_cast<int64_t>(bytes.Below(static_cast<uint64_t>(key.high - key.low + 1)));
    config.emplace(key.name, ValueAttr(ctx, key, value));
  }
}

}  // namespace assay
