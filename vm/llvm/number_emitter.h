// Numbers in registers: dtypes, constants, lanes and vectors, conversions (emit_type.cc, emit_vector.cc, emit_cast.cc).
// Internal to vm/llvm.
#pragma once

#include <climits>

#include "vm/llvm/emitter_part.h"
#include "vm/scalar_ops.h"

namespace assay {

class NumberEmitter : public EmitterPart {
 public:
  NumberEmitter(FunctionBuilder& fn, const EmitOptions& options, ArithmeticEmitter& arithmetic)
      : EmitterPart(fn, options), arithmetic_(arithmetic) {}

  // Null for dtypes that have no scalar values here.
  llvm::Type* TypeOf(DType dtype);
  Lane Constant(Scalar value);
  Lane Zero(DType dtype);
  llvm::Constant* Int(llvm::Type* type, int64_t value);
  // The integer (or bool) as 64 bits, extended by its own sign; and back, keeping the low bits.
  llvm::Value* Widen(DType dtype, llvm::Value* value);
  llvm::Value* Narrow(DType dtype, llvm::Value* wide);
  // As 64 raw bits like Cell.
  llvm::Value* ToCell(DType dtype, llvm::Value* value);
  Lane FromCell(DType dtype, llvm::Value* cell);
  // The scalar type, or a vector of it if the value is a vector.
  static llvm::Type* Like(llvm::Type* scalar, llvm::Value* value);
  Lane Convert(Lane value, DType from, DType to);
  llvm::Value* Truth(DType dtype, llvm::Value* value);
  Lane Reinterpret(Lane value, DType from, DType to);
  // Each lane by itself, at least so many of a vector; all lanes as one vector.
  Lanes Scalarize(Lanes lanes, int at_most = INT_MAX);
  Lanes Whole(const Lanes& lanes, int count);
  // Makes all of one kind where one is a vector: vectors, if that can be, or lanes.
  void Meet(std::initializer_list<Lanes*> operands, bool at_once);

 private:
  llvm::Value* IntegerToFloat(DType from, DType to, llvm::Value* value);
  llvm::Value* FloatToInteger(DType to, llvm::Value* value);
  static bool IsWhole(const Lanes& lanes) { return lanes.count() == 1 && lanes.At(0).value->getType()->isVectorTy(); }

  ArithmeticEmitter& arithmetic_;
};

}  // namespace assay
