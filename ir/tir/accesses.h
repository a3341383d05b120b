// Where nodes load and store elements: the one collector that layers from here on ask. Effects, loops and what else is
// around an access are in passes/analysis. Tested by accesses_test.cc.
#pragma once

#include <optional>

#include "ir/tir/node.h"
#include "ir/walk.h"

namespace assay {

// What one node does to an element.
struct ElementAccess {
  const Buffer* buffer = nullptr;
  Nodes<Expr> indices;
  bool writes = false;
  // Null: none.
  const Expr* predicate = nullptr;
};
// Nothing for what is neither a load nor a store. What the load or store is made of has its own accesses.
inline std::optional<ElementAccess> ElementAccessOf(const Node* node) {
  if (const auto* load = As<BufferLoad>(node))
    return ElementAccess{load->buffer, load->indices, false, load->predicate};
  if (const auto* store = As<BufferStore>(node))
    return ElementAccess{store->buffer, store->indices, true, store->predicate};
  return std::nullopt;
}

// Calls f(access) for each load and store below the node, which may be null, in the order of the text; a store comes
// before what it stores. Shapes of buffers are not gone into.
template <class F>
void ForEachAccess(const Node* root, F&& f) {
  WalkBeforeChildren(root, [&](const Node* node) {
    if (std::optional<ElementAccess> access = ElementAccessOf(node)) f(*access);
    return !Is<Buffer>(node);
  });
}
// Whether `is_meant` is true of any load or store below the node; stops where it finds one.
template <class F>
bool AnyAccess(const Node* root, F&& is_meant) {
  bool found = false;
  WalkBeforeChildren(root, [&](const Node* node) {
    std::optional<ElementAccess> access = found ? std::nullopt : ElementAccessOf(node);
    found |= access && is_meant(*access);
    return !found && !Is<Buffer>(node);
  });
  return found;
}

}  // namespace assay
