#include "passes/rewrite/global_names.h"

#include "ir/builder.h"
#include "ir/rewrite.h"
#include "passes/analysis/launches_by_name.h"

namespace assay {

const GlobalVar* RenamedGlobal(Context& ctx, const GlobalVar* var, std::string_view name) {
  if (var->name == name) return var;
  GlobalVar* renamed = ctx.arena.New<GlobalVar>(*var);
  renamed->name = ctx.Intern(name);
  return renamed;
}

namespace {

// The launch of this kernel (null: of none) by its new name, which becomes its symbol.
const Call* WithLaunchedName(Context& ctx, const ModuleEntry* kernel, const Call* call,
                             const GlobalRenaming& renaming) {
  auto found = kernel == nullptr ? renaming.end() : renaming.find(kernel->var->name);
  if (found == renaming.end()) return call;
  std::vector<const Expr*> args(call->args.begin(), call->args.end());
  args[0] = MakeString(ctx, found->second->name.text());
  Call* renamed = ctx.arena.New<Call>(*call);
  renamed->args = ctx.Copy(args);
  return renamed;
}

}  // namespace

std::vector<ModuleEntry> RenamedEntries(Context& ctx, const Module& module, const GlobalRenaming& renaming) {
  if (renaming.empty()) return {module.entries.begin(), module.entries.end()};
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    const auto* call = As<Call>(rebuilt);
    if (call != nullptr) return WithLaunchedName(ctx, LaunchedKernel(module, *As<Call>(original)), call, renaming);
    const auto* var = As<GlobalVar>(rebuilt);
    auto found = var == nullptr ? renaming.end() : renaming.find(var->name);
    return found == renaming.end() ? rebuilt : found->second;
  };
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries) {
    entries.push_back({static_cast<const GlobalVar*>(rule(entry.var, entry.var)),
                       static_cast<const Expr*>(Rewrite(ctx, entry.func, rule))});
  }
  return entries;
}

const Expr* WithFunctionAttr(Context& ctx, const Expr* func, std::string_view key, const Attr* value) {
  const AttrDict* attrs = WithAttr(ctx, AttrsOf(func), key, value);
  if (const auto* relax = As<Function>(func)) {
    Function* changed = ctx.arena.New<Function>(*relax);
    changed->attrs = attrs;
    return changed;
  }
  PrimFunc* changed = ctx.arena.New<PrimFunc>(*As<PrimFunc>(func));
  changed->attrs = attrs;
  return changed;
}

const Expr* WithGlobalSymbol(Context& ctx, const Expr* func, std::string_view symbol) {
  if (Is<ExternFunc>(func) || StringAttr(AttrsOf(func), "global_symbol") == symbol) return func;
  return WithFunctionAttr(ctx, func, "global_symbol", MakeAttrString(ctx, symbol));
}

}  // namespace assay
