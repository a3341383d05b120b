#include "passes/analysis/reductions.h"

#include <algorithm>
#include <limits>

#include "ir/arith/sum.h"
#include "ir/tensor/int_range.h"
#include "passes/analysis/block_facts.h"

namespace assay {
namespace {

bool IsOwnLoad(const Expr* e, const BufferStore& store) {
  const auto* load = As<BufferLoad>(e);
  return load != nullptr && load->buffer == store.buffer && load->predicate == nullptr &&
         std::ranges::equal(load->indices, store.indices, SameFactor);
}

bool Combines(NodeKind kind) { return IsExtreme(kind) || kind == NodeKind::kAdd || kind == NodeKind::kMul; }

}  // namespace

bool IsExtreme(NodeKind op) { return op == NodeKind::kMin || op == NodeKind::kMax; }

std::optional<Reduction> ReductionOf(const SBlock& block) {
  const BufferStore* store = OnlyStore(block);
  const BinaryExpr* value = store == nullptr ? nullptr : AsBinary(store->value);
  if (value == nullptr || !Combines(value->kind)) return std::nullopt;
  const Expr* addend = IsOwnLoad(value->a, *store) ? value->b : IsOwnLoad(value->b, *store) ? value->a : nullptr;
  if (addend == nullptr || Reads(addend, store->buffer)) return std::nullopt;
  return Reduction{store, value->kind, addend};
}

bool Associates(NodeKind op, DType dtype) {
  if (!dtype.IsScalar()) return false;
  if (dtype.IsFloating()) return IsExtreme(op) && dtype.bits >= 16;
  bool fits = dtype.IsInteger() && dtype.bits >= 8 && dtype.bits <= (dtype.IsUInt() ? 63 : 64);
  return fits && Combines(op);
}

const Expr* Neutral(Context& ctx, NodeKind op, DType dtype) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!IsExtreme(op)) {
    int64_t value = op == NodeKind::kMul ? 1 : 0;
    if (dtype.IsFloating()) return MakeFloat(ctx, static_cast<double>(value), dtype);
    return MakeInt(ctx, value, dtype);
  }
  if (dtype.IsFloating()) return MakeFloat(ctx, op == NodeKind::kMax ? -kInfinity : kInfinity, dtype);
  if (dtype.IsUInt()) {
    int64_t most = dtype.bits >= 63 ? -1 : (int64_t{1} << dtype.bits) - 1;
    return MakeInt(ctx, op == NodeKind::kMax ? 0 : most, dtype);
  }
  return MakeInt(ctx, op == NodeKind::kMax ? LeastInt(dtype) : GreatestInt(dtype), dtype);
}

}  // namespace assay
