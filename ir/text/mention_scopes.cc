#include "ir/text/mention_scopes.h"

#include <unordered_set>

#include "ir/walk.h"

namespace assay {

MentionScopes::MentionScopes(const Node* root) {
  std::vector<Place> stack{{root, -1, 0}};
  std::unordered_set<const Node*> seen;
  while (!stack.empty()) {
    Place place = stack.back();
    stack.pop_back();
    if (Is<Var>(place.node) || Is<Buffer>(place.node)) {
      auto [found, is_first] = around_.emplace(place.node, place.parent);
      if (!is_first) found->second = Common(found->second, place.parent);
    }
    if (!seen.insert(place.node).second) continue;
    auto here = static_cast<int64_t>(places_.size());
    places_.push_back(place);
    ForEachChild(place.node, Types::kSkip, [&](const Node* child) { stack.push_back({child, here, place.depth + 1}); });
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
