// Which instances the loops around a block make: whether its iteration variables tell them apart, and whether they are
// all that its axes have room for. Tested by instances_test.cc.
#pragma once

#include <string>

#include "passes/schedule/schedule.h"

namespace assay {

// Why instances of the block must stay in their order; empty when those that its spatial variables tell apart need not:
// a block that stores into one buffer, at places that its spatial variables tell apart, reads that buffer there alone,
// and sees of the loops what its variables say. If it reads its own sum, or starts one, then no two iterations of the
// loops are one instance: a sum that begins again would count double in another order (TVM's schedules ask for
// bijective bindings).
std::string WhyOrdered(Context& ctx, const BlockSite& site);
// Whether the block runs for all values of its variables, in any order and maybe more than once; false when unknown. A
// predicate may keep it from running beyond its axes, as the one that split writes does.
bool RunsOverAxes(Context& ctx, const BlockSite& site);

// A loop, or what it counts in one place, x // 4 % 3 or x % 4, where the block's variables take it apart.
struct LoopDigit {
  const For* loop = nullptr;
  const Expr* value = nullptr;
  const Expr* extent = nullptr;
};
// Variables of a block that are digits of one count, as fusing and splitting loops make them, or one alone that counts.
struct CountedAxes {
  // Their numbers.
  std::vector<size_t> variables;
  // Over which it counts, slowest first.
  std::vector<LoopDigit> digits;
  // Whether it goes to the end of all of their axes, and no further than that.
  bool reaches = false;
  bool exact = false;
};
struct BlockCounts {
  // Of all loops.
  std::vector<LoopDigit> digits;
  // Variables that count in no such way are in none.
  std::vector<CountedAxes> axes;
};
BlockCounts CountsOf(Context& ctx, const BlockSite& site);

}  // namespace assay
