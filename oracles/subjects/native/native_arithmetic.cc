#include "oracles/subjects/native/native_arithmetic.h"

#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/arith/bounds.h"
#include "ir/arith/no_wrap.h"
#include "ir/builder.h"
#include "ir/tensor/int_range.h"
#include "passes/analysis/kernel_facts.h"

namespace assay {
namespace {

class Claims {
 public:
  Claims(Context& ctx, const ArithmeticExpr& one) : ctx_(ctx), one_(one), e_(one.e), dtype_(DTypeOf(one.e)) {
    for (const auto& [var, range] : one.vars) {
      bounds_.Bind(var, range);
      no_wrap_.Bind(var, range);
    }
  }

  std::vector<ArithmeticClaim> All() {
    Simplified();
    Bounds();
    BoundsOver();
    Proofs();
    Known();
    return std::move(claims_);
  }

 private:
  void Same(std::string by, const Expr* simple, bool wraps = false) {
    if (simple != nullptr && simple != e_) claims_.push_back({std::move(by), e_, simple, wraps});
  }
  void Simplified() {
    Same("Simplify", Simplify(ctx_, e_));
    Same("Simplify within bounds", Simplify(ctx_, e_, bounds_));
    Same("SimplifyExactly", SimplifyExactly(ctx_, e_, bounds_, no_wrap_), true);
    if (std::optional<int64_t> value = ConstantValue(ctx_, e_)) Same("ConstantValue", MakeInt(ctx_, *value, dtype_));
  }

  // `low <= e <= high`, of what the dtype can say.
  void Bounds() {
    Interval bound = bounds_.Of(e_);
    auto says = [&](int64_t end) { return end > LeastInt(dtype_) && end < GreatestInt(dtype_); };
    if (!dtype_.IsInteger()) return;
    if (says(bound.low)) Least("bounds", MakeInt(ctx_, bound.low, dtype_), e_);
    if (says(bound.high)) Least("bounds", e_, MakeInt(ctx_, bound.high, dtype_));
  }
  // The claim that a <= b, for values of `e` that did not overflow.
  void Least(std::string by, const Expr* a, const Expr* b) {
    const Expr* other = a == e_ ? b : a;
    NodeKind kind = a == e_ ? NodeKind::kMin : NodeKind::kMax;
    claims_.push_back({std::move(by), e_, MakeBinary(ctx_, kind, e_, other)});
  }

  // Over the first variable, and over all.
  void BoundsOver() {
    if (!dtype_.IsInt() || dtype_.bits < 32) return;
    // Bounds are expressions, which are not to overflow themselves.
    auto is_far_out = [&](const auto& var) {
      constexpr int64_t kNear = 1 << 20;
      return var.second.low < -kNear || var.second.high > kNear;
    };
    if (std::ranges::any_of(one_.vars, is_far_out)) return;
    ExprDomains domains;
    for (const auto& [var, range] : one_.vars) {
      if (DTypeOf(var) != dtype_) continue;
      domains[var] = {MakeInt(ctx_, range.low, dtype_), MakeInt(ctx_, range.high, dtype_)};
      ExprBound bound = BoundOver(ctx_, domains, e_, [](Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
        return static_cast<const Expr*>(MakeBinary(ctx, kind, a, b));
      });
      if (bound.low == nullptr || DTypeOf(bound.low) != dtype_ || DTypeOf(bound.high) != dtype_) continue;
      Least("BoundOver", bound.low, e_);
      Least("BoundOver", e_, bound.high);
    }
  }

  // Of a comparison, what is proven of its operands.
  void Proofs() {
    const BinaryExpr* compared = AsBinary(e_);
    if (compared == nullptr || !dtype_.IsBool() || !DTypeOf(compared->a).IsInteger()) return;
    const Expr *a = compared->a, *b = compared->b;
    auto proven = [&](bool holds, std::string by, NodeKind kind) {
      if (holds) Proven(std::move(by), kind, a, b);
    };
    proven(ProveEqual(ctx_, a, b), "ProveEqual", NodeKind::kEQ);
    proven(ProveUnequal(ctx_, a, b), "ProveUnequal", NodeKind::kNE);
    proven(ProveLess(ctx_, bounds_, a, b), "ProveLess", NodeKind::kLT);
    proven(ProveLessEqual(ctx_, bounds_, a, b), "ProveLessEqual", NodeKind::kLE);
  }
  // Says of values only for which neither operand overflows: where `e` has a value, the other comparison is true.
  void Proven(std::string by, NodeKind kind, const Expr* a, const Expr* b) {
    const Expr* always = MakeBinary(ctx_, NodeKind::kOr, e_, MakeNot(ctx_, e_));
    claims_.push_back({std::move(by), always, MakeBinary(ctx_, kind, a, b)});
  }

