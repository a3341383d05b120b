#include "passes/analysis/block_facts.h"

#include <algorithm>
#include <unordered_map>

#include "ir/arith/analyzer.h"
#include "ir/arith/sum.h"
#include "ir/mentions.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"
#include "passes/op_names.h"
#include "passes/rewrite/copies.h"

namespace assay {

bool IsTrue(const Expr* e) { return e == nullptr || (AsInt(e) != nullptr && AsInt(e)->value != 0); }

std::vector<const Expr*> PartsOfCondition(const Expr* condition) {
  std::vector<const Expr*> parts, open{condition};
  while (!open.empty()) {
    const Expr* part = open.back();
    open.pop_back();
    if (const auto* both = As<And>(part)) {
      open.insert(open.end(), {both->b, both->a});
    } else if (!IsTrue(part)) {
      parts.push_back(part);
    }
  }
  return parts;
}

const Expr* ConditionOf(Context& ctx, std::span<const Expr* const> parts) {
  const Expr* condition = nullptr;
  for (const Expr* part : parts)
    condition = condition == nullptr ? part : MakeBinary(ctx, NodeKind::kAnd, condition, part);
  return condition == nullptr ? MakeBool(ctx, true) : condition;
}

bool StartsAtZero(const For& loop) {
  const IntImm* start = AsInt(loop.min);
  return start != nullptr && start->value == 0;
}

bool IsPlain(const For& loop) {
  return loop.for_kind == ForKind::kSerial && loop.annotations == nullptr && loop.thread_binding == nullptr &&
         loop.step == nullptr;
}

std::vector<const IterVar*> BoundBy(const SBlockRealize& realize, const Var* loop_var) {
  std::vector<const IterVar*> bound;
  for (size_t i = 0; i < realize.iter_values.size(); ++i) {
    if (Mentions(realize.iter_values[i], loop_var)) bound.push_back(realize.block->iter_vars[i]);
  }
  return bound;
}

bool HasKind(const SBlockRealize& realize, const Var* loop_var, IterType type) {
  return std::ranges::any_of(BoundBy(realize, loop_var), [&](const IterVar* iter) { return iter->iter_type == type; });
}

const BufferStore* OnlyStore(const SBlock& block) {
  const auto* store = As<BufferStore>(block.body);
  return store != nullptr && store->predicate == nullptr ? store : nullptr;
}

// other kinds: leave the loops without an only block
const SBlockRealize* OnlyBlock(const For* loop) {
  const Stmt* inner = loop;
  while (const auto* nested = As<For>(inner)) inner = nested->body;
  return As<SBlockRealize>(inner);
}

std::vector<const BufferRegion*> ReadsOf(Context& ctx, const Stmt* body, std::span<const Buffer* const> but) {
  std::vector<ElementAccess> reads;
  std::unordered_map<const Buffer*, bool> whole;
  // An index that is a vector, read from memory or of a variable from inside has no place in a region.
  auto has_place = [](const Expr* index) {
    bool plain = DTypeOf(index).IsScalar();
    WalkBeforeChildren(index, [&](const Node* part) {
      plain &= !EffectsOfNode(part).reads && !Is<Let>(part);
      return plain;
    });
    return plain;
  };
  ForEachAccess(body, [&](const ElementAccess& access) {
    if (access.writes || std::ranges::find(but, access.buffer) != but.end()) return;
    auto known = std::ranges::find(reads, access.buffer, &ElementAccess::buffer);
    if (known == reads.end()) known = reads.insert(known, access);
    bool point = std::ranges::equal(known->indices, access.indices, SameFactor);
    whole[access.buffer] |= !point || !std::ranges::all_of(access.indices, has_place);
  });
  const auto inside = DefinedIn(body);
  std::vector<const BufferRegion*> regions;
  for (const ElementAccess& read : reads) {
    const Buffer* buffer = read.buffer;
    bool all = whole[buffer];
    for (const Expr* index : read.indices) all |= MentionsAny(index, inside);
    std::vector<const Range*> ranges;
    for (size_t i = 0; i < buffer->shape.size(); ++i) {
      const Expr* one = MakeInt(ctx, 1, DTypeOf(read.indices[i]).Scalar());
      ranges.push_back(all ? MakeRange(ctx, MakeInt(ctx, 0, DTypeOf(buffer->shape[i])), buffer->shape[i])
                           : MakeRange(ctx, read.indices[i], one));
    }
    regions.push_back(MakeRegion(ctx, buffer, ranges));
  }
  return regions;
}

bool Allocates(const SBlock* scope, const Buffer* buffer) {
  return scope != nullptr && std::ranges::find(scope->alloc_buffers, buffer) != scope->alloc_buffers.end();
}

bool IsNamedOtherwise(const PrimFunc& func, const Buffer* buffer) {
  bool otherwise = false;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    if (const auto* decl = As<DeclBuffer>(node)) otherwise |= decl->buffer->data == buffer->data;
    if (const auto* match = As<MatchBufferRegion>(node)) otherwise |= match->source->buffer == buffer;
    if (const auto* call = As<Call>(node))
      otherwise |= IsCallOf(call, IntrinsicId::address_of) && Reads(call->args[0], buffer);
    otherwise |= node == buffer->data;
    return !Is<Buffer>(node);
  });
  return otherwise;
}

