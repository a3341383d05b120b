// Runs of single kernels, with all that can be seen of them. Tested by bit_equality_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vm/kernel.h"

namespace assay {

// What can be seen of one run.
struct Observed {
  std::string outcome;
  bool trap = false;
  bool undefined = false;
  // Of a trap.
  std::optional<TrapKind> trap_kind;
  bool out_of_budget = false;
  std::vector<Value> args;
  int64_t steps_left = 0;
};

// On copies of the arguments, within a budget that is the same for all.
Observed Observe(Kernel& kernel, std::span<const Value> args);
// The first element of the arguments that differs, in words; empty for none. Where the kernel rounds to so many
// bits, floats may be as far apart as sums in another order come, measured by the largest number among the arguments.
std::string FirstDifference(const Observed& want, const Observed& got, int rounds_to = 0);
// Bits of the narrowest float that a kernel has; 0 for none.
int NarrowestFloat(const PrimFunc& func);
// The same shapes with NaN, infinities, signed zeros, denormals and extremes.
std::vector<Value> WithSpecialValues(std::span<const Value> args, uint64_t seed);

}  // namespace assay
