#include "ir/entries.h"

#include <fmt/format.h>

namespace assay {
namespace {

// A Primitive function becomes a kernel, which is called with its results.
bool IsEntry(const Expr* func) {
  const auto* relax = As<Function>(func);
  return IsPublic(func) && (relax == nullptr || !IsPrimitive(relax));
}

}  // namespace

bool IsPrimitive(const Function* func) {
  const Attr* attr = func->attrs == nullptr ? nullptr : func->attrs->Find("Primitive");
  const auto* flag = As<AttrBool>(attr);
  const auto* number = As<AttrInt>(attr);
  return (flag != nullptr && flag->value) || (number != nullptr && number->value != 0);
}

std::string EntryOf(const Module& module) {
  if (module.Find("main") != nullptr || module.entries.empty()) return "main";
  const ModuleEntry* best = nullptr;
  for (const ModuleEntry& entry : module.entries) {
    if (!IsEntry(entry.func)) continue;
    if (best == nullptr || (Is<Function>(entry.func) && !Is<Function>(best->func))) best = &entry;
  }
  return (best == nullptr ? module.entries[0] : *best).var->name.str();
}

std::vector<std::string> EntriesOf(const Module& module) {
  std::vector<std::string> entries;
  for (const ModuleEntry& entry : module.entries) {
    if (IsEntry(entry.func)) entries.push_back(entry.var->name.str());
  }
  if (entries.empty()) entries.push_back(EntryOf(module));
  return entries;
}

std::string PrivateText(std::string_view name) {
  return fmt::format("function {} is private: only public functions are entries (give it a global_symbol)", name);
}

}  // namespace assay
