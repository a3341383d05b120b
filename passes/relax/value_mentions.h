// Functions that are more than called: handed on as values, to closures and builtins, whose calls nobody can rewrite. A pass
// that changes signatures leaves them alone. Tested by testdata/remove_unused_parameters.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "ir/module.h"
#include "ir/walk.h"

namespace assay {

inline std::unordered_set<std::string_view> FunctionsUsedAsValues(const Module& module) {
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
