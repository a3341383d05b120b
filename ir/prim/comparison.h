// Comparisons as they are turned around, and what one with a number says of a variable's bounds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ir/prim/node.h"

namespace assay {

// The kind that holds where this one does not.
constexpr NodeKind NegatedComparison(NodeKind kind) {
  switch (kind) {
    case NodeKind::kLT: return NodeKind::kGE;
    case NodeKind::kLE: return NodeKind::kGT;
    case NodeKind::kGT: return NodeKind::kLE;
    case NodeKind::kGE: return NodeKind::kLT;
    default: return kind == NodeKind::kEQ ? NodeKind::kNE : NodeKind::kEQ;
  }
}

// `a kind b` as `b kind' a`.
constexpr NodeKind SwappedComparison(NodeKind kind) {
  switch (kind) {
    case NodeKind::kLT: return NodeKind::kGT;
    case NodeKind::kLE: return NodeKind::kGE;
    case NodeKind::kGT: return NodeKind::kLT;
    case NodeKind::kGE: return NodeKind::kLE;
    default: return kind;
  }
}

// `bound`, [low, high] of int64, of a value that also compares so with `number`. What would leave nothing is left
// alone: such a place is never reached.
template <class Bound>
constexpr Bound NarrowedBy(Bound bound, NodeKind kind, int64_t number) {
  Bound out = bound;
  if (kind == NodeKind::kLT && number != INT64_MIN) out.high = std::min(out.high, number - 1);
  if (kind == NodeKind::kLE) out.high = std::min(out.high, number);
  if (kind == NodeKind::kGT && number != INT64_MAX) out.low = std::max(out.low, number + 1);
  if (kind == NodeKind::kGE) out.low = std::max(out.low, number);
  if (kind == NodeKind::kEQ) out = {std::max(out.low, number), std::min(out.high, number)};
  return out.low <= out.high ? out : bound;
}

}  // namespace assay
