#include "cli/changes.h"

#include <map>
#include <string_view>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/walk.h"
#include "passes/op_names.h"

namespace assay {
namespace {

// More names than this on a line help nobody.
constexpr size_t kMostNames = 12;

std::string Listed(const std::vector<std::string>& items, std::string_view between) {
  size_t shown = std::min(items.size(), kMostNames);
  std::string text =
      fmt::format("{}", fmt::join(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(shown), between));
  return items.size() == shown ? text : fmt::format("{}{}and {} more", text, between, items.size() - shown);
}

using Functions = std::map<std::string, const Expr*>;
Functions FunctionsOf(const Module& module) {
  Functions functions;
  for (const ModuleEntry& entry : module.entries) functions.emplace(entry.var->name.str(), entry.func);
  return functions;
}
std::string FunctionChanges(const Functions& before, const Functions& after) {
  std::vector<std::string> added, removed, changed, parts;
  for (const auto& [name, func] : after) {
    auto old = before.find(name);
    if (old == before.end()) added.push_back(name);
    if (old != before.end() && !Equal(old->second, func, {.compare_names = true})) changed.push_back(name);
  }
  for (const auto& [name, func] : before) {
    if (!after.contains(name)) removed.push_back(name);
  }
  if (!added.empty()) parts.push_back("added " + Listed(added, ", "));
  if (!removed.empty()) parts.push_back("removed " + Listed(removed, ", "));
  if (!changed.empty()) parts.push_back("changed " + Listed(changed, ", "));
  return parts.empty() ? "" : fmt::format("functions: {}", fmt::join(parts, "; "));
}

// How often each Relax operator stands in the module, and how many bindings there are.
struct Counts {
  std::map<std::string, int64_t> operators;
  int64_t bindings = 0;

  explicit Counts(const Module& module) {
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<Function>(entry.func);
      if (func == nullptr) continue;
      WalkBeforeChildren(func->body, [&](const Node* node) {
        if (Is<VarBinding>(node) || Is<MatchCast>(node)) ++bindings;
        const auto* call = As<Call>(node);
        std::string_view op = call == nullptr ? std::string_view() : OpNameOf(call);
        if (op.starts_with("relax.")) ++operators[std::string(op.substr(6))];
        return !IsTypeKind(node->kind);
      });
    }
  }
};

std::string OperatorChanges(const Counts& before, const Counts& after) {
  std::map<std::string, std::pair<int64_t, int64_t>> both;
  for (const auto& [name, count] : before.operators) both[name].first = count;
  for (const auto& [name, count] : after.operators) both[name].second = count;
  std::vector<std::string> items;
  for (const auto& [name, counts] : both) {
    if (counts.first != counts.second) items.push_back(fmt::format("{} {} -> {}", name, counts.first, counts.second));
  }
  return items.empty() ? "" : "operators: " + Listed(items, ", ");
}

}  // namespace

std::vector<std::string> ChangesOf(const Module& before, const Module& after) {
  std::vector<std::string> lines;
  if (std::string line = FunctionChanges(FunctionsOf(before), FunctionsOf(after)); !line.empty()) lines.push_back(line);
  Counts old(before), now(after);
  if (old.bindings != now.bindings) lines.push_back(fmt::format("bindings: {} -> {}", old.bindings, now.bindings));
  if (std::string line = OperatorChanges(old, now); !line.empty()) lines.push_back(line);
  if (lines.empty() && !Equal(before, after, {.compare_names = true}))
    lines.emplace_back("attributes or devices of the module");
  return lines;
}

}  // namespace assay
