// Comparisons as they are turned around.
#pragma once

#include "ir/prim/node.h"

namespace assay {

// The kind that holds where this one does not.
constexpr NodeKind NegatedComparison(NodeKind kind) {
  switch (kind) {
    case NodeKind::kLT: return NodeKind::kGE;
    case NodeKind::kLE: return NodeKind::kGT;
    case NodeKind::kGT: return NodeKind::kLE;
    case NodeKind::kGE: return NodeKind::kLT;
    // other kinds: asked of comparisons, of which EQ and NE are left
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
    // other kinds: EQ and NE, which are the same both ways
    default: return kind;
  }
}

}  // namespace assay
