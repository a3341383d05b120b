// What stands around the nodes of a kernel. Tested by moves_test.cc.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/tir/node.h"

namespace assay {

// A variable that runs from `min` on, `extent` values of it: a loop's or an axis's.
struct Counter {
  const Var* var = nullptr;
  int64_t min = 0, extent = 0;
};

// What moves have to know of a kernel before they change where it reads and writes.
class KernelSurroundings {
 public:
  explicit KernelSurroundings(const Expr* func);

  // Loops of constant bounds around a node, outermost first, that have one iteration at least; in a block, its axes and
  // the loops inside of it.
  const std::vector<Counter>& CountersAround(const Node* node) const;
  // The innermost block; null for none.
  const SBlock* BlockAround(const Node* node) const;
  // In a loop whose iterations have no order.
  bool AtOnce(const Node* node) const { return at_once_.contains(node); }
  bool IsStored(const Buffer* buffer) const { return stored_.contains(buffer->data); }
  // By a view, a pointer or a call, beside loads and stores of the buffer itself.
  bool IsNamedOtherwise(const Buffer* buffer) const { return named_.contains(buffer->data); }
  bool has_blocks() const { return has_blocks_; }
  // Threads, or anything that waits for them.
  bool has_threads() const { return has_threads_; }

 private:
  void Enter(const For& loop);
  void Enter(const SBlock& block);
  void Note(const Node* node);

  std::unordered_map<const Node*, std::vector<Counter>> counters_;
  std::unordered_map<const Node*, const SBlock*> blocks_;
  std::unordered_set<const Node*> at_once_;
  std::unordered_set<const Var*> stored_, named_;
  bool has_blocks_ = false, has_threads_ = false;
};

}  // namespace assay
