// Which bindings of a function are what a pattern describes, as TVM's PatternBasedPartitioner: each match becomes a
// group with the attribute Composite. Tested by testdata/fuse_ops_by_pattern.
#pragma once

#include "passes/fuse/partition.h"
#include "passes/pass.h"
#include "passes/pattern/registry.h"

namespace assay {

// Adds groups for all bindings of the function's dataflow blocks to `partition`. A match that holds an earlier one as a
// whole takes it over; one that would take a part of it is left out, as is one that reaches into another block.
void AddPatternGroups(Context& ctx, const Function* func, const NamedPattern& pattern, Partition& partition);

// The option "patterns" of FuseOpsByPattern: names of registered patterns and patterns in place, in their order.
Result<std::vector<NamedPattern>> PatternsOption(Context& ctx, const PassOptions& options);

}  // namespace assay
