// Tracing a run: the entry function is made to return all that it binds, so that any engine can show it.
// Tested by trace_test.cc.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

struct Traced {
  Module module;
  // The variables whose values the entry now returns, in order of binding; its own result comes last, as "return".
  std::vector<std::string> names;
};

// Only bindings at the top level of `entry` are seen; `keep` of them at most, so that a trap can be pinned to one.
// Diag kBadArgument when `entry` is no Relax function.
Result<Traced> TraceEntry(Context& ctx, const Module& module, std::string_view entry, size_t keep);

}  // namespace assay