  // What TIR passes know where they stand: of the expression, and where it is a condition, of each variable as
  // long as it holds, and as long as it does not.
  void Known() {
    KernelFacts facts(ctx_, *ctx_.arena.New<PrimFunc>());
    constexpr int64_t kNear = 1 << 20;
    for (const auto& [var, range] : one_.vars) {
      DType dtype = DTypeOf(var);
      bool near = dtype.IsInt() && dtype.bits >= 32 && range.low >= -kNear && range.high <= kNear;
      if (near) facts.BindRange(var, MakeInt(ctx_, range.low, dtype), MakeInt(ctx_, range.high - range.low + 1, dtype));
    }
    Same("KernelFacts", facts.Simplify(e_), true);
    if (dtype_ == DType::Bool()) {
      if (facts.Proves(e_)) Same("KernelFacts", MakeBool(ctx_, true), true);
      for (bool holds : {true, false}) Assumed(facts, holds);
    }
    if (Is<And>(e_) || Is<Or>(e_)) BehindFirst(facts, *AsBinary(e_));
    if (const auto* choice = As<Select>(e_)) OfChoice(facts, *choice);
  }
  // `e` is what it is and each variable within its bound, or what it is or some variable beyond it.
  void Assumed(KernelFacts& facts, bool holds) {
    size_t mark = facts.Mark();
    facts.Assume(e_, holds);
    for (const auto& [var, range] : one_.vars) {
      DType dtype = DTypeOf(var);
      Interval bound = facts.BoundOf(var);
      auto says = [&](int64_t end) { return end > LeastInt(dtype) && end < GreatestInt(dtype); };
      auto claimed = [&](NodeKind kind, int64_t end) {
        const Expr* within = MakeBinary(ctx_, kind, var, MakeInt(ctx_, end, dtype));
        Same("KernelFacts of a condition",
             holds ? MakeBinary(ctx_, NodeKind::kAnd, e_, within)
                   : MakeBinary(ctx_, NodeKind::kOr, e_, MakeNot(ctx_, within)),
             true);
      };
      if (!dtype.IsInteger()) continue;
      if (says(bound.low)) claimed(NodeKind::kGE, bound.low);
      if (says(bound.high)) claimed(NodeKind::kLE, bound.high);
    }
    facts.ForgetTo(mark);
  }
  const Expr* Where(KernelFacts& facts, const Expr* condition, bool holds, const Expr* e) {
    size_t mark = facts.Mark();
    facts.Assume(condition, holds);
    const Expr* simple = facts.Simplify(e);
    facts.ForgetTo(mark);
    return simple;
  }
  // The second operand matters where the first one leaves it open.
  void BehindFirst(KernelFacts& facts, const BinaryExpr& joined) {
    const Expr* second = Where(facts, joined.a, Is<And>(e_), joined.b);
    if (second == joined.b) return;
    const Expr* decided = MakeBool(ctx_, !Is<And>(e_));
    Same("KernelFacts behind an operand",
         Is<And>(e_) ? MakeSelect(ctx_, joined.a, second, decided) : MakeSelect(ctx_, joined.a, decided, second), true);
  }
  void OfChoice(KernelFacts& facts, const Select& choice) {
    const Expr* on_true = Where(facts, choice.condition, true, choice.true_value);
    const Expr* on_false = Where(facts, choice.condition, false, choice.false_value);
    if (on_true != choice.true_value || on_false != choice.false_value)
      Same("KernelFacts of a choice", MakeSelect(ctx_, choice.condition, on_true, on_false), true);
  }

  Context& ctx_;
  const ArithmeticExpr& one_;
  const Expr* e_;
  DType dtype_;
  ConstBounds bounds_;
  NoWrap no_wrap_;
  std::vector<ArithmeticClaim> claims_;
};

}  // namespace

std::vector<ArithmeticClaim> NativeClaimsOf(Context& ctx, const ArithmeticExpr& one) { return Claims(ctx, one).All(); }

}  // namespace assay
