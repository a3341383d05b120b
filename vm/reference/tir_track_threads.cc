// Threads in the tree of contexts: below a launch its blocks, in no order; below a block what its threads do between
// two barriers, one after the other; below that, where warps have barriers of their own, the warps, and each of their
// steps; and then the threads. So two accesses race when their paths part at two blocks, two warps or two threads.
#include <fmt/format.h>

#include "vm/reference/tir_track.h"

namespace assay {

int32_t AccessTracker::NewNode(Node node) {
  node.depth = nodes_[static_cast<size_t>(node.parent)].depth + 1;
  nodes_.push_back(node);
  return static_cast<int32_t>(nodes_.size()) - 1;
}

void AccessTracker::BeginLaunch(const TirLaunch& launch, const std::array<int64_t, kThreadAxes>& extents) {
  launch_ = &launch;
  extents_ = extents;
  outer_ = open_;
  launch_entry_ = ++entries_;
}

void AccessTracker::EndLaunch() {
  open_ = std::move(outer_);
  launch_ = nullptr;
}

void AccessTracker::BeginBlock(int64_t block) {
  int32_t parent = outer_.empty() ? 0 : outer_.back().node;
  block_node_ = NewNode({.parent = parent, .group = launch_entry_, .role = NodeRole::kThreads, .number = block});
  bytes_.resize(static_cast<size_t>(program_.memories));
  for (size_t i = 0; i < bytes_.size(); ++i) {
    if (program_.spaces[i] != MemorySpace::kGlobal) bytes_[i].clear();
  }
  BeginInterval();
}

void AccessTracker::BeginInterval() {
  interval_ = NewNode({.parent = block_node_, .group = ++entries_, .role = NodeRole::kStep});
  warps_.clear();
}

void AccessTracker::BeginWarpInterval(int64_t warp) {
  auto [found, fresh] = warps_.try_emplace(warp, -1, -1);
  if (fresh) {
    // Warps of one interval have no order.
    int64_t group = nodes_[static_cast<size_t>(interval_)].group;
    found->second.first = NewNode({.parent = interval_, .group = group, .role = NodeRole::kWarp, .number = warp});
  }
  found->second.second = NewNode({.parent = found->second.first, .group = ++entries_, .role = NodeRole::kStep});
}

int32_t AccessTracker::ThreadNode(int64_t thread) {
  int32_t step = interval_;
  if (launch_->warps) {
    int64_t warp = thread / kWarpThreads;
    if (!warps_.contains(warp)) BeginWarpInterval(warp);
    step = warps_[warp].second;
  }
  int64_t group = nodes_[static_cast<size_t>(step)].group;
  return NewNode({.parent = step, .group = group, .role = NodeRole::kThread, .number = thread});
}

void AccessTracker::BeginThread(int64_t thread) {
  open_ = outer_;
  open_.push_back({.node = ThreadNode(thread), .block = nullptr, .regions = {}, .key = {}});
}

// Iterations and blocks that the thread is in go on behind the barrier.
void AccessTracker::GoOn(int64_t thread) {
  size_t depth = outer_.size();
  int32_t parent = open_[depth].node = ThreadNode(thread);
  for (size_t i = depth + 1; i < open_.size(); ++i) {
    Open& open = open_[i];
    Node copy = nodes_[static_cast<size_t>(open.node)];
    copy.parent = parent;
    if (open.block == nullptr) {
      open.node = NewNode(copy);
    } else {
      open.key[0] = parent;
      auto [found, fresh] = instances_.try_emplace(open.key, static_cast<int32_t>(nodes_.size()));
      if (fresh) NewNode(copy);
      open.node = found->second;
    }
    parent = open.node;
  }
}

void AccessTracker::SwapStrand(Strand& strand) {
  std::swap(open_, strand.open);
  std::swap(loop_entries_, strand.loop_entries);
}

int32_t AccessTracker::NewMemory() {
  bytes_.emplace_back();
  return static_cast<int32_t>(bytes_.size()) - 1;
}

int32_t AccessTracker::Above(int32_t node, NodeRole role) const {
  while (node > 0 && nodes_[static_cast<size_t>(node)].role != role) node = nodes_[static_cast<size_t>(node)].parent;
  return node;
}

std::string AccessTracker::ThreadText(int32_t node) const {
  int64_t number = nodes_[static_cast<size_t>(Above(node, NodeRole::kThread))].number;
  return fmt::format("thread {}", PlaceText(number, &extents_[3]));
}
std::string AccessTracker::BlockText(int32_t node) const {
  int64_t number = nodes_[static_cast<size_t>(Above(node, NodeRole::kThreads))].number;
  return fmt::format("block {}", PlaceText(number, extents_.data()));
}

Trap AccessTracker::ThreadRace(const Access& access, int32_t other, bool with_write) const {
  int32_t here = Here();
  bool one_block = Above(here, NodeRole::kThreads) == Above(other, NodeRole::kThreads);
  std::string who = one_block
                        ? fmt::format("{} and {} by {} of one block, {}, with no barrier between", ThreadText(here),
                                      with_write ? "written" : "read", ThreadText(other), BlockText(here))
                        : fmt::format("{} of {} and {} by {} of {}, in no order", ThreadText(here), BlockText(here),
                                      with_write ? "written" : "read", ThreadText(other), BlockText(other));
  return MakeTrap(TrapKind::kDataRace,
                  fmt::format("{} is {} here by {}", IndexText(access), access.write ? "written" : "read", who));
}

}  // namespace assay
