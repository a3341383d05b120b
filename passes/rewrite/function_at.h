// A module with one entry changed. Tested by changes_test.cc and moves_test.cc.
#pragma once

#include <vector>

#include "ir/module.h"

namespace assay {

inline Module WithFunctionAt(Context& ctx, const Module& module, size_t at, const Expr* func) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  entries[at].func = func;
  return WithEntries(ctx, module, entries);
}

}  // namespace assay
