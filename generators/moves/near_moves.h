// What moves on kernels share that make near misses: a pass finds what it looks for, but for one thing. Tested by
// near_moves_test.cc.
#pragma once

#include <vector>

#include "generators/moves/kernel_places.h"
#include "generators/moves/kernel_surroundings.h"
#include "ir/builder.h"

namespace assay {

// A literal of the dtype that another scalar has.
inline const Expr* Number(Context& ctx, int64_t value, const Expr* like) { return MakeInt(ctx, value, DTypeOf(like)); }

// Draws a node of type T that `fits(what stands around, node)` accepts, and puts `change(the same)` in its place; null:
// it does not fit.
template <class T, class Fits, class Change>
std::optional<Module> ChangeAround(MoveSite& site, Fits&& fits, Change&& change) {
  std::vector<KernelPlace> places;
  std::unordered_map<size_t, KernelSurroundings> kernels;
  for (size_t i = 0; i < site.module.entries.size(); ++i) {
    const Expr* func = site.module.entries[i].func;
    if (!Is<PrimFunc>(func)) continue;
    const KernelSurroundings& around = kernels.emplace(i, func).first->second;
    WalkOnce(func, [&](const Node* node) {
      if (Is<T>(node) && fits(around, *As<T>(node))) places.push_back({i, node});
    });
  }
  if (places.empty()) return std::nullopt;
  const KernelPlace& place = site.bytes.Pick(places);
  const Node* by = change(kernels.at(place.entry), *As<T>(place.node));
  if (by == nullptr) return std::nullopt;
  return WithNodes(site, place.entry, {{place.node, by}});
}

// A condition about one of these, which are not none.
const Expr* AlwaysTrue(MoveSite& site, const std::vector<Counter>& counters);

}  // namespace assay
