// Blocks that combine into one place what their instances bring. Tested through rfactor (schedule_test.cc) and
// LowerCrossThreadReduction.
#pragma once

#include <optional>

#include "ir/builder.h"

namespace assay {

struct Reduction {
  const BufferStore* store = nullptr;
  // kAdd, kMul, kMin or kMax.
  NodeKind op = NodeKind::kAdd;
  // What is combined with what was there; it does not read that buffer.
  const Expr* addend = nullptr;
};
// Nothing where the body is anything but a store of what was there and something else, combined.
std::optional<Reduction> ReductionOf(const SBlock& block);

// A least or greatest value.
bool IsExtreme(NodeKind op);
// Whether values may be combined in any order and keep their bits: integers wrap, and minima keep NaN and order zeros.
bool Associates(NodeKind op, DType dtype);
// The value that changes nothing; `op` as in Reduction.
const Expr* Neutral(Context& ctx, NodeKind op, DType dtype);

}  // namespace assay
