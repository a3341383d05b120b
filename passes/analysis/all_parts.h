// Whether something is true of a node and of all that it is made of, asked at each part of one expression: no part is
// looked at twice, so that chains of operators take time in proportion to their length. Tested by all_parts_test.cc.
#pragma once

#include <utility>

#include "ir/support/pointer_map.h"
#include "ir/walk.h"
#include "passes/analysis/effects.h"

namespace assay {

// `F`: of one node, without what it is made of. What it says of a node may not change.
template <class F>
class AllParts {
 public:
  explicit AllParts(F of_one) : of_one_(std::move(of_one)) {}

  bool operator()(const Node* root) {
    auto expand = [](const Node* node, auto&& push) { ForEachChild(node, Types::kSkip, push); };
    auto visit = [&](const Node* node) {
      ++asked_;
      bool all = of_one_(node);
      ForEachChild(node, Types::kSkip, [&](const Node* child) { all = all && *known_.Find(child); });
      known_.Insert(node, all);
    };
    WalkAfterChildren(root, [&](const Node* node) { return known_.contains(node); }, expand, visit);
    return *known_.Find(root);
  }
  // How many nodes have been looked at.
  size_t asked() const { return asked_; }

 private:
  F of_one_;
  PointerMap<Node, bool> known_;
  size_t asked_ = 0;
};

// IsSpeculatable (effects.h) of one node.
inline bool IsSpeculatableAlone(const Node* node) {
  NodeEffects effects = EffectsOfNode(node);
  return !effects.reads && !effects.calls && !effects.may_trap;
}

}  // namespace assay
