// LowerIntrin: division that rounds down, of integers, becomes what machines have: shifts and masks by powers of two,
// division that rounds toward zero where neither operand is negative or where adding a multiple of the divisor makes it
// so, and a correction otherwise. Other intrinsics stay: their functions are assay's own. Tested by
// testdata/lower_intrin.
#include <algorithm>
#include <bit>

#include "ir/prim/intrinsics.h"
#include "ir/support/fault.h"
#include "ir/tensor/scalar.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/facts_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class IntrinLowerer : public FactsMutator {
 public:
  using FactsMutator::FactsMutator;

 protected:
  const Expr* VisitExpr(const Expr* e) override {
    ConstBounds::Known done;
    auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
      if (!Is<FloorDiv>(rebuilt) && !Is<FloorMod>(rebuilt)) return rebuilt;
      // What is known of the operands is known of them as they were written.
      const auto* e = static_cast<const BinaryExpr*>(rebuilt);
      const auto* written = static_cast<const BinaryExpr*>(original);
      DType dtype = DTypeOf(e);
      if (!dtype.IsInteger() || !dtype.IsScalar()) return rebuilt;
      return Lowered(*e, dtype.IsUInt() ? Interval{0, INT64_MAX} : facts_->BoundOf(written->a, done),
                     facts_->BoundOf(written->b, done));
    };
    auto enter = [](const Node* node) { return !Is<Buffer>(node); };
    RewriteMemo memo;
    const auto* lowered = static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
    return lowered == e ? e : WithOwnLets(ctx, lowered);
  }

 private:
  const Expr* Number(const BinaryExpr& e, int64_t value) { return MakeInt(ctx, value, DTypeOf(&e)); }
  const Expr* Make(NodeKind kind, const Expr* a, const Expr* b) { return MakeBinary(ctx, kind, a, b); }

  const Expr* Lowered(const BinaryExpr& e, Interval a, Interval b) {
    bool divides = e.kind == NodeKind::kFloorDiv;
    const IntImm* divisor = AsInt(e.b);
    bool positive = DTypeOf(&e).IsUInt() || b.low > 0;
    if (divisor != nullptr && divisor->value > 0 && std::has_single_bit(static_cast<uint64_t>(divisor->value))) {
      int bits = std::countr_zero(static_cast<uint64_t>(divisor->value));
      const Expr* amount = Number(e, divides ? bits : divisor->value - 1);
      return MakeIntrinsic(ctx, divides ? IntrinsicId::shift_right : IntrinsicId::bitwise_and, DTypeOf(&e),
                           {e.a, amount});
    }
    if (positive && a.low >= 0) return Make(divides ? NodeKind::kDiv : NodeKind::kMod, e.a, e.b);
    if (divisor != nullptr && divisor->value > 0 && a.low != INT64_MIN && a.high != INT64_MAX) {
      if (const Expr* raised = Raised(e, a, divisor->value)) return raised;
    }
    return Corrected(e, positive);
  }
  // (a + c * b) / b - c, where c makes the sum positive. Null where the sum or what is added may not fit.
  const Expr* Raised(const BinaryExpr& e, Interval a, int64_t b) {
    int64_t count = -(a.low + 1) / b + 1, added = 0, most = 0;
    bool overflows = __builtin_mul_overflow(count, b, &added) || __builtin_add_overflow(a.high, added, &most);
    bool untested = FaultOn(Fault::floordiv_lowering_overflows) && DTypeOf(&e).bits == 32;
    if (untested) added = static_cast<int32_t>(added), overflows = false, most = 0;
    if (overflows || std::max(added, most) > scalar::Highest(DTypeOf(&e)).i) return nullptr;
    const Expr* sum = Make(NodeKind::kAdd, e.a, Number(e, added));
    if (e.kind == NodeKind::kFloorMod) return Make(NodeKind::kMod, sum, e.b);
    return Make(NodeKind::kSub, Make(NodeKind::kDiv, sum, e.b), Number(e, count));
  }
  // Quotient and remainder toward zero, and one step down where the remainder has not the sign of the divisor.
  const Expr* Corrected(const BinaryExpr& e, bool positive) {
    const Expr *a = Named(e.a, "a"), *b = Named(e.b, "b");
    const Expr* zero = Number(e, 0);
    const Expr* remainder = Make(NodeKind::kMod, a, b);
    const Expr* fits = Make(NodeKind::kGE, remainder, zero);
    if (!positive) {
      const Expr* up = Make(NodeKind::kAnd, Make(NodeKind::kGT, b, zero), fits);
      const Expr* down = Make(NodeKind::kAnd, Make(NodeKind::kLT, b, zero), Make(NodeKind::kLE, remainder, zero));
      fits = Make(NodeKind::kOr, up, down);
    }
    const Expr* result = nullptr;
    if (e.kind == NodeKind::kFloorDiv) {
      const Expr* quotient = Make(NodeKind::kDiv, a, b);
      result = MakeSelect(ctx, fits, quotient, Make(NodeKind::kSub, quotient, Number(e, 1)));
    } else {
      result = MakeSelect(ctx, fits, remainder, Make(NodeKind::kAdd, remainder, b));
    }
    return In(b, e.b, In(a, e.a, result));
  }
  // A name for what is no leaf, since it is written several times.
  const Expr* Named(const Expr* e, std::string_view name) {
    return Is<Var>(e) || Is<IntImm>(e) ? e : static_cast<const Expr*>(MakeVar(ctx, name, DTypeOf(e)));
  }
  const Expr* In(const Expr* name, const Expr* value, const Expr* body) {
    if (name == value) return body;
    Let* let = ctx.arena.New<Let>();
    let->var = As<Var>(name);
    let->value = value;
    let->body = body;
    let->type = body->type;
    return let;
  }
};

Result<Module> RunLowerIntrin(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<IntrinLowerer>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kLowerIntrin = {
    .name = "LowerIntrin",
    .doc = "writes division of integers that rounds down by operations that machines have",
    .changes = Alters({Facet::kKernels}),
    .run = RunLowerIntrin,
};

}  // namespace assay
