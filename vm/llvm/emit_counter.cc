// Variables of loops. With an optimiser behind, a variable is an SSA value; without one it lies in a stack slot, which
// takes half of the instructions that LLVM's fast register allocator makes of a phi. Tested by programs_test.cc and
// llvm_kernels_test.cc.
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/counter_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

LoopCounter CounterEmitter::StartCounter() {
  LoopCounter counter{.body = fn_.NewBlock(), .phi = nullptr, .slot = nullptr};
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  if (!options_.optimised) {
    counter.slot = fn_.code().free_slots.empty() ? fn_.StackSlot(1) : fn_.code().free_slots.back();
    if (!fn_.code().free_slots.empty()) fn_.code().free_slots.pop_back();
    builder_.CreateStore(Int64(0), counter.slot);
  }
  builder_.CreateBr(counter.body);
  fn_.GoOnAt(counter.body);
  if (options_.optimised) {
    counter.phi = builder_.CreatePHI(builder_.getInt64Ty(), 2);
    counter.phi->addIncoming(Int64(0), before);
  }
  return counter;
}

void CounterEmitter::BindCounter(const Var* var, const LoopCounter& counter, Lane start, Interval values) {
  DType dtype = DTypeOf(var);
  llvm::Value* value = counter.slot;
  if (counter.phi != nullptr) {
    value = numbers_.Narrow(dtype, arithmetic_.Add(start.value, counter.phi));
  } else {
    in_memory_[counter.slot] = {.start = start.value, .dtype = dtype, .block = nullptr, .count = nullptr};
  }
  scope_.vars.Set(var, Lane{value, Fit(values, dtype)});
}

// The count changes at the end of an iteration only, so that one load does for a block.
llvm::Value* CounterEmitter::Count(llvm::AllocaInst* slot) {
  InMemory& variable = in_memory_[slot];
  llvm::BasicBlock* here = builder_.GetInsertBlock();
  if (variable.block != here) variable.count = builder_.CreateLoad(builder_.getInt64Ty(), slot);
  variable.block = here;
  return variable.count;
}

Lanes CounterEmitter::InRegisters(const Lanes& lanes) {
  auto* slot = lanes.count() == 1 ? llvm::dyn_cast<llvm::AllocaInst>(lanes.At(0).value) : nullptr;
  if (slot == nullptr) return lanes;
  llvm::Value* count = Count(slot);
  const InMemory& variable = in_memory_[slot];
  return Lane{numbers_.Narrow(variable.dtype, arithmetic_.Add(variable.start, count)), lanes.At(0).interval};
}

llvm::BranchInst* CounterEmitter::CountOn(const LoopCounter& counter, llvm::Value* step, llvm::Value* extent,
                                          llvm::BasicBlock* end) {
  llvm::Value* count = counter.phi;
  if (count == nullptr) count = Count(counter.slot);
  // Less than the extent before, which is positive.
  bool by_one = llvm::isa<llvm::ConstantInt>(step) && llvm::cast<llvm::ConstantInt>(step)->isOne();
  llvm::Value* next = builder_.CreateAdd(count, step, "", /*HasNUW=*/true, /*HasNSW=*/by_one);
  if (counter.phi != nullptr) {
    counter.phi->addIncoming(next, builder_.GetInsertBlock());
  } else {
    builder_.CreateStore(next, counter.slot);
    fn_.code().free_slots.push_back(counter.slot);
  }
  return builder_.CreateCondBr(builder_.CreateICmpULT(next, extent), counter.body, end);
}

}  // namespace assay
