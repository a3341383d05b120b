// Whether the iterations of a loop are independent: no two of them access one element that either writes, so that their
// order cannot be seen. One proof by linear forms of indices (ir/arith/linear_form.h): an index is factor * variable +
// what is the same in all iterations + a number that differs by less than the factor. Who asks differs in what is known
// of wrapping and of what is around the loop. Tested by iterations_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "passes/analysis/accesses.h"
#include "passes/analysis/kernel_facts.h"

namespace assay {

// For passes, which know that indices do not overflow. Proven: no two iterations of the loop access one element in
// these ways, all of which are in it.
bool IterationsAreIndependent(Context& ctx, KernelFacts& facts, const For& loop,
                              std::span<const Access* const> accesses);

// For vectors: the loop's extent is a number, and what is in it has no memory of its own. Indices may wrap. Not so
// where threads wait for each other.
bool IterationsAreIndependent(const For& loop);

// For threads (docs/decisions/011-parallel-loops.md): what is known where the loop stands.
struct LoopSurroundings {
  // The memory that a buffer reads through; nothing for one that is not declared there. Different ones lie apart.
  std::function<std::optional<size_t>(const Buffer*)> memory_of;
  // Whether a variable has a value there.
  std::function<bool(const Var*)> has_value;
};
// Empty when the iterations are independent, otherwise why that is not proven. Indices may wrap; bounds are checked, so
// that each lies inside of its axis.
std::string WhyNotIndependent(const For& loop, const LoopSurroundings& around);

}  // namespace assay
