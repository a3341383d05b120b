#include "passes/analysis/unused_functions.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/support/fault.h"
#include "ir/walk.h"

namespace assay {
namespace {

// The GlobalVars that occur in a function, by name. Types and buffers hold none.
std::vector<std::string_view> CalleesIn(const Expr* func) {
  std::vector<std::string_view> callees;
  NodeSet seen;
  WalkBeforeChildren(func, [&](const Node* node) {
    if (IsTypeKind(node->kind) || Is<Var>(node) || Is<IntImm>(node) || Is<Buffer>(node)) return false;
    if (!seen.Insert(node, {}).second) return false;
    if (const auto* var = As<GlobalVar>(node)) callees.push_back(var->name.text());
    return true;
  });
  return callees;
}

}  // namespace

const std::vector<std::string_view>& Callees::Of(const Expr* func) {
  auto [found, fresh] = known_.try_emplace(func);
  if (fresh) found->second = CalleesIn(func);
  return found->second;
}

Module WithoutUnusedFunctions(Context& ctx, const Module& module, const std::vector<std::string>& entries,
                              Callees& callees) {
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
    for (std::string_view callee : callees.Of(found->second)) reach(callee);
  }
  std::vector<ModuleEntry> kept;
  for (const ModuleEntry& entry : module.entries) {
    if (reached.contains(entry.var->name.text())) kept.push_back(entry);
  }
  return kept.size() == module.entries.size() ? module : WithEntries(ctx, module, kept);
}

}  // namespace assay
