// Which NaN lies in memory of a kernel's own shows nowhere while the memory is read as the floats that were stored:
// whatever is computed from them becomes canonical where it shows. So such stores need no canonical NaN, which would be
// a fifth of all instructions of a usual kernel. Tested by hidden_test.cc.
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/memory_tracker.h"

namespace assay {

void MemoryTracker::MarkPrivate(const KernelMemory& memory, DType element) {
  if (private_floats_.size() <= memory.id) private_floats_.resize(memory.id + 1);
  private_floats_[memory.id] = {.element = element, .shows = false, .stores = {}};
}

void MemoryTracker::MarkObservable(const KernelMemory& memory) {
  if (memory.id < private_floats_.size()) private_floats_[memory.id].shows = true;
}

void MemoryTracker::CanonicalizeObservable() {
  for (const PrivateFloats& memory : private_floats_) {
    if (!memory.shows) continue;
    for (llvm::StoreInst* store : memory.stores) {
      builder_.SetInsertPoint(store);
      store->setOperand(0, arithmetic_.Canonical(store->getValueOperand()));
    }
  }
}

}  // namespace assay
