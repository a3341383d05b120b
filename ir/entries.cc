#include "ir/entries.h"

namespace assay {

std::string EntryOf(const Module& module) {
  if (module.Find("main") != nullptr || module.entries.empty()) return "main";
  const ModuleEntry* best = nullptr;
  for (const ModuleEntry& entry : module.entries) {
    if (!IsPublic(entry.func)) continue;
    if (best == nullptr || (Is<Function>(entry.func) && !Is<Function>(best->func))) best = &entry;
  }
  return (best == nullptr ? module.entries[0] : *best).var->name.str();
}

std::vector<std::string> EntriesOf(const Module& module) {
  std::vector<std::string> entries;
  for (const ModuleEntry& entry : module.entries) {
    if (IsPublic(entry.func)) entries.push_back(entry.var->name.str());
  }
  if (entries.empty()) entries.push_back(EntryOf(module));
  return entries;
}

}  // namespace assay
