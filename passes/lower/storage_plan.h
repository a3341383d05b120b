// Which tensors of a function share which storage: decided block by block from allocation and last use, as TVM's
// StaticPlanBlockMemory. Tested by testdata/static_plan_block_memory.
#pragma once

#include <memory>
#include <unordered_map>

#include "passes/analysis/lifetimes.h"
#include "passes/analysis/memory_bounds.h"

namespace assay {

// A piece of memory. Tensors that escape (results, captured by unknown callees, used in another block than the one that
// allocates them) have none.
struct StorageToken {
  // Of the tensor that has it at the moment.
  Life life;
  const Expr* bytes = nullptr;
  DType dtype;
  // The index of the device, and the scope there.
  int64_t device = 0;
  std::string_view scope;
  const BindingBlock* block = nullptr;
  bool discarded = false;
};

struct StoragePlan {
  // From the variable that alloc_tensor is bound to, to its storage.
  std::unordered_map<const Var*, const StorageToken*> storage_of;
  std::vector<std::unique_ptr<StorageToken>> tokens;
};

// Diag kCannotLower when an alloc_tensor has no known shape or dtype.
Result<StoragePlan> PlanStorage(Context& ctx, const Module& module, const Function* func, const MemoryBounds& bounds);

}  // namespace assay
