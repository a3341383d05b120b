// What rules learn from the way in which a block reads: the read that the most variables of the block decide, and which
// parts of them it counts. Source: detect_dominant_read (python/tvm/s_tir/dlight/analysis/common_analysis.py).
#pragma once

#include <optional>
#include <vector>

#include "ir/mentions.h"
#include "passes/schedule/schedule.h"

namespace assay::dlight {

// The block's variables in the indices of a region; nothing where the region is wider than one element.
std::optional<VarSet> VariablesIn(const SBlock& block, const BufferRegion& region);

// var // factor, maybe less than all of it.
struct CountedPart {
  const Var* var = nullptr;
  int64_t factor = 1;
};
struct DominantRead {
  const BufferRegion* region = nullptr;
  // Of the place in the buffer, slowest first.
  std::vector<CountedPart> parts;
  // Nothing but the parts is in the place.
  bool from_zero = true;
};
// Nothing where the place is no such sum. `counts` has the variables that are looked at; all of them where it is null.
std::optional<DominantRead> DominantReadOf(const SBlock& block, const VarSet* counts = nullptr);

}  // namespace assay::dlight
