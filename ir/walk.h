// Walks with an own stack, so that depth is bounded by memory and not by the call stack. Tested by walk_test.cc.
#pragma once

#include <type_traits>
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

// The order in which the children of one node are gone into.
enum class Order : bool { kFirstToLast, kLastToFirst };

// Calls visit(node) after all below it. `done(node)` says that a node is no more to be visited: visit has to make it
// so, and then each node below `root` is visited once. expand(node, push) calls push(child) for what is to be visited
// before; it may return whether the node was gone into, which visit gets as a second argument then. For any kind of
// pointer, not for nodes alone.
template <Order kOrder = Order::kFirstToLast, class T, class Done, class Expand, class Visit>
void WalkAfterChildren(const T* root, Done&& done, Expand&& expand, Visit&& visit) {
  struct Frame {
    const T* node;
    bool expanded;
    bool entered;
  };
  SmallStack<Frame> stack;
  auto push = [&](const T* child) { stack.push_back({child, false, true}); };
  if (root != nullptr) push(root);
  while (!stack.empty()) {
    auto [node, expanded, entered] = stack.back();
    // Nothing below a node is the node itself.
    if (expanded || done(node)) {
      stack.pop_back();
      if (!expanded) continue;
      if constexpr (std::is_invocable_v<Visit, const T*, bool>) {
        visit(node, entered);
      } else {
        visit(node);
      }
      continue;
    }
    size_t self = stack.size() - 1;
    stack[self].expanded = true;
    if constexpr (std::is_same_v<decltype(expand(node, push)), bool>) {
      bool into = expand(node, push);
      stack[self].entered = into;
    } else {
      expand(node, push);
    }
    if constexpr (kOrder == Order::kFirstToLast) stack.ReverseFrom(self + 1);
  }
}

// The variables that occur in `root` (uses and definitions), each once, in order of first occurrence.
std::vector<const Var*> VarsIn(const Node* root, Types types = Types::kInclude);

}  // namespace assay
