#include "passes/analysis/callees.h"

#include <unordered_set>

#include "ir/walk.h"

namespace assay {

std::vector<std::string_view> CalleesOf(const Function* func) {
  std::vector<std::string_view> callees;
  WalkOnce(func->body, [&](const Node* node) {
    if (const auto* var = As<GlobalVar>(node)) callees.push_back(var->name.text());
  });
  return callees;
}

bool IsRecursive(const Module& module, std::string_view name) {
  std::unordered_set<std::string_view> reached;
  std::vector<std::string_view> pending{name};
  while (!pending.empty()) {
    const auto* func = As<Function>(module.Find(pending.back()));
    pending.pop_back();
    if (func == nullptr) continue;
    for (std::string_view callee : CalleesOf(func)) {
      if (callee == name) return true;
      if (reached.insert(callee).second) pending.push_back(callee);
    }
  }
  return false;
}

}  // namespace assay
