#include "passes/analysis/accesses.h"

#include <algorithm>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/stmt_mutator.h"

namespace assay {
namespace {

bool IsUnknown(const Node* node) {
  if (const auto* call = As<Call>(node)) return !IsPureIntrinsic(call);
  if (const auto* var = As<Var>(node)) return Is<PointerType>(var->type);
  return Is<DeclBuffer>(node) || Is<MatchBufferRegion>(node) || Is<While>(node) || Is<Return>(node) ||
         Is<Break>(node) || Is<Continue>(node) || Is<AssertStmt>(node);
}

const Expr* Folded(Context& ctx, NodeKind kind, const Expr* a, const Expr* b) {
  return Simplify(ctx, MakeBinary(ctx, kind, a, b));
}

class AccessFinder : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;
  Accesses found;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    if (const auto* loop = As<For>(s)) AddLoop(*loop);
    if (const auto* realize = As<SBlockRealize>(s)) {
      for (size_t i = 0; i < realize->iter_values.size(); ++i) {
        values_[realize->block->iter_vars[i]->var] = SubstituteInValue(ctx, realize->iter_values[i], values_);
      }
    }
    if (const auto* store = As<BufferStore>(s)) Add(store->buffer, true, store->indices);
    return Children(s);
  }
  const Expr* VisitExpr(const Expr* e) override {
    WalkBeforeChildren(e, [&](const Node* node) {
      const auto* load = As<BufferLoad>(node);
      if (load != nullptr) Add(load->buffer, false, load->indices);
      return !Is<Buffer>(node);
    });
    return e;
  }

 private:
  void AddLoop(const For& loop) {
    bool alone = !MentionsAny(loop.extent, found.defined);
    alone &=
        IsPure(loop.min) && IsPure(loop.extent) && loop.step == nullptr && DTypeOf(loop.min) == DTypeOf(loop.extent);
    if (!alone) return;
    const Expr* end = Folded(ctx, NodeKind::kAdd, loop.min, loop.extent);
    const Expr* last = Folded(ctx, NodeKind::kSub, end, MakeInt(ctx, 1, DTypeOf(end)));
    const IntImm* extent = AsInt(loop.extent);
    found.loops[loop.loop_var] = {loop.min, extent != nullptr && extent->value == 1 ? loop.min : last};
  }
  void Add(const Buffer* buffer, bool store, Nodes<Expr> indices) {
    Access access{buffer, store, {}};
    for (const Expr* index : indices) access.indices.push_back(SubstituteInValue(ctx, index, values_));
    found.all.push_back(std::move(access));
  }

  VarMap values_;
};

// What one iteration of the loop adds to the value; nothing when that is no constant.
std::optional<int64_t> StepOf(Context& ctx, const Expr* value, const For* loop, std::span<const For* const> loops) {
  VarMap at_zero, at_one;
  for (const For* other : loops) {
    DType dtype = DTypeOf(other->loop_var);
    at_zero[other->loop_var] = MakeInt(ctx, 0, dtype);
    at_one[other->loop_var] = MakeInt(ctx, other == loop ? 1 : 0, dtype);
  }
  return ConstantValue(ctx, MakeBinary(ctx, NodeKind::kSub, SubstituteInValue(ctx, value, at_one),
                                       SubstituteInValue(ctx, value, at_zero)));
}

struct Digit {
  const For* loop;
  int64_t step;

  // Slowest first; of two with one step, the one that has a single round comes last.
  bool operator<(const Digit& other) const {
    auto once = [](const Digit& digit) {
      return AsInt(digit.loop->extent) != nullptr && AsInt(digit.loop->extent)->value == 1;
    };
    return step != other.step ? step > other.step : !once(*this) && once(other);
  }
};

bool IsSumOf(Context& ctx, const Expr* value, const std::vector<Digit>& digits) {
  DType dtype = DTypeOf(value);
  const Expr* sum = MakeInt(ctx, 0, dtype);
  for (const Digit& digit : digits) {
    if (DTypeOf(digit.loop->loop_var) != dtype) return false;
    sum = MakeBinary(ctx, NodeKind::kAdd, sum,
                     MakeBinary(ctx, NodeKind::kMul, digit.loop->loop_var, MakeInt(ctx, digit.step, dtype)));
  }
  return ProveEqual(ctx, sum, value);
}

}  // namespace

void EffectSet::Add(const EffectSet& other) {
  reads.insert(other.reads.begin(), other.reads.end());
  writes.insert(other.writes.begin(), other.writes.end());
  unknown |= other.unknown;
}

EffectSet FootprintOf(const Stmt* s) {
  EffectSet found;
  WalkBeforeChildren(s, [&](const Node* node) {
    if (const auto* load = As<BufferLoad>(node)) found.reads.insert(load->buffer->data);
    if (const auto* store = As<BufferStore>(node)) found.writes.insert(store->buffer->data);
    found.unknown |= IsUnknown(node);
    return !Is<Buffer>(node);
  });
  return found;
}

bool CanReorder(const EffectSet& a, const EffectSet& b) {
  auto meets = [](const auto& some, const EffectSet& other) {
    return std::ranges::any_of(some, [&](const Var* data) { return other.Touches(data); });
  };
  return !a.unknown && !b.unknown && !meets(a.writes, b) && !meets(b.writes, a);
}

Accesses AccessesIn(Context& ctx, const Stmt* s) {
  AccessFinder finder(ctx);
  for (const Var* var : DefinedIn(s)) finder.found.defined.insert(var);
  finder.Visit(s);
  return std::move(finder.found);
}

std::optional<std::vector<const For*>> CountsOver(Context& ctx, const Expr* value, std::span<const For* const> loops) {
  std::vector<Digit> digits;
  for (const For* loop : loops) {
    if (!Mentions(value, loop->loop_var)) continue;
    std::optional<int64_t> step = StepOf(ctx, value, loop, loops);
    if (!step || *step <= 0 || !StartsAtZero(*loop) || loop->step != nullptr) return std::nullopt;
    digits.push_back({loop, *step});
  }
  if (!IsSumOf(ctx, value, digits)) return std::nullopt;
  std::sort(digits.begin(), digits.end());
  int64_t next = 1;
  for (size_t i = digits.size(); i-- > 0;) {
    const IntImm* extent = AsInt(digits[i].loop->extent);
    // The slowest one may run as far as it likes.
    bool known = i == 0 || (extent != nullptr && extent->value > 0);
    if (digits[i].step != next || !known) return std::nullopt;
    if (i > 0 && __builtin_mul_overflow(next, extent->value, &next)) return std::nullopt;
  }
  std::vector<const For*> counted;
  for (const Digit& digit : digits) counted.push_back(digit.loop);
  return counted;
}

std::optional<size_t> PlaceIn(const SBlock& scope, const Stmt* top) {
  const auto* seq = As<SeqStmt>(scope.body);
  if (seq == nullptr) return std::nullopt;
  auto found = std::ranges::find(seq->seq, top);
  return found == seq->seq.end() ? std::nullopt : std::optional(static_cast<size_t>(found - seq->seq.begin()));
}

EffectSet FootprintBetween(const SBlock& scope, size_t first, size_t last) {
  EffectSet all;
  for (size_t i = first; i < last; ++i) all.Add(FootprintOf(As<SeqStmt>(scope.body)->seq[i]));
  return all;
}

}  // namespace assay
