// Partition of a dataflow graph into groups of bindings that fuse, as TVM's GraphPartitioner: each node is tried
// against its immediate post-dominator, in three phases. Tested by testdata/fuse_ops.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "passes/analysis/op_pattern.h"

namespace assay {

// Who uses what. Nodes stand in order of definition; so an edge goes to a greater number.
struct FusionGraph {
  struct Edge {
    size_t to;
    OpPattern pattern;
  };
  struct Vertex {
    // A variable, or a constant, shape or scalar that stands as an argument.
    const Expr* ref = nullptr;
    // Needed outside: a parameter, or a result of a dataflow block.
    bool external = false;
    OpPattern pattern = OpPattern::kOpaque;
    std::vector<Edge> outputs;
  };
  std::vector<Vertex> nodes;
  std::unordered_map<const Expr*, size_t> numbers;
};

// A set of bindings that become one function; groups that were joined point to the one that they joined.
struct FusionGroup {
  FusionGroup* parent = nullptr;
  OpPattern pattern = OpPattern::kOpaque;
  // Holds a convolution or the like, of which a group has one at most.
  bool anchored = false;
  size_t num_nodes = 1;
  // Of the function that it becomes ("Composite"); null for none.
  const AttrDict* attrs = nullptr;

  FusionGroup* Root();
};
struct Partition {
  std::deque<FusionGroup> groups;
  // The group of each variable and leaf; call Root() on it.
  std::unordered_map<const Expr*, FusionGroup*> of;

  FusionGroup* Find(const Expr* e) const {
    auto found = of.find(e);
    return found == of.end() ? nullptr : found->second->Root();
  }
};

// With opt_level 0 every node stays alone. No group exceeds max_depth nodes.
Partition PartitionGraph(const FusionGraph& graph, int64_t opt_level, size_t max_depth);

}  // namespace assay
