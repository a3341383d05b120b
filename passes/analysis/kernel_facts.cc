#include "passes/analysis/kernel_facts.h"

#include <algorithm>

#include "ir/arith/interval.h"
#include "ir/arith/sum.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/comparison.h"
#include "ir/support/fault.h"
#include "ir/tensor/int_range.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Facts that one place may have; more are not looked at, so that time stays in proportion.
constexpr size_t kMaxFacts = 32;

bool IsIndex(const Expr* e) { return DTypeOf(e).IsInt() && DTypeOf(e).IsScalar() && DTypeOf(e).bits >= 32; }

// Short enough to stand wherever its name does.
bool IsShort(const Expr* e) {
  constexpr int kMost = 16;
  int nodes = 0;
  WalkBeforeChildren(e, [&](const Node*) { return ++nodes <= kMost; });
  return nodes <= kMost;
}

// What a value can be although a part of it may overflow: divided by a number, it is small.
Interval BoundBesideOverflow(const Expr* e) {
  DType dtype = DTypeOf(e);
  Interval all{LeastInt(dtype), GreatestInt(dtype)};
  const IntImm* by = Is<FloorDiv>(e) ? AsInt(As<FloorDiv>(e)->b) : nullptr;
  return by == nullptr || by->value <= 1 ? all : Interval{all.low / by->value - 1, all.high / by->value};
}

}  // namespace

const Expr* SubstituteInValue(Context& ctx, const Expr* e, const VarMap& values) {
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    auto found = Is<Var>(original) ? values.find(As<Var>(original)) : values.end();
    return found == values.end() ? rebuilt : found->second;
  };
  auto enter = [](const Node* node) { return !Is<Buffer>(node); };
  RewriteMemo memo;
  return static_cast<const Expr*>(Rewrite(ctx, e, rule, enter, Types::kSkip, memo));
}

KernelFacts::KernelFacts(Context& ctx, const PrimFunc& func) : ctx_(ctx) {
  for (const Buffer* buffer : func.buffers) {
    if (buffer == nullptr) continue;
    for (const Expr* extent : buffer->shape) {
      const auto* var = As<Var>(extent);
      if (var != nullptr) BindSize(var);
    }
  }
}

void KernelFacts::BindRange(const Var* var, const Expr* min, const Expr* extent) {
  if (!no_wrap_.DoesNotOverflow(min) || !IsIndex(extent)) return;
  bool exact = no_wrap_.DoesNotOverflow(extent);
  Interval low = bounds_.Of(min), count = exact ? bounds_.Of(extent) : BoundBesideOverflow(extent);
  int64_t last = 0;
  bool finite = low.high != INT64_MAX && count.high != INT64_MAX && !(exact && no_wrap_.IsUnbounded(extent));
  if (count.high <= 0 || low.low == INT64_MIN) return;
  if (finite && __builtin_add_overflow(low.high, count.high - 1, &last)) return;
  Interval bound{low.low, finite ? last : INT64_MAX};
  bounds_.Bind(var, bound);
  if (finite) {
    no_wrap_.Bind(var, bound);
  } else if (bound.low >= 0) {
    no_wrap_.BindSize(var);
  }
  if (bound.IsPoint()) values_[var] = MakeInt(ctx_, bound.low, DTypeOf(var));
}

// recursion: the fault that is planted here
Interval KernelFacts::Relaxed(const Expr* value) {
  for (const Var* var : VarsIn(value)) {
    auto bound = relaxed_.find(var);
    if (bound != relaxed_.end()) bounds_.Bind(var, {Relaxed(bound->second).low, Relaxed(bound->second).high});
  }
  return bounds_.Of(value);
}

void KernelFacts::BindValue(const Var* var, const Expr* value) {
  if (!IsIndex(value) || DTypeOf(value) != DTypeOf(var) || !no_wrap_.DoesNotOverflow(value)) return;
  Interval bound = FaultOn(Fault::exponential_symbol_relaxation) ? Relaxed(value) : bounds_.Of(value);
  bounds_.Bind(var, bound);
  if (FaultOn(Fault::exponential_symbol_relaxation)) relaxed_[var] = value;
  bool finite = bound.low != INT64_MIN && bound.high != INT64_MAX;
  if (finite) no_wrap_.Bind(var, bound);
  if (IsShort(value) && IsSpeculatable(value)) values_[var] = value;
}

