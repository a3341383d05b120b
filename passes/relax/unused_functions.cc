#include "passes/relax/unused_functions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/support/fault.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The GlobalVars that occur in a function, by name. Types hold none.
std::vector<std::string_view> CalleesOf(const Expr* func) {
  std::vector<std::string_view> callees;
  NodeSet seen;
  auto collect = [&](const Node* node) {
    if (const auto* var = As<GlobalVar>(node)) callees.push_back(var->name.text());
    return !IsTypeKind(node->kind);
  };
  WalkBeforeChildren(func, collect, Types::kSkip, &seen);
  return callees;
}

}  // namespace

Module WithoutUnusedFunctions(Context& ctx, const Module& module, const std::vector<std::string>& entries) {
  std::unordered_map<std::string_view, const Expr*> functions;
  std::unordered_set<std::string_view> reached;
  std::vector<std::string_view> pending;
  auto reach = [&](std::string_view name) {
    if (reached.insert(name).second) pending.push_back(name);
  };
  for (const ModuleEntry& entry : module.entries) {
    functions.emplace(entry.var->name.text(), entry.func);
    bool named = std::find(entries.begin(), entries.end(), entry.var->name.text()) != entries.end();
    if (named || Is<ExternFunc>(entry.func) || IsPublic(entry.func)) reach(entry.var->name.text());
  }
  while (!pending.empty()) {
    std::string_view name = pending.back();
    pending.pop_back();
    auto found = functions.find(name);
    if (found == functions.end()) return module;
    bool looks = Is<Function>(found->second) || !FaultOn(Fault::dce_drops_prim_func_reached_from_prim_func);
    if (!looks) continue;
    for (std::string_view callee : CalleesOf(found->second)) reach(callee);
  }
  std::vector<ModuleEntry> kept;
  for (const ModuleEntry& entry : module.entries) {
    if (reached.contains(entry.var->name.text())) kept.push_back(entry);
  }
  return kept.size() == module.entries.size() ? module : WithEntries(ctx, module, kept);
}

}  // namespace assay
