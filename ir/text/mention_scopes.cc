#include "ir/text/mention_scopes.h"

#include <algorithm>
#include <unordered_set>

#include "ir/walk.h"

namespace assay {

namespace {

// Each node before those that stand in it; a node that stands in several places comes after all of these.
std::vector<const Node*> InOrder(const Node* root) {
  struct Item {
    const Node* node;
    bool left;
  };
  std::vector<const Node*> order;
  std::unordered_set<const Node*> seen;
  std::vector<Item> stack{{root, false}};
  while (!stack.empty()) {
    auto [node, left] = stack.back();
    stack.pop_back();
    if (left) {
      order.push_back(node);
    } else if (seen.insert(node).second) {
      stack.push_back({node, true});
      ForEachChild(node, Types::kSkip, [&](const Node* child) { stack.push_back({child, false}); });
    }
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace

MentionScopes::MentionScopes(const Node* root) {
  for (const Node* node : InOrder(root)) {
    auto [around, is_root] = around_.emplace(node, -1);
    auto here = static_cast<int64_t>(places_.size());
    int64_t parent = around->second;
    places_.push_back({node, parent, is_root ? 0 : places_[static_cast<size_t>(parent)].depth + 1});
    ForEachChild(node, Types::kSkip, [&](const Node* child) {
      auto [found, is_first] = around_.emplace(child, here);
      if (!is_first) found->second = Common(found->second, here);
    });
  }
}

int64_t MentionScopes::Common(int64_t a, int64_t b) const {
  while (a != b) {
    int64_t& deeper = places_[static_cast<size_t>(a)].depth > places_[static_cast<size_t>(b)].depth ? a : b;
    deeper = places_[static_cast<size_t>(deeper)].parent;
  }
  return a;
}

std::vector<const Node*> MentionScopes::NodesAround(const Node* what) const {
  std::vector<const Node*> nodes;
  auto found = around_.find(what);
  for (int64_t at = found == around_.end() ? -1 : found->second; at != -1;
       at = places_[static_cast<size_t>(at)].parent) {
    nodes.push_back(places_[static_cast<size_t>(at)].node);
  }
  return nodes;
}

}  // namespace assay
