#include "ir/module.h"

namespace assay {

const Expr* Module::Find(std::string_view name) const {
  for (const ModuleEntry& entry : entries) {
    if (entry.var->name == name) return entry.func;
  }
  return nullptr;
}

Nodes<Node> Module::VDevices() const {
  for (const GlobalInfoList& list : global_infos) {
    if (list.key == "vdevice") return list.infos;
  }
  return {};
}

Module WithEntries(Context& ctx, const Module& module, const std::vector<ModuleEntry>& entries) {
  Module out = module;
  out.entries = ctx.Copy(entries);
  return out;
}

Module WithFunction(Context& ctx, const Module& module, const GlobalVar* var, const Expr* func) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  for (ModuleEntry& entry : entries) {
    if (entry.var->name == var->name) {
      entry.func = func;
      return WithEntries(ctx, module, entries);
    }
  }
  entries.push_back({var, func});
  return WithEntries(ctx, module, entries);
}

const AttrDict* AttrsOf(const Expr* func) {
  if (const auto* relax = As<Function>(func)) return relax->attrs;
  if (const auto* prim = As<PrimFunc>(func)) return prim->attrs;
  return nullptr;
}

std::string_view StringAttr(const AttrDict* attrs, std::string_view key) {
  if (attrs == nullptr) return {};
  const auto* text = As<AttrString>(attrs->Find(key));
  return text == nullptr ? std::string_view() : text->value.text();
}

}  // namespace assay
