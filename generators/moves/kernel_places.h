// Places in kernels that moves change, and what loops let be done with them. Tested by moves_test.cc.
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "generators/moves/move.h"
#include "ir/rewrite.h"
#include "ir/walk.h"

namespace assay {

// A node of a kernel, by the entry that it stands in.
struct KernelPlace {
  size_t entry = 0;
  const Node* node = nullptr;
};
template <class F>
std::vector<KernelPlace> KernelPlaces(const Module& module, F&& fits) {
  std::vector<KernelPlace> places;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    if (!Is<PrimFunc>(module.entries[i].func)) continue;
    WalkOnce(module.entries[i].func, [&](const Node* node) {
      if (fits(node)) places.push_back({i, node});
    });
  }
  return places;
}

// The module with some nodes of an entry's kernel replaced, wherever they stand.
using NodeMap = std::unordered_map<const Node*, const Node*>;
Module WithNodes(MoveSite& site, size_t entry, const NodeMap& map);

// Draws a node of type T that `fits` accepts and puts `change(node)` in its place; null: it does not fit.
template <class T, class Fits, class Change>
std::optional<Module> ChangeOne(MoveSite& site, Fits&& fits, Change&& change) {
  auto places = KernelPlaces(site.module, [&](const Node* node) { return Is<T>(node) && fits(*As<T>(node)); });
  if (places.empty()) return std::nullopt;
  const KernelPlace& place = site.bytes.Pick(places);
  const Node* by = change(*As<T>(place.node));
  if (by == nullptr) return std::nullopt;
  return WithNodes(site, place.entry, {{place.node, by}});
}

// ---- loops

// A serial loop from 0 on, by ones.
bool IsSimple(const For& loop);
// 0 where it is not constant.
int64_t ExtentOf(const For& loop);
// Whether these loops lead straight to a block that may reduce over nothing: what its result is then hangs on nothing
// standing between them (passes/tir/empty_reductions.h).
bool MayReduceNothing(const Stmt* stmt);
inline bool TakesStatements(const For& loop) { return !MayReduceNothing(&loop); }
// Whether a break of the body leaves the loop itself.
bool MayBreak(const For& loop);

}  // namespace assay
