// ParsePassList: pass names with JSON options, as the command line takes them. Tested by pass_list_test.cc.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ir/support/read_json.h"
#include "ir/support/unknown_name.h"
#include "passes/old_options.h"
#include "passes/options.h"
#include "passes/pass.h"
#include "passes/target_pass.h"
#include "passes/tir/tir_passes.h"
#include "passes/unknown_pass.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Diag SyntaxError(std::string message) { return {DiagKind::kSyntax, {}, std::move(message), "", {}}; }

// recursion: stops where the reader of JSON and MatchingBrace do
const Attr* ToAttr(Context& ctx, const Json& json) {
  if (json.is_boolean()) return MakeAttrBool(ctx, json.get<bool>());
  if (json.is_number_integer()) return MakeAttrInt(ctx, json.get<int64_t>());
  if (json.is_number()) return MakeAttrFloat(ctx, json.get<double>());
  if (json.is_string()) return MakeAttrString(ctx, json.get_ref<const std::string&>());
  if (json.is_array()) {
    std::vector<const Attr*> items;
    for (const Json& item : json) items.push_back(ToAttr(ctx, item));
    return MakeAttrList(ctx, items);
  }
  if (json.is_object()) {
    AttrItems items;
    for (auto it = json.begin(); it != json.end(); ++it) items.emplace_back(it.key(), ToAttr(ctx, it.value()));
    return MakeDict(ctx, items);
  }
  return MakeNull(ctx);
}

constexpr int kMaxOptionDepth = 64;

// The offset just past the brace that closes the one at `start`; npos when there is none, or nesting is `too_deep`.
size_t MatchingBrace(std::string_view text, size_t start, bool& too_deep) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = start; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && (text[i] == '{' || text[i] == '[')) {
      too_deep = ++depth > kMaxOptionDepth;
      if (too_deep) return std::string_view::npos;
    } else if (!quoted && (text[i] == '}' || text[i] == ']')) {
      if (--depth == 0) return i + 1;
    }
  }
  return std::string_view::npos;
}

Result<PassOptions> ParseOptions(Context& ctx, std::string_view text) {
  Json json = JsonOf<Json>(text);
  if (!json.is_object()) return SyntaxError("options are not a JSON object: " + std::string(text));
  PassOptions options;
  for (auto it = json.begin(); it != json.end(); ++it) options.emplace(it.key(), ToAttr(ctx, it.value()));
  return options;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

Status AppendCalls(std::string_view name, PassOptions options, std::vector<PassCall>& calls) {
  if (const PassSpec* pass = FindPass(name)) {
    calls.push_back({pass, ByTodaysNames(*pass, std::move(options))});
    return CheckOptionNames(calls.back());
  }
  auto pipeline = Pipeline(name);
  if (!pipeline.ok()) return UnknownPass(name);
  if (!options.empty()) return SyntaxError("pipeline '" + std::string(name) + "' takes no options");
  calls.insert(calls.end(), pipeline->begin(), pipeline->end());
  return Done{};
}

}  // namespace

Diag UnknownPass(std::string_view name) {
  std::vector<std::string_view> names = PipelineNames();
  for (const PassSpec* pass : AllPasses()) names.push_back(pass->name);
  for (const PassSpec* pass : TirPasses()) names.push_back(pass->name);
  for (const PassSpec* pass : TargetPasses()) names.push_back(pass->name);
  return UnknownName("pass", name, names);
}

Result<std::vector<PassCall>> ParsePassList(Context& ctx, std::string_view text) {
  std::vector<PassCall> calls;
  size_t at = 0, position = 0;
  while (at < text.size()) {
    ++position;
    size_t end = text.find_first_of(",{", at);
    std::string_view name = Trimmed(text.substr(at, end - at));
    if (name.empty())
      return SyntaxError("invalid pass list: expected a pass name at position " + std::to_string(position) +
                         ", got nothing");
    at = end == std::string_view::npos ? text.size() : end;
    PassOptions options;
    if (at < text.size() && text[at] == '{') {
      bool too_deep = false;
      size_t close = MatchingBrace(text, at, too_deep);
      if (too_deep) return SyntaxError(fmt::format("options of {} are nested deeper than {}", name, kMaxOptionDepth));
      if (close == std::string_view::npos) return SyntaxError("options of " + std::string(name) + " are not closed");
      ASSAY_TRY(options, ParseOptions(ctx, text.substr(at, close - at)));
      at = close;
    }
    ASSAY_RETURN_IF_ERROR(AppendCalls(name, std::move(options), calls));
    while (at < text.size() && text[at] == ' ') ++at;
    if (at < text.size() && text[at] != ',') return SyntaxError("expected ',' after " + std::string(name));
    if (at < text.size() && ++at == text.size()) {
      return SyntaxError("invalid pass list: expected a pass name at position " + std::to_string(position + 1) +
                         ", got nothing");
    }
  }
  return calls;
}

}  // namespace assay
