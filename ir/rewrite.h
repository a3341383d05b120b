// Rewriting bottom-up with an own stack; shared subtrees are rewritten once and stay shared. Tested by rewrite_test.cc.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/fields.h"
#include "ir/support/pointer_map.h"
#include "ir/support/small_stack.h"

namespace assay {

// What a rewrite has done so far; keep one per function when several roots share nodes.
using RewriteMemo = PointerMap<Node, const Node*>;

// Replaces each node by rule(node with rewritten children, original). `enter(node)` says whether to go inside; where it
// does not, the rule still sees the node. With Types::kInclude the types of expressions are rewritten too, so that
// variables in dimensions follow.
template <class Rule, class Enter>
const Node* Rewrite(Context& ctx, const Node* root, Rule&& rule, Enter&& enter, Types types, RewriteMemo& memo) {
  if (root == nullptr) return nullptr;
  struct Frame {
    const Node* node;
    bool expanded;
  };
  SmallStack<Frame> stack;
  stack.push_back({root, false});
  while (!stack.empty()) {
    auto [node, expanded] = stack.back();
    if (!expanded && memo.contains(node)) {
      stack.pop_back();
      continue;
    }
    if (!expanded && enter(node)) {
      stack.back().expanded = true;
      ForEachChild(node, types, [&](const Node* child) {
        if (!memo.contains(child)) stack.push_back({child, false});
      });
      continue;
    }
    stack.pop_back();
    if (memo.contains(node)) continue;
    const Node* rebuilt = !expanded ? node : MapChildren(ctx, node, types, [&](const Node* child) {
      const Node* const* done = memo.Find(child);
      return done == nullptr ? child : *done;
    });
    const Node* result = rule(rebuilt, node);
    memo.Insert(node, result);
  }
  return *memo.Find(root);
}

template <class Rule>
const Node* Rewrite(Context& ctx, const Node* root, Rule&& rule, Types types = Types::kSkip) {
  RewriteMemo memo;
  return Rewrite(ctx, root, rule, [](const Node*) { return true; }, types, memo);
}

// Replaces variables (by address) everywhere, also in types. Values must be expressions; a Var at a definition must be
// mapped to a Var.
using VarMap = std::unordered_map<const Var*, const Expr*>;
const Node* Substitute(Context& ctx, const Node* root, const VarMap& map);
template <class T>
const T* SubstituteIn(Context& ctx, const T* root, const VarMap& map) {
  return static_cast<const T*>(Substitute(ctx, root, map));
}

}  // namespace assay
