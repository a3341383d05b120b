// Reduce: the smallest module that still shows a finding, by delta debugging over all that the moves propose that
// shrink (generators/moves): whole functions first, then halves of a function, then what they are made of. Every
// candidate is smaller and is checked for well-formedness in memory before the predicate, which pins the finding's own
// signature, sees it. Tested by reduce_test.cc and long_chain_test.cc.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "passes/pass.h"

namespace assay {

struct ReduceBudget {
  double seconds = 10;
  // They are of the processor, children included.
  bool cpu_seconds = false;
  int tries = 20'000;
  // Processes that judge candidates. The predicate runs in forked copies of this one when there are several.
  int jobs = 1;
};

// Whether the module, under these passes, still shows what is being reduced. Must be deterministic.
using ReducePredicate = std::function<bool(const Module&, std::span<const PassCall>)>;

struct ReduceResult {
  Module module;
  std::vector<PassCall> passes;
  int tried = 0;
  int kept = 0;
  // "nothing smaller shows it", "out of time", "out of tries", "interrupted" (interrupt.h), or "the input does not show
  // it".
  std::string why;
  // The input did, when it was tried once more.
  bool shows = true;
};

// New nodes are made in `ctx`. `entry` is never dropped. Returns the input when the predicate does not hold for it.
ReduceResult Reduce(Context& ctx, const Module& module, std::string_view entry, std::vector<PassCall> passes,
                    const ReducePredicate& predicate, const ReduceBudget& budget);

// Nodes and functions of a module: what its reduction is reported by.
size_t ModuleSize(const Module& module);
// What each step of a reduction makes less: nodes, operators that are not plain, given extents and symbols, attributes.
// Types count by these extents and symbols alone.
size_t ModuleWeight(const Module& module);

}  // namespace assay
