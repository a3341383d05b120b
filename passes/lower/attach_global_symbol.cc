// AttachGlobalSymbol: every function gets its symbol, equal to its GlobalVar. With the module attribute
// system_lib_prefix, PrimFuncs get the prefix, and their GlobalVars and all references follow (the VM finds kernels by
// that name). A PrimFunc whose symbol already is its name with the prefix stays. Tested by
// testdata/attach_global_symbol.
#include <unordered_map>

#include "ir/rewrite.h"
#include "ir/support/fault.h"
#include "passes/module_editor.h"
#include "passes/pass_names.h"

namespace assay {
namespace {

using Renaming = std::unordered_map<Name, const GlobalVar*>;

const Expr* WithSymbol(Context& ctx, const Expr* func, std::string_view symbol) {
  const AttrDict* attrs = AttrsOf(func);
  if (StringAttr(attrs, "global_symbol") == symbol) return func;
  const AttrDict* with = WithAttr(ctx, attrs, "global_symbol", MakeAttrString(ctx, symbol));
  if (const auto* relax = As<Function>(func)) {
    Function* fresh = ctx.arena.New<Function>(*relax);
    fresh->attrs = with;
    return fresh;
  }
  PrimFunc* fresh = ctx.arena.New<PrimFunc>(*As<PrimFunc>(func));
  fresh->attrs = with;
  return fresh;
}

// New GlobalVars for PrimFuncs that lack the prefix.
Renaming PlanRenaming(Context& ctx, const Module& module, std::string_view prefix) {
  Renaming renaming;
  if (prefix.empty()) return renaming;
  ModuleEditor names(ctx, module);
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    std::string_view name = entry.var->name.text();
    bool attached = StringAttr(AttrsOf(entry.func), "global_symbol") == name && name.starts_with(prefix);
    if (attached) continue;
    GlobalVar* renamed = ctx.arena.New<GlobalVar>(*entry.var);
    renamed->name = ctx.Intern(names.FreshName(std::string(prefix) + std::string(name)));
    renaming.emplace(entry.var->name, renamed);
  }
  return renaming;
}

Result<Module> RunAttachGlobalSymbol(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  std::string_view prefix = StringAttr(module.attrs, "system_lib_prefix");
  // The historical bug: the symbol alone gets the prefix.
  bool symbol_alone = FaultOn(Fault::global_symbol_renamed_without_global_var);
  Renaming renaming = symbol_alone ? Renaming() : PlanRenaming(ctx, module, prefix);
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* var = As<GlobalVar>(rebuilt);
    auto found = var == nullptr ? renaming.end() : renaming.find(var->name);
    return found == renaming.end() ? rebuilt : found->second;
  };
  std::vector<ModuleEntry> entries;
  bool changed = false;
  for (const ModuleEntry& entry : module.entries) {
    ModuleEntry fresh = entry;
    if (!renaming.empty()) {
      fresh.var = static_cast<const GlobalVar*>(rule(entry.var, entry.var));
      fresh.func = static_cast<const Expr*>(Rewrite(ctx, entry.func, rule));
    }
    std::string symbol = fresh.var->name.str();
    if (symbol_alone && Is<PrimFunc>(fresh.func)) symbol = std::string(prefix) + symbol;
    if (!Is<ExternFunc>(fresh.func)) fresh.func = WithSymbol(ctx, fresh.func, symbol);
    changed |= fresh.var != entry.var || fresh.func != entry.func;
    entries.push_back(fresh);
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace

const PassSpec kAttachGlobalSymbol = {
    .name = "AttachGlobalSymbol",
    .doc = "gives every function its symbol; PrimFuncs with the module's system_lib_prefix",
    .gives = kSymbolsAttached,
    .run = RunAttachGlobalSymbol,
};

}  // namespace assay
