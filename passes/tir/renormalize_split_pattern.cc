// RenormalizeSplitPattern: x % 12 // 4 becomes x // 4 % 3, so that what two splits of a loop made has one form; then
// sums under divisions are taken apart. Tested by testdata/renormalize_split_pattern.
#include "ir/equal.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class SplitRenormalizer : public FactsMutator {
 public:
  using FactsMutator::FactsMutator;

 protected:
  // Simplifying may bring further remainders under divisions.
  const Expr* VisitExpr(const Expr* e) override {
    constexpr int kMaxTripCount = 4;
    for (int iteration = 0; iteration < kMaxTripCount; ++iteration) {
      const Expr* next = Once(e);
      if (next == e || Equal(next, e)) return e;
      e = next;
    }
    return e;
  }

 private:
  const Expr* Once(const Expr* e) {
    bool divides = false;
    auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
      divides |= Is<FloorDiv>(rebuilt) || Is<FloorMod>(rebuilt);
      const auto* quotient = As<FloorDiv>(rebuilt);
      return quotient == nullptr ? rebuilt : Renormalized(quotient);
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    const auto* rewritten = static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
    return divides ? facts_->Simplify(rewritten) : rewritten;
  }
  // Holds for every x, whether or not what it is made of has overflowed.
  const Expr* Renormalized(const FloorDiv* quotient) {
    const auto* remainder = As<FloorMod>(quotient->a);
    const IntImm* small = AsInt(quotient->b);
    const IntImm* large = remainder == nullptr ? nullptr : AsInt(remainder->b);
    if (small == nullptr || large == nullptr || small->value <= 0 || large->value <= 0) return quotient;
    if (large->value % small->value != 0 || !DTypeOf(quotient).IsScalar()) return quotient;
    const Expr* divided = MakeBinary(ctx, NodeKind::kFloorDiv, remainder->a, small);
    const Expr* iterations = MakeInt(ctx, large->value / small->value, DTypeOf(quotient));
    return MakeBinary(ctx, NodeKind::kFloorMod, divided, iterations);
  }
};

Result<Module> RunRenormalizeSplitPattern(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<SplitRenormalizer>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kRenormalizeSplitPattern = {
    .name = "RenormalizeSplitPattern",
    .doc = "divides before it takes the remainder, where both are by constants",
    .changes = Alters({Facet::kKernels}),
    .run = RunRenormalizeSplitPattern,
};

}  // namespace assay
