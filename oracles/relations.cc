#include "oracles/relations.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/builder.h"
#include "passes/global_names.h"
#include "passes/relax/symbols.h"

namespace assay {
namespace {

// The first function gets the last place in order of name.
GlobalRenaming Reversed(Context& ctx, const Module& module) {
  GlobalRenaming renaming;
  size_t place = module.entries.size();
  for (const ModuleEntry& entry : module.entries) {
    std::string name = fmt::format("f{:04}_{}", --place, entry.var->name.text());
    renaming.emplace(entry.var->name, RenamedGlobal(ctx, entry.var, name));
  }
  return renaming;
}

// A function's symbol follows its name.
const Expr* WithSymbol(Context& ctx, const Expr* func, std::string_view from, std::string_view to) {
  return StringAttr(AttrsOf(func), "global_symbol") == from ? WithGlobalSymbol(ctx, func, to) : func;
}

Module Renamed(Context& ctx, const Module& module, const GlobalRenaming& renaming) {
  std::vector<ModuleEntry> entries = RenamedEntries(ctx, module, renaming);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (Is<ExternFunc>(entries[i].func)) continue;
    entries[i].func =
        WithSymbol(ctx, entries[i].func, module.entries[i].var->name.text(), entries[i].var->name.text());
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
  Case disguised{c.module, c.entry, c.inputs, {}, c.config};
  if (pass != nullptr) disguised.passes = {*pass};
  if (pass == nullptr || pass->options.empty()) {
    GlobalRenaming renaming = Reversed(ctx, c.module);
    disguised.module = Renamed(ctx, c.module, renaming);
    for (const auto& [name, var] : renaming) {
      if (name.text() == c.entry) disguised.entry = var->name.str();
    }
  }
  disguised.module = InOrder(ctx, WithDoubles(ctx, disguised.module, disguised.entry));
  return disguised;
}

}  // namespace assay
