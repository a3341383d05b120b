// How dtypes are held in registers and in memory.
#include "ir/tensor/narrow_float.h"
#include "vm/llvm/emit.h"

namespace assay {

llvm::Type* KernelEmitter::TypeOf(DType dtype) {
  if (dtype.IsBool()) return builder_.getInt1Ty();
  if (dtype.IsInteger()) return dtype.bits >= 1 && dtype.bits <= 64 ? builder_.getIntNTy(dtype.bits) : nullptr;
  if (!dtype.IsFloating()) return nullptr;
  if (dtype.code == DTypeCode::kFloat && dtype.bits == 32) return builder_.getFloatTy();
  bool is_double = dtype.code == DTypeCode::kFloat && dtype.bits == 64;
  return is_double || IsNarrowFloat(dtype) ? builder_.getDoubleTy() : nullptr;
}

llvm::Constant* KernelEmitter::Int(llvm::Type* type, int64_t value) {
  return llvm::ConstantInt::get(type, static_cast<uint64_t>(value), /*IsSigned=*/true);
}

Lane KernelEmitter::Constant(Scalar value) {
  llvm::Type* type = TypeOf(value.dtype);
  if (type->isFloatTy())
    return {llvm::ConstantFP::get(module_.getContext(), llvm::APFloat(static_cast<float>(value.f))), {}};
  if (type->isDoubleTy()) return {llvm::ConstantFP::get(module_.getContext(), llvm::APFloat(value.f)), {}};
  return {Int(type, value.i), Interval::Of(value.i)};
}

Lane KernelEmitter::Zero(DType dtype) {
  if (TypeOf(dtype) == nullptr) return {Int64(0), Interval::Of(0)};
  return Constant(Scalar::Zero(dtype.Scalar()));
}

llvm::Value* KernelEmitter::Widen(DType dtype, llvm::Value* value) {
  llvm::Type* wide = Like(builder_.getInt64Ty(), value);
  return dtype.IsInt() ? builder_.CreateSExt(value, wide) : builder_.CreateZExt(value, wide);
}

llvm::Value* KernelEmitter::Narrow(DType dtype, llvm::Value* wide) { return builder_.CreateTrunc(wide, TypeOf(dtype)); }

Lane KernelEmitter::Index(const Expr* e) {
  Lane value = FirstLane(e);
  if (failure_) return {Int64(0), Interval::Of(0)};
  if (!value.value->getType()->isIntegerTy()) {
    Fail(e, "a number of elements that is no integer");
    return {Int64(0), Interval::Of(0)};
  }
  return {Widen(DTypeOf(e), value.value), value.interval};
}

llvm::Value* KernelEmitter::ToCell(DType dtype, llvm::Value* value) {
  if (!dtype.IsFloating()) return Widen(dtype, value);
  return builder_.CreateBitCast(Canonical(FloatToDouble(value)), builder_.getInt64Ty());
}

Lane KernelEmitter::FromCell(DType dtype, llvm::Value* cell) {
  if (!dtype.IsFloating()) return {Narrow(dtype, cell), IntervalOf(dtype)};
  return {DoubleToFloat(dtype, builder_.CreateBitCast(cell, builder_.getDoubleTy())), {}};
}

// Elements may lie at any byte, so nothing is said about alignment.
llvm::Value* KernelEmitter::LoadElement(DType dtype, llvm::Value* address, const Memory& memory, int lanes) {
  bool as_it_is = dtype.IsFloating() && !IsNarrowFloat(dtype);
  llvm::Type* stored = as_it_is ? TypeOf(dtype) : builder_.getIntNTy(static_cast<unsigned>(dtype.ElementBytes()) * 8);
  if (lanes > 1) stored = llvm::FixedVectorType::get(stored, static_cast<unsigned>(lanes));
  llvm::LoadInst* raw = builder_.CreateAlignedLoad(stored, address, llvm::Align(1));
  Touches(raw, memory);
  if (as_it_is) return raw;
  if (dtype.IsBool()) return builder_.CreateICmpNE(raw, Int(stored, 0));
  if (dtype.IsFloating()) return FromRawBits(dtype, raw);
  return builder_.CreateTrunc(raw, Like(TypeOf(dtype), raw));
}

void KernelEmitter::StoreElement(DType dtype, llvm::Value* address, llvm::Value* value, const Memory& memory) {
  llvm::Type* stored = Like(builder_.getIntNTy(static_cast<unsigned>(dtype.ElementBytes()) * 8), value);
  bool hidden = dtype.IsFloating() && !IsNarrowFloat(dtype) && IsPrivate(memory);
  if (dtype.IsFloating() && !hidden) {
    value = IsNarrowFloat(dtype) ? builder_.CreateTrunc(RawBits(dtype, value), stored) : CanonicalToStore(value);
  } else if (!dtype.IsFloating()) {
    value = dtype.IsInt() ? builder_.CreateSExt(value, stored) : builder_.CreateZExt(value, stored);
  }
  llvm::StoreInst* store = builder_.CreateAlignedStore(value, address, llvm::Align(1));
  if (hidden) private_floats_[memory.id].stores.push_back(store);
  Touches(store, memory);
}

}  // namespace assay
