// Where the variables and buffers of a function are mentioned: at once for all of them, as unrolled kernels have
// thousands that the printer must declare. A node may stand in several places. Tested by print_test.cc.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/node.h"

namespace assay {

class MentionScopes {
 public:
  explicit MentionScopes(const Node* root);

  // The nodes that enclose every mention of the Var or Buffer `what`, innermost first; none where it is not mentioned.
  std::vector<const Node*> NodesAround(const Node* what) const;

 private:
  struct Place {
    const Node* node;
    int64_t parent;  // the innermost place around all of the node's; -1 of the root
    int64_t depth;
  };
  // The innermost place that both lie in.
  int64_t Common(int64_t a, int64_t b) const;

  std::vector<Place> places_;
  std::unordered_map<const Node*, int64_t> around_;
};

}  // namespace assay
