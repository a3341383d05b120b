// Conversions between dtypes, every one with a defined result for every input.
#include <cmath>
#include <limits>

#include "ir/tensor/narrow_float.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

llvm::Value* NumberEmitter::Truth(DType dtype, llvm::Value* value) {
  if (dtype.IsBool()) return value;
  // Unordered, so that NaN is true.
  if (dtype.IsFloating()) return builder_.CreateFCmpUNE(value, llvm::ConstantFP::get(value->getType(), 0.0));
  return builder_.CreateICmpNE(value, Int(value->getType(), 0));
}

Lane NumberEmitter::Convert(Lane value, DType from, DType to) {
  from = from.Scalar();
  to = to.Scalar();
  if (from == to) return value;
  if (to.IsBool()) return {Truth(from, value.value), {0, 1}};
  if (to.IsFloating()) {
    if (!from.IsFloating()) return {IntegerToFloat(from, to, value.value), {}};
    return {arithmetic_.DoubleToFloat(to, arithmetic_.RoundNarrow(to, arithmetic_.FloatToDouble(value.value))), {}};
  }
  if (from.IsFloating()) return {FloatToInteger(to, value.value), IntervalOf(to)};
  llvm::Type* type = Like(TypeOf(to), value.value);
  llvm::Value* result =
      from.IsInt() ? builder_.CreateSExtOrTrunc(value.value, type) : builder_.CreateZExtOrTrunc(value.value, type);
  return {result, Fit(value.interval, to)};
}

llvm::Value* NumberEmitter::IntegerToFloat(DType from, DType to, llvm::Value* value) {
  llvm::Value* wide = Widen(from, value);
  // What fits in an int64 is converted as one: unsigned conversion is a sequence of instructions.
  bool is_unsigned = !from.IsInt() && !from.IsBool() && from.bits == 64;
  if (IsNarrowFloat(to)) {
    llvm::StringRef symbol = is_unsigned ? "assay_narrow_from_u64" : "assay_narrow_from_i64";
    return fn_.CallRuntime(symbol, builder_.getDoubleTy(), {builder_.getInt32(PackFormat(to)), wide});
  }
  llvm::Type* type = Like(TypeOf(to), value);
  return is_unsigned ? builder_.CreateUIToFP(wide, type) : builder_.CreateSIToFP(wide, type);
}

llvm::Value* NumberEmitter::FloatToInteger(DType to, llvm::Value* value) {
  llvm::Value* x = arithmetic_.FloatToDouble(value);
  llvm::Type* real = builder_.getDoubleTy();
  Scalar least = scalar::Lowest(to);
  // The first number beyond the type, a power of two.
  llvm::Value* beyond = llvm::ConstantFP::get(real, std::ldexp(1.0, to.IsInt() ? to.bits - 1 : to.bits));
  llvm::Value* low = llvm::ConstantFP::get(real, least.AsDouble());
  // False for NaN, which becomes 0 here and stays 0.
  llvm::Value* above_low = builder_.CreateFCmpOGE(x, low);
  llvm::Value* below_beyond = builder_.CreateFCmpOLT(x, beyond);
  llvm::Value* inside =
      builder_.CreateSelect(builder_.CreateAnd(above_low, below_beyond), x, llvm::ConstantFP::get(real, 0.0));
  llvm::Type* wide = builder_.getInt64Ty();
  bool is_unsigned = to.IsUInt() && to.bits == 64;
  llvm::Value* whole = is_unsigned ? builder_.CreateFPToUI(inside, wide) : builder_.CreateFPToSI(inside, wide);
  whole = Narrow(to, whole);
  whole = builder_.CreateSelect(builder_.CreateFCmpOGE(x, beyond), Constant(scalar::Highest(to)).value, whole);
  return builder_.CreateSelect(builder_.CreateFCmpOLT(x, low), Constant(least).value, whole);
}

Lane NumberEmitter::Reinterpret(Lane value, DType from, DType to) {
  llvm::Type* wide = builder_.getInt64Ty();
  llvm::Value* raw =
      from.IsFloating() ? builder_.CreateZExt(arithmetic_.RawBits(from, value.value), wide) : Widen(from, value.value);
  if (!to.IsFloating()) return {Narrow(to, raw), IntervalOf(to)};
  return {arithmetic_.FromRawBits(to, builder_.CreateTrunc(raw, builder_.getIntNTy(to.bits < 32 ? 32 : to.bits))), {}};
}

}  // namespace assay
