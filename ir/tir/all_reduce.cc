#include "ir/tir/all_reduce.h"

#include "ir/prim/intrinsics.h"

namespace assay {

std::optional<AllReduce> AllReduceOf(const Node* node) {
  if (!IsCallOf(node, IntrinsicId::tvm_thread_allreduce)) return std::nullopt;
  Nodes<Expr> args = As<Call>(node)->args;
  const auto* size = args.empty() ? nullptr : As<IntImm>(args[0]);
  // Each value stands twice.
  if (size == nullptr || size->value < 1 || static_cast<uint64_t>(size->value) > args.size() / 2) return std::nullopt;
  auto count = static_cast<size_t>(size->value);
  if (args.size() < 2 * count + 2) return std::nullopt;
  AllReduce parts;
  parts.sources = args.subspan(1, count);
  parts.condition = args[count + 1];
  for (const Expr* destination : args.subspan(count + 2, count)) {
    const auto* load = As<BufferLoad>(destination);
    if (load == nullptr) return std::nullopt;
    parts.destinations.push_back(load);
  }
  parts.threads = args.subspan(2 * count + 2);
  return parts;
}

}  // namespace assay
