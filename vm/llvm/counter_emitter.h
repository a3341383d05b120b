// Variables of loops (emit_counter.cc). Internal to vm/llvm.
#pragma once

#include "vm/llvm/emitter_part.h"

namespace assay {

// Counts iterations from 0: one of `phi` and `slot`.
struct LoopCounter {
  llvm::BasicBlock* body = nullptr;
  llvm::PHINode* phi = nullptr;
  llvm::AllocaInst* slot = nullptr;
};

class CounterEmitter : public EmitterPart {
 public:
  CounterEmitter(FunctionBuilder& fn, const EmitOptions& options, NumberEmitter& numbers, ArithmeticEmitter& arithmetic,
                 KernelScope& scope)
      : EmitterPart(fn, options), numbers_(numbers), arithmetic_(arithmetic), scope_(scope) {}

  // Goes on in the body.
  LoopCounter StartCounter();
  void BindCounter(const Var* var, const LoopCounter& counter, Lane start, Interval values);
  // Counts on, and goes to the body while iterations are left, else to the end.
  llvm::BranchInst* CountOn(const LoopCounter& counter, llvm::Value* step, llvm::Value* extent, llvm::BasicBlock* end);
  // Of variables whose count lies in memory, a number in a register.
  Lanes InRegisters(const Lanes& lanes);

 private:
  // Variables whose count lies in a stack slot, with the block that has loaded it last.
  struct InMemory {
    llvm::Value* start = nullptr;
    DType dtype;
    llvm::BasicBlock* block = nullptr;
    llvm::Value* count = nullptr;
  };
  llvm::Value* Count(llvm::AllocaInst* slot);

  NumberEmitter& numbers_;
  ArithmeticEmitter& arithmetic_;
  KernelScope& scope_;
  llvm::DenseMap<llvm::AllocaInst*, InMemory> in_memory_;
};

}  // namespace assay
