// What each part of the emitter writes with. Parts know each other only as far as one construct needs the other's.
// Internal to vm/llvm.
#pragma once

#include "vm/llvm/function_builder.h"
#include "vm/llvm/kernel_scope.h"
#include "vm/llvm/lanes.h"

namespace assay {

class ArithmeticEmitter;
class BufferEmitter;
class CallEmitter;
class CounterEmitter;
class ExpressionEmitter;
class FuelEmitter;
class IntrinsicEmitter;
class MemoryTracker;
class NumberEmitter;

class EmitterPart {
 public:
  EmitterPart(const EmitterPart&) = delete;
  EmitterPart& operator=(const EmitterPart&) = delete;

 protected:
  EmitterPart(FunctionBuilder& fn, const EmitOptions& options) : fn_(fn), builder_(fn.builder()), options_(options) {}
  ~EmitterPart() = default;

  llvm::Constant* Int64(int64_t value) { return builder_.getInt64(static_cast<uint64_t>(value)); }

  FunctionBuilder& fn_;
  llvm::IRBuilder<>& builder_;
  const EmitOptions& options_;
};

}  // namespace assay
