#include "ir/module.h"

#include <bit>

namespace assay {

namespace {

// Where the names of a large module stand, kept from one look-up to the next. It may be of a module that is no more,
// and holds nothing but numbers: a place counts when the module at hand has the name there.
class NameIndex {
 public:
  const Expr* Find(std::span<const ModuleEntry> entries, std::string_view name) {
    if (entries.data() != of_ || entries.size() != size_) Fill(entries);
    size_t at = std::hash<std::string_view>()(name) & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      const ModuleEntry& entry = entries[slots_[at] - 1];
      if (entry.var->name == name) return entry.func;
    }
    return nullptr;
  }

 private:
  void Fill(std::span<const ModuleEntry> entries) {
    of_ = entries.data();
    size_ = entries.size();
    slots_.assign(std::bit_ceil(2 * entries.size()), 0);
    for (size_t i = 0; i < entries.size(); ++i) {
      size_t at = std::hash<std::string_view>()(entries[i].var->name.text()) & (slots_.size() - 1);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<uint32_t>(i + 1);
    }
  }

  const ModuleEntry* of_ = nullptr;
  size_t size_ = 0;
  // Places counted from 1; 0 is a free slot.
  std::vector<uint32_t> slots_;
};

}  // namespace

const Expr* Module::Find(std::string_view name) const {
  constexpr size_t kLarge = 64;
  thread_local NameIndex index;
  const Expr* indexed = entries.size() < kLarge ? nullptr : index.Find(entries, name);
  if (indexed != nullptr) return indexed;
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
