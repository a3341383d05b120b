#include "passes/analysis/loop_dependence.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "ir/arith/analyzer.h"
#include "ir/mentions.h"
#include "ir/rewrite.h"
#include "ir/walk.h"
#include "passes/rewrite/copies.h"

namespace assay {
namespace {

class UseFinder {
 public:
  explicit UseFinder(Context& ctx) : ctx_(ctx) {}

  // As deep as the parser lets statements nest.
  void Visit(const Stmt* s) {
    if (s == nullptr) return;
    if (const auto* seq = As<SeqStmt>(s)) {
      for (const Stmt* item : seq->seq) Visit(item);
    } else if (const auto* loop = As<For>(s)) {
      Look(loop->min);
      Look(loop->extent);
      Look(loop->step);
      Inside(s, loop->body);
    } else if (const auto* loop = As<While>(s)) {
      scopes_.push_back(s);
      Look(loop->condition);
      scopes_.pop_back();
      Inside(s, loop->body);
    } else if (const auto* branch = As<IfThenElse>(s)) {
      Look(branch->condition);
      Visit(branch->then_case);
      Visit(branch->else_case);
    } else if (const auto* attr = As<AttrStmt>(s)) {
      Look(attr->node);
      Look(attr->value);
      Visit(attr->body);
    } else if (const auto* realize = As<SBlockRealize>(s)) {
      VisitBlock(*realize);
    } else if (const auto* alloc = As<AllocBuffer>(s)) {
      allocated_.push_back(alloc->buffer);
    } else {
      Look(s);
    }
  }
  BufferUses Finish() {
    // Some are used by their pointer alone.
    for (const Buffer* buffer : allocated_) {
      if (pointers_.contains(buffer->data)) uses_[buffer].opaque = true;
    }
    for (auto& [buffer, use] : uses_) use.opaque |= pointers_.contains(buffer->data);
    return std::move(uses_);
  }

 private:
  void Inside(const Stmt* scope, const Stmt* body) {
    scopes_.push_back(scope);
    Visit(body);
    scopes_.pop_back();
  }
  void VisitBlock(const SBlockRealize& realize) {
    const SBlock& block = *realize.block;
    for (size_t i = 0; i < block.iter_vars.size(); ++i) {
      Look(realize.iter_values[i]);
      values_[block.iter_vars[i]->var] = Bound(realize.iter_values[i]);
    }
    Look(realize.predicate);
    for (const MatchBufferRegion* match : block.match_buffers) uses_[match->source->buffer].opaque = true;
    allocated_.insert(allocated_.end(), block.alloc_buffers.begin(), block.alloc_buffers.end());
    scopes_.push_back(&realize);
    Visit(block.init);
    Visit(block.body);
    scopes_.pop_back();
  }
  const Expr* Bound(const Expr* e) { return values_.empty() ? e : SubstituteInValue(ctx_, e, values_); }
  // Loads, the store, and pointers, by which a buffer may be used in any way.
  void Look(const Node* root) {
    WalkBeforeChildren(root, [&](const Node* node) {
      if (const auto* load = As<BufferLoad>(node)) Add(load->buffer, load->indices, false);
      if (const auto* store = As<BufferStore>(node)) Add(store->buffer, store->indices, true);
      if (const auto* view = As<DeclBuffer>(node)) pointers_.insert(view->buffer->data);
      if (const auto* addressed = AddressedBy(node)) pointers_.insert(addressed->buffer->data);
      if (const auto* var = As<Var>(node)) pointers_.insert(var);
      return !Is<Buffer>(node);
    });
  }
  void Add(const Buffer* buffer, Nodes<Expr> indices, bool writes) {
    ElementAccess access{{}, writes, scopes_};
    for (const Expr* index : indices) access.indices.push_back(Bound(index));
    uses_[buffer].accesses.push_back(std::move(access));
  }

