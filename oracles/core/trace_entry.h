// Tracing a run: the entry function is made to return all that it binds, so that any engine can show it.
// Tested by trace_entry_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"
#include "oracles/core/tolerance.h"

namespace assay {

struct Traced {
  Module module;
  // The variables whose values the entry now returns, in order of binding; its own result comes last, as "return".
  std::vector<std::string> names;
};

// Only bindings at the top level of `entry` are seen; `keep` of them at most, so that a trap can be pinned to one.
// Diag kBadArgument when `entry` is no Relax function.
Result<Traced> TraceEntry(Context& ctx, const Module& module, std::string_view entry, size_t keep);

// The first of a traced run's values in which an engine departs from the reference: "z: [0, 2]: 1.5 against 1.25 (…)";
// nothing when there is none, or when one of the runs has no values.
std::optional<std::string> FirstDivergence(std::span<const std::string> names, const Outcome& got,
                                           const ReferenceOutcome& reference);

}  // namespace assay
