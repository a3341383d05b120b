// One load or store of another buffer, at other indices: what passes write that give memory another dimension. Tested
// through InjectVirtualThread, InjectSoftwarePipeline and vm/launch_loops_test.cc.
#pragma once

#include <optional>
#include <tuple>
#include <utility>

#include "ir/builder.h"

namespace assay {

using Place = std::pair<const Buffer*, Nodes<Expr>>;

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

}  // namespace assay
