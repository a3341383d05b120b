// Rows of the table of intrinsics (emit_intrinsic.cc). Internal to vm/llvm.
#pragma once

#include "ir/prim/intrinsics.h"
#include "vm/llvm/emitter_part.h"

namespace assay {

// One lane of a call of an intrinsic: operands of one scalar dtype, and the scalar dtype of the call.
struct IntrinsicUse {
  const Call& call;
  const IntrinsicSpec& row;
  DType operand;
  DType result;
  std::span<const Lane> args;
};

class IntrinsicEmitter : public EmitterPart {
 public:
  IntrinsicEmitter(FunctionBuilder& fn, const EmitOptions& options, NumberEmitter& numbers,
                   ArithmeticEmitter& arithmetic)
      : EmitterPart(fn, options), numbers_(numbers), arithmetic_(arithmetic) {}

  using Arguments = std::span<const Lane>;
  Lane Absolute(DType dtype, Arguments args);
  Lane First(DType dtype, Arguments args);
  Lane BitAnd(DType dtype, Arguments args);
  Lane BitOr(DType dtype, Arguments args);
  Lane BitXor(DType dtype, Arguments args);
  Lane BitNot(DType dtype, Arguments args);
  Lane ShiftLeft(DType dtype, Arguments args);
  Lane ShiftRight(DType dtype, Arguments args);
  Lane PopCount(DType dtype, Arguments args);
  Lane LeadingZeros(DType dtype, Arguments args);
  Lane NextAfter(DType dtype, Arguments args);
  Lane IsNaN(DType dtype, Arguments args);
  Lane IsInfinite(DType dtype, Arguments args);
  Lane IsFinite(DType dtype, Arguments args);
  Lane FusedMultiplyAdd(DType dtype, Arguments args);
  Lane Mathematics(const IntrinsicUse& use);
  Lane Reinterpreted(const IntrinsicUse& use);
  Lane Limit(const IntrinsicUse& use);
  Lane LargeUInt(const IntrinsicUse& use);
  Lane NoForm(const IntrinsicUse& use);
  Lane IntrinsicLane(const Call& call, const IntrinsicSpec& row, DType operand, Arguments args);

 private:
  NumberEmitter& numbers_;
  ArithmeticEmitter& arithmetic_;
};

}  // namespace assay