bool IsOnlyPlace(const Expr* index, const Expr* dim) {
  const IntImm *at = AsInt(index), *extent = AsInt(dim);
  return at != nullptr && at->value == 0 && extent != nullptr && extent->value == 1;
}

bool FillsBuffer(const BlockSite& site, const BufferStore& store, Context& ctx) {
  if (store.indices.size() != store.buffer->shape.size()) return false;
  for (size_t i = 0; i < store.indices.size(); ++i) {
    if (IsOnlyPlace(store.indices[i], store.buffer->shape[i])) continue;
    auto iter = std::ranges::find(site.block().iter_vars, store.indices[i],
                                  [](const IterVar* v) -> const Expr* { return v->var; });
    if (iter == site.block().iter_vars.end()) return false;
    const IntImm* start = AsInt((*iter)->dom->min);
    bool whole = start != nullptr && start->value == 0 && ProveEqual(ctx, (*iter)->dom->extent, store.buffer->shape[i]);
    if (!whole || std::ranges::count(store.indices, store.indices[i]) != 1) return false;
  }
  return true;
}

int StoresInto(const PrimFunc& func, const Buffer* buffer) {
  int stores = 0;
  ForEachAccess(func.body, [&](const ElementAccess& access) {
    stores += access.writes && access.buffer->data == buffer->data ? 1 : 0;
  });
  return stores;
}

// other kinds: walked into; an init is a store
int InitsOf(const PrimFunc& func, const Buffer* buffer) {
  int inits = 0;
  WalkBeforeChildren(func.body, [&](const Node* node) {
    const auto* block = As<SBlock>(node);
    const auto* store = block == nullptr ? nullptr : As<BufferStore>(block->init);
    inits += store != nullptr && store->buffer->data == buffer->data ? 1 : 0;
    return AsExpr(node) == nullptr;
  });
  return inits;
}

int LoadsOf(const Stmt* s, const Buffer* buffer) {
  int loads = 0;
  ForEachAccess(
      s, [&](const ElementAccess& access) { loads += !access.writes && access.buffer->data == buffer->data ? 1 : 0; });
  return loads;
}

bool Reads(const Node* e, const Buffer* buffer) {
  return AnyAccess(e,
                   [&](const ElementAccess& access) { return !access.writes && access.buffer->data == buffer->data; });
}

bool IsParameter(const PrimFunc& func, const Buffer* buffer) {
  return std::ranges::find(func.buffers, buffer) != func.buffers.end();
}

std::optional<size_t> PlaceIn(const SBlock& scope, const Stmt* top) {
  const auto* seq = As<SeqStmt>(scope.body);
  if (seq == nullptr) return std::nullopt;
  auto found = std::ranges::find(seq->seq, top);
  return found == seq->seq.end() ? std::nullopt : std::optional(static_cast<size_t>(found - seq->seq.begin()));
}

EffectSet EffectsBetween(const SBlock& scope, size_t first, size_t last) {
  EffectSet all;
  for (size_t i = first; i < last; ++i) all.Add(EffectsOf(As<SeqStmt>(scope.body)->seq[i]));
  return all;
}

}  // namespace assay
