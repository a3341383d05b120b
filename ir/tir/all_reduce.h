// The parts of a reduction over threads, T.tvm_thread_allreduce(n, values…, condition, results…, threads…). Tested by
// all_reduce_test.cc.
#pragma once

#include <optional>
#include <vector>

#include "ir/tir/node.h"

namespace assay {

struct AllReduce {
  // What each thread brings, where the condition holds; elsewhere it brings the reducer's identity.
  Nodes<Expr> sources;
  const Expr* condition = nullptr;
  // Where each thread of a group gets the result; as many as there are sources.
  std::vector<const BufferLoad*> destinations;
  // The axes over which a group stretches: variables that are bound to threads, or 0 where an axis has one thread.
  Nodes<Expr> threads;
};
// Nothing for another node, and for a call whose operands are not of this form.
std::optional<AllReduce> AllReduceOf(const Node* node);

}  // namespace assay
