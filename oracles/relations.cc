#include "oracles/relations.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "passes/relax/symbols.h"

namespace assay {
namespace {

using Renaming = std::unordered_map<Name, const GlobalVar*>;

// The first function gets the last place in order of name.
Renaming Reversed(Context& ctx, const Module& module) {
  Renaming renaming;
  size_t place = module.entries.size();
  for (const ModuleEntry& entry : module.entries) {
    GlobalVar* renamed = ctx.arena.New<GlobalVar>(*entry.var);
    renamed->name = ctx.Intern(fmt::format("f{:04}_{}", --place, entry.var->name.text()));
    renaming.emplace(entry.var->name, renamed);
  }
  return renaming;
}

// A function's symbol follows its name.
const Expr* WithSymbol(Context& ctx, const Expr* func, std::string_view from, std::string_view to) {
  if (StringAttr(AttrsOf(func), "global_symbol") != from) return func;
  const AttrDict* attrs = WithAttr(ctx, AttrsOf(func), "global_symbol", MakeAttrString(ctx, to));
  if (const auto* relax = As<Function>(func)) {
    Function* fresh = ctx.arena.New<Function>(*relax);
    fresh->attrs = attrs;
    return fresh;
  }
  PrimFunc* fresh = ctx.arena.New<PrimFunc>(*As<PrimFunc>(func));
  fresh->attrs = attrs;
  return fresh;
}

Module Renamed(Context& ctx, const Module& module, const Renaming& renaming) {
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* var = As<GlobalVar>(rebuilt);
    auto found = var == nullptr ? renaming.end() : renaming.find(var->name);
    return found == renaming.end() ? rebuilt : found->second;
  };
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries) {
    const GlobalVar* var = renaming.at(entry.var->name);
    const auto* func = static_cast<const Expr*>(Rewrite(ctx, entry.func, rule));
    if (!Is<ExternFunc>(func)) func = WithSymbol(ctx, func, entry.var->name.text(), var->name.text());
    entries.push_back({var, func});
  }
  return WithEntries(ctx, module, entries);
}

Module WithDoubles(Context& ctx, const Module& module, std::string_view entry_name) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    std::string_view name = entry.var->name.text();
    if (func == nullptr || name == entry_name) continue;
    GlobalVar* var = ctx.arena.New<GlobalVar>(*entry.var);
    var->name = ctx.Intern(fmt::format("{}_double", name));
    if (module.Find(var->name.text()) != nullptr) continue;
    entries.push_back({var, WithSymbol(ctx, WithFreshVars(ctx, func), name, var->name.text())});
  }
  return WithEntries(ctx, module, entries);
}

Module InOrder(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  std::ranges::sort(entries, {}, [](const ModuleEntry& entry) { return entry.var->name.text(); });
  return WithEntries(ctx, module, entries);
}

}  // namespace

Case Disguised(Context& ctx, const Case& c, const PassCall* pass) {
  Case disguised{c.module, c.entry, c.inputs, {}};
  if (pass != nullptr) disguised.passes = {*pass};
  if (pass == nullptr || pass->options.empty()) {
    Renaming renaming = Reversed(ctx, c.module);
    disguised.module = Renamed(ctx, c.module, renaming);
    for (const auto& [name, var] : renaming) {
      if (name.text() == c.entry) disguised.entry = var->name.str();
    }
  }
  disguised.module = InOrder(ctx, WithDoubles(ctx, disguised.module, disguised.entry));
  return disguised;
}

}  // namespace assay
