// How dtypes are held in registers and in memory.
#include "ir/tensor/narrow_float.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

llvm::Type* NumberEmitter::TypeOf(DType dtype) {
  if (dtype.IsBool()) return builder_.getInt1Ty();
  if (dtype.IsInteger()) return dtype.bits >= 1 && dtype.bits <= 64 ? builder_.getIntNTy(dtype.bits) : nullptr;
  if (!dtype.IsFloating()) return nullptr;
  if (dtype.code == DTypeCode::kFloat && dtype.bits == 32) return builder_.getFloatTy();
  bool is_double = dtype.code == DTypeCode::kFloat && dtype.bits == 64;
  return is_double || IsNarrowFloat(dtype) ? builder_.getDoubleTy() : nullptr;
}

llvm::Constant* NumberEmitter::Int(llvm::Type* type, int64_t value) {
  return llvm::ConstantInt::get(type, static_cast<uint64_t>(value), /*IsSigned=*/true);
}

Lane NumberEmitter::Constant(Scalar value) {
  llvm::Type* type = TypeOf(value.dtype);
  if (type->isFloatTy())
    return {llvm::ConstantFP::get(fn_.module().getContext(), llvm::APFloat(static_cast<float>(value.f))), {}};
  if (type->isDoubleTy()) return {llvm::ConstantFP::get(fn_.module().getContext(), llvm::APFloat(value.f)), {}};
  return {Int(type, value.i), Interval::Of(value.i)};
}

Lane NumberEmitter::Zero(DType dtype) {
  if (TypeOf(dtype) == nullptr) return {Int64(0), Interval::Of(0)};
  return Constant(Scalar::Zero(dtype.Scalar()));
}

llvm::Value* NumberEmitter::Widen(DType dtype, llvm::Value* value) {
  llvm::Type* wide = Like(builder_.getInt64Ty(), value);
  return dtype.IsInt() ? builder_.CreateSExt(value, wide) : builder_.CreateZExt(value, wide);
}

llvm::Value* NumberEmitter::Narrow(DType dtype, llvm::Value* wide) { return builder_.CreateTrunc(wide, TypeOf(dtype)); }

llvm::Value* NumberEmitter::ToCell(DType dtype, llvm::Value* value) {
  if (!dtype.IsFloating()) return Widen(dtype, value);
  return builder_.CreateBitCast(arithmetic_.Canonical(arithmetic_.FloatToDouble(value)), builder_.getInt64Ty());
}

Lane NumberEmitter::FromCell(DType dtype, llvm::Value* cell) {
  if (!dtype.IsFloating()) return {Narrow(dtype, cell), IntervalOf(dtype)};
  return {arithmetic_.DoubleToFloat(dtype, builder_.CreateBitCast(cell, builder_.getDoubleTy())), {}};
}

}  // namespace assay