  Context& ctx_;
  BufferUses uses_;
  std::vector<const Buffer*> allocated_;
  std::unordered_set<const Var*> pointers_;
  std::vector<const Stmt*> scopes_;
  VarMap values_;
};

}  // namespace

std::optional<LinearForm> LinearIn(Context& ctx, const Expr* e, const Var* var) {
  if (DTypeOf(e) != DTypeOf(var)) return std::nullopt;
  const Expr* next =
      SubstituteInValue(ctx, e, {{var, MakeBinary(ctx, NodeKind::kAdd, var, MakeInt(ctx, 1, DTypeOf(var)))}});
  std::optional<int64_t> slope = ConstantValue(ctx, MakeBinary(ctx, NodeKind::kSub, next, e));
  if (!slope || *slope == INT64_MIN) return std::nullopt;
  const Expr* scaled = MakeBinary(ctx, NodeKind::kMul, var, MakeInt(ctx, *slope, DTypeOf(var)));
  const Expr* rest = Simplify(ctx, MakeBinary(ctx, NodeKind::kSub, e, scaled));
  return Mentions(rest, var) ? std::nullopt : std::optional(LinearForm{*slope, rest});
}

BufferUses UsesIn(Context& ctx, const Stmt* s) {
  UseFinder finder(ctx);
  finder.Visit(s);
  return finder.Finish();
}

ExprBound BoundIn(Context& ctx, const ExprDomains& domains, const Expr* e) {
  return BoundOver(ctx, domains, e, [](Context& c, NodeKind kind, const Expr* a, const Expr* b) {
    return Simplify(c, MakeBinary(c, kind, a, b));
  });
}

ExprDomains DomainsOf(Context& ctx, const std::vector<const Stmt*>& loops, const Var* without) {
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
  WalkBeforeChildren(s, [&](const Node* node) {
    const auto* loop = As<For>(node);
    if (loop != nullptr && loop->step == nullptr) facts.BindRange(loop->loop_var, loop->min, loop->extent);
    return AsExpr(node) == nullptr;
  });
}

namespace {

// Whether one dimension alone keeps the iterations of a loop apart: what is added to a multiple of its variable moves
// by less.
class ApartProof {
 public:
  ApartProof(Context& ctx, KernelFacts& facts, const For& loop) : ctx_(ctx), facts_(facts), loop_(loop) {
    for (const Var* var : DefinedIn(&loop)) inner_.insert(var);
  }
  bool InDimension(const std::vector<ElementAccess>& accesses, size_t dimension) {
    low_ = high_ = nullptr;
    coefficient_ = 0;
    for (const ElementAccess& access : accesses) {
      if (dimension >= access.indices.size() || !Add(access, access.indices[dimension])) return false;
    }
    std::optional<int64_t> span = Gap(high_, low_);
    return span && *span < std::abs(coefficient_);
  }

 private:
  std::optional<int64_t> Gap(const Expr* a, const Expr* b) {
    return ConstantValue(ctx_, MakeBinary(ctx_, NodeKind::kSub, a, b));
  }
  bool IsOuter(const Expr* e) const { return IsPure(e) && !MentionsAny(e, inner_); }
  bool Add(const ElementAccess& access, const Expr* index) {
    std::optional<LinearForm> form =
        facts_.DoesNotOverflow(index) ? LinearIn(ctx_, index, loop_.loop_var) : std::nullopt;
    if (!form || form->coefficient == 0 || (coefficient_ != 0 && form->coefficient != coefficient_)) return false;
    coefficient_ = form->coefficient;
    auto loop = std::ranges::find(access.scopes, &loop_);
    if (loop == access.scopes.end()) return false;
    ExprBound bound = BoundIn(ctx_, DomainsOf(ctx_, {loop + 1, access.scopes.end()}), form->rest);
    if (bound.low == nullptr || !IsOuter(bound.low) || !IsOuter(bound.high)) return false;
    if (low_ == nullptr) std::tie(low_, high_) = std::pair(bound.low, bound.high);
    std::optional<int64_t> below = Gap(low_, bound.low), above = Gap(bound.high, high_);
    if (below && *below > 0) low_ = bound.low;
    if (above && *above > 0) high_ = bound.high;
    return below && above;
  }

  Context& ctx_;
  KernelFacts& facts_;
  const For& loop_;
  std::unordered_set<const Var*> inner_;
  const Expr* low_ = nullptr;
  const Expr* high_ = nullptr;
  int64_t coefficient_ = 0;
};

}  // namespace

bool RoundsAreApart(Context& ctx, KernelFacts& facts, const For& loop, const std::vector<ElementAccess>& accesses) {
  if (accesses.empty()) return true;
  ApartProof proof(ctx, facts, loop);
  for (size_t i = 0; i < accesses[0].indices.size(); ++i) {
    if (proof.InDimension(accesses, i)) return true;
  }
  return false;
}

}  // namespace assay
