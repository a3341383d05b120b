// Operations of scalars by the rules of tensor/scalar.h (emit_float.cc, emit_integer.cc). Internal to vm/llvm.
#pragma once

#include "ir/tensor/math.h"
#include "vm/llvm/emitter_part.h"
#include "vm/scalar_ops.h"

namespace assay {

class ArithmeticEmitter : public EmitterPart {
 public:
  ArithmeticEmitter(FunctionBuilder& fn, const EmitOptions& options, NumberEmitter& numbers)
      : EmitterPart(fn, options), numbers_(numbers) {}

  llvm::Value* Canonical(llvm::Value* value);
  // In the form that takes the fewest instructions to store: an integer, without an optimiser.
  llvm::Value* CanonicalToStore(llvm::Value* value);
  // Rounds a double to a narrow float; other dtypes pass.
  llvm::Value* RoundNarrow(DType dtype, llvm::Value* value);
  // One of math.h's functions.
  llvm::Value* MathCall(const MathFunction& function, DType dtype, llvm::ArrayRef<llvm::Value*> args);
  llvm::Value* FloatToDouble(llvm::Value* value);
  llvm::Value* DoubleToFloat(DType dtype, llvm::Value* value);
  llvm::Value* RawBits(DType dtype, llvm::Value* value);
  llvm::Value* FromRawBits(DType dtype, llvm::Value* raw);
  llvm::Value* Add(llvm::Value* a, llvm::Value* b);
  Lane BinaryLane(NodeKind kind, DType dtype, Lane a, Lane b);

 private:
  llvm::Value* FloatBinary(NodeKind kind, DType dtype, llvm::Value* a, llvm::Value* b);
  llvm::Value* FloatMinMax(NodeKind kind, llvm::Value* a, llvm::Value* b);
  llvm::Value* FloatCompare(NodeKind kind, llvm::Value* a, llvm::Value* b);
  llvm::Value* Multiply(llvm::Value* a, llvm::Value* b);
  llvm::Value* IntegerBinary(NodeKind kind, DType dtype, const Lane& a, const Lane& b);
  llvm::Value* IntegerCompare(NodeKind kind, DType dtype, llvm::Value* a, llvm::Value* b);
  llvm::Value* Divide(NodeKind kind, DType dtype, const Lane& dividend, const Lane& divisor);
  llvm::Value* SignedDivide(NodeKind kind, llvm::Value* a, llvm::Value* b);
  void TrapIfZero(llvm::Value* divisor);

  NumberEmitter& numbers_;
};

}  // namespace assay
