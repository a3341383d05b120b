// Calls of PrimFuncs, and the pointers that they take (emit_callee.cc). Internal to vm/llvm.
#pragma once

#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/emitter_part.h"

namespace assay {

class CallEmitter : public EmitterPart {
 public:
  CallEmitter(FunctionBuilder& fn, const EmitOptions& options, NumberEmitter& numbers, MemoryTracker& tracked,
              FuelEmitter& fuel, KernelScope& scope, BufferEmitter& buffers, ExpressionEmitter& exprs)
      : EmitterPart(fn, options),
        numbers_(numbers),
        tracked_(tracked),
        fuel_(fuel),
        scope_(scope),
        buffers_(buffers),
        exprs_(exprs) {}

  Lanes FunctionCall(const Call& call, const GlobalVar& global);
  KernelMemory Pointer(const Expr* e);
  void BindPointer(const Var* var, const Expr* value);

 private:
  llvm::Function* FunctionOf(const PrimFunc* callee);
  void CallWith(llvm::Function* function, llvm::ArrayRef<llvm::Value*> args);
  // What begins at an address within the memory; and behind so many elements of it.
  KernelMemory MemoryBehind(const KernelMemory& memory, llvm::Value* address);
  KernelMemory Advanced(const KernelMemory& memory, llvm::Value* offset, int64_t width);

  NumberEmitter& numbers_;
  MemoryTracker& tracked_;
  FuelEmitter& fuel_;
  KernelScope& scope_;
  BufferEmitter& buffers_;
  ExpressionEmitter& exprs_;
};

}  // namespace assay
