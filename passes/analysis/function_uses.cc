#include "passes/analysis/function_uses.h"

#include <unordered_map>

#include "ir/walk.h"

namespace assay {

std::unordered_set<std::string_view> MentionedFunctions(const Module& module) {
  std::unordered_set<std::string_view> names;
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      if (const auto* var = As<GlobalVar>(node)) names.insert(var->name.text());
    });
  }
  return names;
}

Status CheckCallersFit(const ModuleEntry& entry, const Expr* changed,
                       const std::unordered_set<std::string_view>& mentioned) {
  if (changed == entry.func || !mentioned.contains(entry.var->name.text())) return Done{};
  std::string message = "'" + entry.var->name.str() + "' is used in the module, where its new signature would not fit";
  return Diag{DiagKind::kPassOrder, entry.func->span, std::move(message), "", {}};
}

std::unordered_set<std::string_view> FunctionsUsedAsValues(const Module& module) {
  // Mentions less calls.
  std::unordered_map<std::string_view, int> others;
  for (const ModuleEntry& entry : module.entries) {
    WalkBeforeChildren(entry.func, [&](const Node* node) {
      if (const auto* var = As<GlobalVar>(node)) ++others[var->name.text()];
      const auto* call = As<Call>(node);
      const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      if (callee != nullptr) --others[callee->name.text()];
      return true;
    });
  }
  std::unordered_set<std::string_view> names;
  for (const auto& [name, count] : others) {
    if (count > 0) names.insert(name);
  }
  return names;
}

}  // namespace assay
