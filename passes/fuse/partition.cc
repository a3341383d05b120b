#include "passes/fuse/partition.h"

#include <algorithm>
#include <optional>

namespace assay {

FusionGroup* FusionGroup::Root() {
  FusionGroup* root = this;
  while (root->parent != nullptr) root = root->parent;
  for (FusionGroup* group = this; group != root;) group = std::exchange(group->parent, root);
  return root;
}

namespace {

// The tree of immediate post-dominators: where all that a node yields comes together again.
struct Dominators {
  static constexpr size_t kNone = ~size_t{0};
  struct Entry {
    size_t parent = kNone;
    int depth = 1;
    // The greatest pattern on the way to the parent.
    OpPattern pattern = OpPattern::kOpaque;
  };
  std::vector<Entry> entries;

  explicit Dominators(const FusionGraph& graph) : entries(graph.nodes.size()) {
    for (size_t i = graph.nodes.size(); i-- > 0;) {
      if (graph.nodes[i].external) continue;
      Entry entry{kNone, 1, OpPattern::kElemWise};
      std::optional<size_t> common;
      for (const FusionGraph::Edge& edge : graph.nodes[i].outputs) {
        common = common ? Common(*common, edge.to, entry.pattern) : edge.to;
        entry.pattern = std::max(entry.pattern, edge.pattern);
      }
      entry.parent = common.value_or(kNone);
      entry.depth = entry.parent == kNone ? 1 : entries[entry.parent].depth + 1;
      entries[i] = entry;
    }
  }

 private:
  // The nearest node that dominates both; collects the patterns on the way there.
  size_t Common(size_t a, size_t b, OpPattern& pattern) const {
    while (a != b) {
      if (a == kNone || b == kNone) return kNone;
      bool up_a = entries[a].depth >= entries[b].depth, up_b = entries[b].depth >= entries[a].depth;
      if (up_a) pattern = std::max(pattern, entries[a].pattern);
      if (up_b) pattern = std::max(pattern, entries[b].pattern);
      if (up_a) a = entries[a].parent;
      if (up_b) b = entries[b].parent;
    }
    return a;
  }
};

class Partitioner {
 public:
  Partitioner(const FusionGraph& graph, size_t max_depth)
      : graph_(graph), dominators_(graph), max_depth_(max_depth), seen_(graph.nodes.size(), 0) {
    for (const FusionGraph::Vertex& node : graph.nodes) {
      FusionGroup& group = partition_.groups.emplace_back();
      group.pattern = node.pattern;
      group.anchored = node.pattern == OpPattern::kOutEWiseFusable;
      partition_.of.emplace(node.ref, &group);
    }
  }
  Partition Run(int64_t opt_level) {
    for (int phase = 0; opt_level != 0 && phase < 3; ++phase) {
      for (size_t i = 0; i < graph_.nodes.size(); ++i) Try(i, phase);
    }
    return std::move(partition_);
  }

 private:
  FusionGroup& Group(size_t node) { return partition_.groups[node]; }

  void Try(size_t node, int phase) {
    const Dominators::Entry& dominator = dominators_.entries[node];
    OpPattern pattern = Group(node).pattern;
    if (pattern == OpPattern::kOpaque || dominator.parent == Dominators::kNone) return;
    if (Group(dominator.parent).Root()->num_nodes + CountUpTo(node, dominator.parent) > max_depth_) return;
    if (phase == 2) return TryIntoTuple(node, dominator.parent);
    if (Group(node).Root() == Group(dominator.parent).Root()) return;
    if (Group(dominator.parent).pattern == OpPattern::kTuple) return;
    if (pattern == OpPattern::kOutEWiseFusable) {
      // A convolution takes what follows it element by element, before anything else is fused.
      bool fits = phase == 0 && dominator.pattern == OpPattern::kElemWise;
      if (fits) FuseWhere(node, dominator.parent, OpPattern::kBroadcast, OpPattern::kBroadcast);
    } else if (pattern <= OpPattern::kBroadcast) {
      bool fits = dominator.pattern <= OpPattern::kInjective || dominator.pattern == OpPattern::kCommReduce;
      // The last node may be in a convolution's group already.
      if (fits) FuseWhere(node, dominator.parent, OpPattern::kInjective, OpPattern::kOutEWiseFusable);
    } else if (pattern == OpPattern::kInjective || pattern == OpPattern::kTuple) {
      if (phase == 1) FuseWhere(node, dominator.parent, OpPattern::kInjective, OpPattern::kInjective);
    }
  }
  // Injective nodes go into a tuple that is fused into what follows.
  void TryIntoTuple(size_t node, size_t sink) {
    if (Group(node).pattern > OpPattern::kInjective) return;
    OpPattern root = Group(sink).Root()->pattern;
    if (Group(sink).pattern != OpPattern::kTuple || root > OpPattern::kInjective) return;
    FuseWhere(node, sink, OpPattern::kInjective, OpPattern::kInjective);
  }

  // Joins all nodes from `node` to `sink` when those between have patterns up to `between`, and the sink up to `last`.
  void FuseWhere(size_t node, size_t sink, OpPattern between, OpPattern last) {
    std::vector<size_t> path = NodesBetween(node, sink);
    bool fits =
        std::ranges::all_of(path, [&](size_t at) { return at == node || Group(at).Root()->pattern <= between; });
    if (!fits || Group(sink).Root()->pattern > last) return;
    for (size_t at : path) Join(Group(at).Root(), Group(sink).Root());
  }
  void Join(FusionGroup* from, FusionGroup* into) {
    if (from == into) return;
    into->num_nodes += from->num_nodes;
    from->parent = into;
    if (!from->anchored) return;
    into->anchored = true;
    into->pattern = std::max(into->pattern, from->pattern);
  }
  // `node` and all that lies on ways from it to `sink`, without that.
  std::vector<size_t> NodesBetween(size_t node, size_t sink) {
    ++search_;
    std::vector<size_t> found{node};
    seen_[node] = seen_[sink] = search_;
    for (size_t next = 0; next < found.size(); ++next) {
      for (const FusionGraph::Edge& edge : graph_.nodes[found[next]].outputs) {
        if (std::exchange(seen_[edge.to], search_) != search_) found.push_back(edge.to);
      }
    }
    return found;
  }
  size_t CountUpTo(size_t node, size_t sink) {
    size_t count = 0;
    for (size_t at : NodesBetween(node, sink)) count += Group(at).num_nodes;
    return count;
  }

  const FusionGraph& graph_;
  Dominators dominators_;
  size_t max_depth_;
  Partition partition_;
  // The search in which a node was last seen.
  std::vector<size_t> seen_;
  size_t search_ = 0;
};

}  // namespace

Partition PartitionGraph(const FusionGraph& graph, int64_t opt_level, size_t max_depth) {
  return Partitioner(graph, max_depth).Run(opt_level);
}

}  // namespace assay
