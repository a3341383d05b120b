// AttachGlobalSymbol: every function gets its symbol, equal to its GlobalVar. With the module attribute
// system_lib_prefix, PrimFuncs get the prefix, and their GlobalVars and all references follow (the VM finds kernels by
// that name). A PrimFunc whose symbol already is its name with the prefix stays. Tested by
// testdata/attach_global_symbol.
#include "ir/support/fault.h"
#include "passes/pass_names.h"
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/module_editor.h"

namespace assay {
namespace {

// New GlobalVars for PrimFuncs that lack the prefix.
GlobalRenaming PlanRenaming(Context& ctx, const Module& module, std::string_view prefix) {
  GlobalRenaming renaming;
  if (prefix.empty()) return renaming;
  ModuleEditor names(ctx, module);
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    std::string_view name = entry.var->name.text();
    bool attached = StringAttr(AttrsOf(entry.func), "global_symbol") == name && name.starts_with(prefix);
    if (attached) continue;
    std::string renamed = names.FreshName(std::string(prefix) + std::string(name));
    renaming.emplace(entry.var->name, RenamedGlobal(ctx, entry.var, renamed));
  }
  return renaming;
}

Result<Module> RunAttachGlobalSymbol(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  std::string_view prefix = StringAttr(module.attrs, "system_lib_prefix");
  // The historical bug: the symbol alone gets the prefix.
  bool symbol_alone = FaultOn(Fault::global_symbol_renamed_without_global_var);
  GlobalRenaming renaming = symbol_alone ? GlobalRenaming() : PlanRenaming(ctx, module, prefix);
  std::vector<ModuleEntry> entries = RenamedEntries(ctx, module, renaming);
  bool changed = !renaming.empty();
  for (ModuleEntry& entry : entries) {
    std::string symbol = entry.var->name.str();
    if (symbol_alone && Is<PrimFunc>(entry.func)) symbol = std::string(prefix) + symbol;
    const Expr* func = WithGlobalSymbol(ctx, entry.func, symbol);
    changed |= func != entry.func;
    entry.func = func;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace

constexpr std::string_view kAttachGlobalSymbolAttrs[] = {"global_symbol"};

const PassSpec kAttachGlobalSymbol = {
    .name = "AttachGlobalSymbol",
    .doc = "gives every function its symbol; PrimFuncs with the module's system_lib_prefix",
    .gives = kSymbolsAttached,
    .changes = Adds({Facet::kPublicFunctions}) | Drops({Facet::kPublicFunctions, Facet::kPrivateFunctions}) |
               Alters({Facet::kGraphs}),
    .attrs = kAttachGlobalSymbolAttrs,
    .run = RunAttachGlobalSymbol,
};

}  // namespace assay