void KernelFacts::Narrow(const Expr* condition, bool holds) {
  const BinaryExpr* binary = AsBinary(condition);
  if (binary == nullptr || !IsComparison(condition->kind) || !IsIndex(binary->a)) return;
  bool swap = Is<Var>(binary->b);
  const auto* var = As<Var>(swap ? binary->b : binary->a);
  const IntImm* value = AsInt(swap ? binary->a : binary->b);
  if (var == nullptr || value == nullptr) return;
  NodeKind op = swap ? SwappedComparison(condition->kind) : condition->kind;
  Interval before = bounds_.Of(var);
  Interval after = NarrowedBy(before, holds ? op : NegatedComparison(op), value->value);
  if (after == before) return;
  undo_.push_back({var, before});
  bounds_.Bind(var, after);
}

void KernelFacts::Learn(const Expr* condition, bool holds) {
  bool lasts = IsPure(condition) || FaultOn(Fault::simplify_keeps_stale_branch_fact);
  if (facts_.size() >= kMaxFacts || AsInt(condition) != nullptr || !lasts) return;
  facts_.push_back({condition, holds});
  undo_.push_back({nullptr, {}});
  Narrow(condition, holds);
}

void KernelFacts::Assume(const Expr* condition, bool holds) {
  std::vector<const Expr*> pending{condition};
  while (!pending.empty()) {
    const Expr* part = pending.back();
    pending.pop_back();
    const BinaryExpr* binary = AsBinary(part);
    bool splits = binary != nullptr && part->kind == (holds ? NodeKind::kAnd : NodeKind::kOr);
    if (splits) {
      pending.insert(pending.end(), {binary->b, binary->a});
    } else if (DTypeOf(part) == DType::Bool()) {
      Learn(part, holds);
    }
  }
}

void KernelFacts::ForgetTo(size_t mark) {
  while (undo_.size() > mark) {
    Undo last = undo_.back();
    undo_.pop_back();
    if (last.var == nullptr) {
      facts_.pop_back();
    } else {
      bounds_.Bind(last.var, last.before);
    }
  }
}

// The expression with each part that is a known condition replaced.
const Expr* KernelFacts::ByFacts(const Expr* e) const {
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const Expr* expr = AsExpr(rebuilt);
    if (expr == nullptr || DTypeOf(expr) != DType::Bool() || AsInt(expr) != nullptr) return rebuilt;
    for (const Fact& fact : facts_) {
      if (SameFactor(fact.condition, expr)) return MakeBool(ctx_, fact.holds);
    }
    return rebuilt;
  };
  auto enter = [](const Node* node) { return !Is<Buffer>(node); };
  RewriteMemo memo;
  return static_cast<const Expr*>(Rewrite(ctx_, e, rule, enter, Types::kSkip, memo));
}

const Expr* KernelFacts::Simplify(const Expr* e) {
  if (Is<IntImm>(e) || Is<FloatImm>(e) || Is<StringImm>(e)) return e;
  no_wrap_.ForgetExpressions();
  if (!values_.empty()) e = SubstituteInValue(ctx_, e, values_);
  // What one rule makes may be what another one takes.
  constexpr int kMostIterations = 4;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const Expr* before = e;
    e = SimplifyExactly(ctx_, e, bounds_, no_wrap_);
    if (!facts_.empty()) e = ByFacts(e);
    if (e == before || SameFactor(e, before)) break;
  }
  return e;
}

bool KernelFacts::Proves(const Expr* condition) {
  const IntImm* truth = AsInt(Simplify(condition));
  return truth != nullptr && truth->value != 0;
}

Interval KernelFacts::BoundOf(const Expr* e) {
  ConstBounds::Known done;
  return BoundOf(e, done);
}

Interval KernelFacts::BoundOf(const Expr* e, ConstBounds::Known& done) {
  return no_wrap_.DoesNotOverflow(e) ? bounds_.Of(e, done) : Interval{};
}

}  // namespace assay
