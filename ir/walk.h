// Walks with an own stack, so that depth is bounded by memory and not by the call stack. Tested by walk_test.cc.
#pragma once

#include <vector>

#include "ir/fields.h"
#include "ir/support/pointer_map.h"
#include "ir/support/small_stack.h"

namespace assay {

using NodeSet = PointerSet<Node>;

// Calls f(node) before its children, in field order; f returns whether to go into them. A node that is shared is
// visited once for each place where it stands, unless `seen` is given.
template <class F>
void WalkBeforeChildren(const Node* root, F&& f, Types types = Types::kSkip, NodeSet* seen = nullptr) {
  if (root == nullptr) return;
  SmallStack<const Node*> stack;
  stack.push_back(root);
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    if (seen != nullptr && !seen->Insert(node, {}).second) continue;
    if (!f(node)) continue;
    size_t first = stack.size();
    ForEachChild(node, types, [&](const Node* child) { stack.push_back(child); });
    stack.ReverseFrom(first);
  }
}

// Calls f(node) once for each distinct node reachable from `root`.
template <class F>
void WalkOnce(const Node* root, F&& f, Types types = Types::kSkip) {
  NodeSet seen;
  WalkBeforeChildren(
      root,
      [&](const Node* node) {
        f(node);
        return true;
      },
      types, &seen);
}

// The variables that occur in `root` (uses and definitions), each once, in order of first occurrence.
std::vector<const Var*> VarsIn(const Node* root, Types types = Types::kInclude);

}  // namespace assay
