// What is known of memories as a whole: which accesses never meet, and which NaN lies where nobody sees it
// (emit_alias.cc, emit_nan.cc). Internal to vm/llvm.
#pragma once

#include "vm/llvm/emitter_part.h"

namespace assay {

class MemoryTracker : public EmitterPart {
 public:
  MemoryTracker(FunctionBuilder& fn, const EmitOptions& options, ArithmeticEmitter& arithmetic)
      : EmitterPart(fn, options), arithmetic_(arithmetic) {}

  void SetCount(size_t memories) { memory_count_ = memories; }
  // The id of one more.
  size_t AddMemory() { return memory_count_++; }
  // Pointers into memories were computed.
  void NotePointer() { points_ = true; }
  bool points() const { return points_; }
  // Something was read or written.
  bool touched() const { return touched_; }
  // The instruction reads or writes the memory.
  void Touches(llvm::Instruction* access, const KernelMemory& memory);
  // Tells LLVM of all touches that those of different memories are of different bytes.
  void MarkNoAlias();
  void MarkPrivate(const KernelMemory& memory, DType element);
  bool IsPrivate(const KernelMemory& memory) const {
    return memory.id < private_floats_.size() && !private_floats_[memory.id].shows;
  }
  // The bytes can be seen in another way.
  void MarkObservable(const KernelMemory& memory);
  // Makes canonical what shows after all.
  void CanonicalizeObservable();
  // Of a private memory.
  DType WrittenAs(const KernelMemory& memory) const { return private_floats_[memory.id].element; }
  void NotePrivate(const KernelMemory& memory, llvm::StoreInst* store) {
    private_floats_[memory.id].stores.push_back(store);
  }

 private:
  // Of a memory of the kernel's own: which NaN lies there shows nowhere while it is read as what is written.
  struct PrivateFloats {
    DType element;
    bool shows = true;
    std::vector<llvm::StoreInst*> stores;
  };

  ArithmeticEmitter& arithmetic_;
  // Instructions with the memory that they read or write, and how many memories there are.
  std::vector<std::pair<llvm::Instruction*, size_t>> touches_;
  size_t memory_count_ = 0;
  // By number of the memory.
  std::vector<PrivateFloats> private_floats_;
  bool touched_ = false;
  bool points_ = false;
};

}  // namespace assay
