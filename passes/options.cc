#include "passes/options.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/describe.h"
#include "ir/support/unknown_name.h"
#include "passes/foreign_pass.h"
#include "passes/option_choices.h"
#include "passes/option_docs.h"

namespace assay {

bool IsNamedAlone(const Function& func, const Var& param) {
  return std::ranges::count(func.params, param.name, &Var::name) == 1;
}

Diag InvalidOption(const PassOptions& options, std::string_view name, std::string_view expected) {
  const Attr* got = FindOption(options, name);
  return {DiagKind::kBadArgument,
          {},
          fmt::format("invalid option '{}': expected {}, got {}", name, expected,
                      got == nullptr ? "nothing" : AttrText(got)),
          "",
          {}};
}

bool DrawOptions(Context& ctx, const Module& module, ByteSource& bytes, PassCall& call) {
  if (!call.options.empty()) return true;
  auto* sample = call.pass->sample_options;
  if (sample != nullptr && !sample(ctx, module, bytes, call.options)) return false;
  DrawChoices(ctx, module, bytes, call);
  return true;
}

Status CheckOptionNames(const PassCall& call) {
  // Which options it takes its own Python says.
  if (IsForeign(*call.pass)) return Done{};
  for (const auto& [name, value] : call.options) {
    auto known = call.pass->options;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return Diag{DiagKind::kUnknownName,
                {},
                fmt::format("unknown option '{}' of {}: expected {}{}", name, call.pass->name,
                            OptionTypesText(*call.pass), NearHint(name, {known.begin(), known.end()})),
                "",
                {}};
  }
  return Done{};
}

const Attr* FindOption(const PassOptions& options, std::string_view name) {
  auto found = options.find(name);
  return found == options.end() || Is<AttrNull>(found->second) ? nullptr : found->second;
}

Result<bool> BoolOption(const PassOptions& options, std::string_view name, bool fallback) {
  const Attr* value = FindOption(options, name);
  if (value == nullptr) return fallback;
  if (const auto* flag = As<AttrBool>(value)) return flag->value;
  if (const auto* number = As<AttrInt>(value)) return number->value != 0;
  return InvalidOption(options, name, "a boolean");
}

Result<int64_t> IntOption(const PassOptions& options, std::string_view name, int64_t fallback) {
  const Attr* value = FindOption(options, name);
  if (value == nullptr) return fallback;
  if (const auto* number = As<AttrInt>(value)) return number->value;
  return InvalidOption(options, name, "an integer");
}

Result<std::string> StringOption(const PassOptions& options, std::string_view name, std::string fallback) {
  const Attr* value = FindOption(options, name);
  if (value == nullptr) return fallback;
  if (const auto* text = As<AttrString>(value)) return text->value.str();
  return InvalidOption(options, name, "a string");
}

Result<std::vector<std::string>> StringsOption(const PassOptions& options, std::string_view name) {
  const Attr* value = FindOption(options, name);
  std::vector<std::string> strings;
  if (value == nullptr) return strings;
  if (const auto* one = As<AttrString>(value)) return std::vector<std::string>{one->value.str()};
  const auto* list = As<AttrList>(value);
  if (list == nullptr) return InvalidOption(options, name, "a list of strings");
  for (const Attr* item : list->items) {
    const auto* text = As<AttrString>(item);
    if (text == nullptr) return InvalidOption(options, name, "a list of strings");
    strings.push_back(text->value.str());
  }
  return strings;
}

}  // namespace assay
