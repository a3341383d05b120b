// What a condition says of variables while it holds: `if_then_else(1 <= v and v < 9, A[v - 1], 0)` reads inside of
// eight elements, and needs no check for that. Tested by known_test.cc.
#include <algorithm>
#include <limits>

#include "vm/llvm/emit.h"

namespace assay {
namespace {

// The comparison that holds where `kind` does not.
NodeKind Negated(NodeKind kind) {
  switch (kind) {
    case NodeKind::kEQ: return NodeKind::kNE;
    case NodeKind::kNE: return NodeKind::kEQ;
    case NodeKind::kLT: return NodeKind::kGE;
    case NodeKind::kLE: return NodeKind::kGT;
    case NodeKind::kGT: return NodeKind::kLE;
    default: return NodeKind::kLT;
  }
}

// The comparison with operands the other way round.
NodeKind Mirrored(NodeKind kind) {
  switch (kind) {
    case NodeKind::kLT: return NodeKind::kGT;
    case NodeKind::kLE: return NodeKind::kGE;
    case NodeKind::kGT: return NodeKind::kLT;
    case NodeKind::kGE: return NodeKind::kLE;
    default: return kind;
  }
}

// The numbers in `known` that compare so with `number`; all of them where that is no interval, or empty.
Interval Narrowed(Interval known, NodeKind kind, int64_t number) {
  Interval narrow = known;
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kGreatest = std::numeric_limits<int64_t>::max();
  if (kind == NodeKind::kEQ) narrow = Interval::Of(number);
  if (kind == NodeKind::kLT && number > kLeast) narrow.high = number - 1;
  if (kind == NodeKind::kLE) narrow.high = number;
  if (kind == NodeKind::kGT && number < kGreatest) narrow.low = number + 1;
  if (kind == NodeKind::kGE) narrow.low = number;
  narrow = {std::max(narrow.low, known.low), std::min(narrow.high, known.high)};
  return narrow.low > narrow.high ? known : narrow;
}

}  // namespace

void KernelEmitter::Know(const Expr* condition, bool holds) {
  if (const auto* negation = As<Not>(condition)) return Know(negation->a, !holds);
  const BinaryExpr* binary = AsBinary(condition);
  if (binary == nullptr) return;
  if (binary->kind == (holds ? NodeKind::kAnd : NodeKind::kOr)) {
    Know(binary->a, holds);
    return Know(binary->b, holds);
  }
  if (!IsComparison(binary->kind)) return;
  NodeKind kind = holds ? binary->kind : Negated(binary->kind);
  const auto* var = As<Var>(binary->a);
  const auto* number = As<IntImm>(binary->b);
  if (var == nullptr) {
    var = As<Var>(binary->b);
    number = As<IntImm>(binary->a);
    kind = Mirrored(kind);
  }
  // Intervals read uint64 as int64.
  if (var == nullptr || number == nullptr || !DTypeOf(var).IsInt()) return;
  const Lanes* lanes = vars_.Find(var);
  if (lanes == nullptr || lanes->count() != 1) return;
  Lane lane = lanes->At(0);
  lane.interval = Narrowed(lane.interval, kind, number->value);
  vars_.Set(var, lane);
}

}  // namespace assay
