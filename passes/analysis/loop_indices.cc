#include "passes/analysis/loop_indices.h"

#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/arith/linear_form.h"
#include "ir/mentions.h"
#include "ir/tir/threads.h"
#include "passes/analysis/block_facts.h"

namespace assay {
namespace {

// What does not mention the variable is one thing; so is a variable. Divisions by more are not understood: what is
// divided may have wrapped.
class SumReader : public LinearReader {
 public:
  // Without a variable, nothing but variables is one thing.
  explicit SumReader(const Var* var = nullptr) : var_(var) {}

 protected:
  MaybeLinear OfOther(const Expr* e) const override {
    return var_ == nullptr || Mentions(e, var_) ? std::nullopt : MaybeLinear({{{e}}, {0, 0}});
  }

 private:
  const Var* var_;
};

bool RunsOnce(const For& loop) {
  const IntImm* extent = AsInt(loop.extent);
  return extent != nullptr && extent->value == 1;
}

struct Digit {
  const For* loop;
  int64_t step;

  // Slowest first; of two with one step, the one that has a single iteration comes last.
  bool IsSlowerThan(const Digit& other) const {
    return step != other.step ? step > other.step : !RunsOnce(*loop) && RunsOnce(*other.loop);
  }
};

// The loops that the value is a sum of multiples of; nothing where it is no such sum.
std::optional<std::vector<Digit>> DigitsOf(Context& ctx, const Expr* value, std::span<const For* const> loops) {
  MaybeLinear form = SumReader().Of(Simplify(ctx, value));
  if (!form || form->rest != Interval{0, 0}) return std::nullopt;
  std::vector<Digit> digits;
  for (const LinearTerm& term : form->terms) {
    auto loop = std::ranges::find_if(loops, [&](const For* each) { return each->loop_var == term.of; });
    bool counts = loop != loops.end() && term.IsPlain() && term.factor > 0 && StartsAtZero(**loop) &&
                  (*loop)->step == nullptr && DTypeOf((*loop)->loop_var) == DTypeOf(value);
    if (!counts) return std::nullopt;
    digits.push_back({*loop, term.factor});
  }
  std::sort(digits.begin(), digits.end(), [](const Digit& a, const Digit& b) { return a.IsSlowerThan(b); });
  return digits;
}

}  // namespace

std::optional<LinearSplit> LinearIn(Context& ctx, const Expr* e, const Var* var) {
  if (DTypeOf(e) != DTypeOf(var)) return std::nullopt;
  e = Simplify(ctx, e);
  MaybeLinear form = SumReader(var).Of(e);
  std::optional<int64_t> factor = form ? form->FactorOf(var) : std::nullopt;
  if (!factor) return std::nullopt;
  const Expr* scaled = MakeBinary(ctx, NodeKind::kMul, var, MakeInt(ctx, *factor, DTypeOf(var)));
  const Expr* rest = Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, e, scaled));
  return Mentions(rest, var) ? std::nullopt : std::optional(LinearSplit{*factor, rest});
}

std::optional<std::vector<const For*>> CountsOver(Context& ctx, const Expr* value, std::span<const For* const> loops) {
  std::optional<std::vector<Digit>> digits = DigitsOf(ctx, value, loops);
  if (!digits) return std::nullopt;
  int64_t next = 1;
  for (size_t i = digits->size(); i-- > 0;) {
    const auto& [loop, step] = (*digits)[i];
    const IntImm* extent = AsInt(loop->extent);
    // The slowest one may run as far as it likes.
    bool known = i == 0 || (extent != nullptr && extent->value > 0);
    if (step != next || !known) return std::nullopt;
    if (i > 0 && __builtin_mul_overflow(next, extent->value, &next)) return std::nullopt;
  }
  std::vector<const For*> counted;
  for (const Digit& digit : *digits) counted.push_back(digit.loop);
  return counted;
}

ExprBound BoundIn(Context& ctx, const ExprDomains& domains, const Expr* e) {
  return BoundOver(ctx, domains, e, [](Context& c, NodeKind kind, const Expr* a, const Expr* b) {
    return Simplify(c, MakeBinary(c, kind, a, b));
  });
}

std::optional<int64_t> Gap(Context& ctx, const Expr* a, const Expr* b) {
  if (DTypeOf(a) != DTypeOf(b)) return std::nullopt;
  return ConstantValue(ctx, MakeBinary(ctx, NodeKind::kSub, b, a));
}

ExprBound Hull(Context& ctx, const ExprBound& a, const ExprBound& b) {
  if (a.low == nullptr || b.low == nullptr) return {};
  std::optional<int64_t> low = Gap(ctx, a.low, b.low), high = Gap(ctx, a.high, b.high);
  if (!low || !high) return {};
  return {*low < 0 ? b.low : a.low, *high > 0 ? b.high : a.high};
}

ExprDomains DomainsOf(Context& ctx, std::span<const Stmt* const> loops, const Var* without) {
  ExprDomains domains;
  for (const Stmt* s : loops) {
    const auto* loop = As<For>(s);
    if (loop == nullptr || loop->step != nullptr || loop->loop_var == without ||
        DTypeOf(loop->min) != DTypeOf(loop->extent))
      continue;
    const Expr* end = MakeBinary(ctx, NodeKind::kAdd, loop->min, loop->extent);
    const Expr* last = Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, end, MakeInt(ctx, 1, DTypeOf(end))));
    ExprBound low = BoundIn(ctx, domains, loop->min), high = BoundIn(ctx, domains, last);
    if (low.low != nullptr && high.high != nullptr) domains[loop->loop_var] = {low.low, high.high};
  }
  return domains;
}

void BindLoops(KernelFacts& facts, const Stmt* s) {
  // other kinds: bind no variable to a range
  WalkBeforeChildren(s, [&](const Node* node) {
    const auto* loop = As<For>(node);
    if (loop != nullptr && loop->step == nullptr) facts.BindRange(loop->loop_var, loop->min, loop->extent);
    // What launch_thread binds.
    const IterVar* thread = Is<AttrStmt>(node) ? ThreadOf(static_cast<const Stmt*>(node)) : nullptr;
    if (thread != nullptr && thread->dom != nullptr)
      facts.BindRange(thread->var, thread->dom->min, thread->dom->extent);
    return AsExpr(node) == nullptr;
  });
}

}  // namespace assay
