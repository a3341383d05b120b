// What a condition says of variables while it holds: `if_then_else(1 <= v and v < 9, A[v - 1], 0)` reads inside of
// eight elements, and needs no check for that. Tested by known_test.cc.
#include <utility>
#include <vector>

#include "ir/arith/interval.h"
#include "ir/prim/comparison.h"
#include "vm/llvm/expression_emitter.h"

namespace assay {
void ExpressionEmitter::Know(const Expr* condition, bool holds) {
  std::vector<std::pair<const Expr*, bool>> known{{condition, holds}};
  while (!known.empty()) {
    auto [part, is_true] = known.back();
    known.pop_back();
    while (const auto* negation = As<Not>(part)) {
      part = negation->a;
      is_true = !is_true;
    }
    const BinaryExpr* binary = AsBinary(part);
    if (binary == nullptr) continue;
    if (binary->kind == (is_true ? NodeKind::kAnd : NodeKind::kOr)) {
      known.emplace_back(binary->b, is_true);
      known.emplace_back(binary->a, is_true);
    } else if (IsComparison(binary->kind)) {
      KnowComparison(*binary, is_true);
    }
  }
}

void ExpressionEmitter::KnowComparison(const BinaryExpr& binary, bool holds) {
  NodeKind kind = holds ? binary.kind : NegatedComparison(binary.kind);
  const auto* var = As<Var>(binary.a);
  const auto* number = As<IntImm>(binary.b);
  if (var == nullptr) {
    var = As<Var>(binary.b);
    number = As<IntImm>(binary.a);
    kind = SwappedComparison(kind);
  }
  // Intervals read uint64 as int64.
  if (var == nullptr || number == nullptr || !DTypeOf(var).IsInt()) return;
  const Lanes* lanes = scope_.vars.Find(var);
  if (lanes == nullptr || lanes->count() != 1) return;
  Lane lane = lanes->At(0);
  lane.interval = NarrowedBy(lane.interval, kind, number->value);
  scope_.vars.Set(var, lane);
}

}  // namespace assay
