// One load or store of another buffer, at other indices: what passes write that give memory another dimension. Tested
// through InjectVirtualThread, InjectSoftwarePipeline and vm/launch_loops_test.cc.
#pragma once

#include <optional>
#include <tuple>
#include <utility>

#include "ir/builder.h"
#include "ir/rewrite.h"

namespace assay {

using Place = std::pair<const Buffer*, Nodes<Expr>>;

// The index moved on by a number of its dtype: a vector of indices as a whole.
// recursion: calls, as T.Ramp is, nest as deep as the parser lets them
inline const Expr* MovedIndex(Context& ctx, const Expr* by, const Expr* index) {
  const IntImm *x = AsInt(by), *y = AsInt(index);
  if (x != nullptr && x->value == 0) return index;
  if (y != nullptr && y->value == 0) return by;
  if (DTypeOf(index).IsScalar()) return MakeBinary(ctx, NodeKind::kAdd, by, index);
  if (const auto* ramp = As<Ramp>(index)) {
    Ramp* moved = ctx.arena.New<Ramp>(*ramp);
    moved->base = MovedIndex(ctx, by, ramp->base);
    return moved;
  }
  Broadcast* spread = ctx.arena.New<Broadcast>();
  spread->value = by;
  spread->lanes = MakeInt(ctx, DTypeOf(index).lanes, DType::Int(32));
  spread->type = index->type;
  return MakeBinary(ctx, NodeKind::kAdd, spread, index);
}

// `place(buffer, indices) → optional<Place>`: nothing where the access stays as it is. Other nodes stay.
// other kinds: access no memory
template <class F>
const Node* PlacedAccess(Context& ctx, const Node* node, F&& place) {
  if (const auto* load = As<BufferLoad>(node)) {
    std::optional<Place> there = place(load->buffer, load->indices);
    if (!there) return node;
    BufferLoad* placed = ctx.arena.New<BufferLoad>(*load);
    std::tie(placed->buffer, placed->indices) = *there;
    return placed;
  }
  if (const auto* store = As<BufferStore>(node)) {
    std::optional<Place> there = place(store->buffer, store->indices);
    if (!there) return node;
    BufferStore* placed = ctx.arena.New<BufferStore>(*store);
    std::tie(placed->buffer, placed->indices) = *there;
    return placed;
  }
  return node;
}

// All accesses in a statement, in that way.
template <class F>
const Stmt* WithPlacedAccesses(Context& ctx, const Stmt* s, F&& place) {
  auto rule = [&](const Node* rebuilt, const Node*) { return PlacedAccess(ctx, rebuilt, place); };
  auto enter = [](const Node* node) { return !Is<Buffer>(node); };
  RewriteMemo memo;
  return static_cast<const Stmt*>(Rewrite(ctx, s, rule, enter, Types::kSkip, memo));
}

}  // namespace assay
