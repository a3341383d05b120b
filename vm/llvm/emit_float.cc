// Floats by the rules of tensor/scalar.h. Nothing is left to what a target does with NaN, zeros or narrow formats.
#include <array>

#include "ir/tensor/math.h"
#include "ir/tensor/narrow_float.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

llvm::Value* ArithmeticEmitter::Canonical(llvm::Value* value) {
  if (llvm::isa<llvm::ConstantFP>(value)) return value;
  llvm::Type* type = value->getType();
  bool narrow = type->getScalarType()->isFloatTy();
  llvm::Value* nan = numbers_.Constant(scalar::NaN(DType::Float(narrow ? 32 : 64))).value;
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    nan = builder_.CreateVectorSplat(vector->getElementCount(), nan);
  return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), nan, value);
}

llvm::Value* ArithmeticEmitter::CanonicalToStore(llvm::Value* value) {
  if (options_.optimised || value->getType()->isVectorTy() || llvm::isa<llvm::ConstantFP>(value))
    return Canonical(value);
  bool narrow = value->getType()->isFloatTy();
  llvm::Type* type = builder_.getIntNTy(narrow ? 32 : 64);
  llvm::Constant* nan =
      llvm::cast<llvm::ConstantFP>(numbers_.Constant(scalar::NaN(DType::Float(narrow ? 32 : 64))).value);
  llvm::Value* bits = builder_.CreateBitCast(value, type);
  return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), builder_.CreateBitCast(nan, type), bits);
}

llvm::Value* ArithmeticEmitter::RoundNarrow(DType dtype, llvm::Value* value) {
  if (!IsNarrowFloat(dtype)) return value;
  return fn_.CallRuntime("assay_round_narrow", builder_.getDoubleTy(),
                         {builder_.getInt32(PackFormat(dtype.Scalar())), value});
}

llvm::Value* ArithmeticEmitter::FloatToDouble(llvm::Value* value) {
  bool narrow = value->getType()->getScalarType()->isFloatTy();
  return narrow ? builder_.CreateFPExt(value, numbers_.Like(builder_.getDoubleTy(), value)) : value;
}

llvm::Value* ArithmeticEmitter::DoubleToFloat(DType dtype, llvm::Value* value) {
  return numbers_.TypeOf(dtype)->isFloatTy()
             ? builder_.CreateFPTrunc(value, numbers_.Like(builder_.getFloatTy(), value))
             : value;
}

llvm::Value* ArithmeticEmitter::FloatBinary(NodeKind kind, DType dtype, llvm::Value* a, llvm::Value* b) {
  auto arithmetic = [&](llvm::Instruction::BinaryOps op, llvm::Value* x, llvm::Value* y) {
    return RoundNarrow(dtype, builder_.CreateBinOp(op, x, y));
  };
  if (kind == NodeKind::kAdd) return arithmetic(llvm::Instruction::FAdd, a, b);
  if (kind == NodeKind::kSub) return arithmetic(llvm::Instruction::FSub, a, b);
  if (kind == NodeKind::kMul) return arithmetic(llvm::Instruction::FMul, a, b);
  if (kind == NodeKind::kDiv) return arithmetic(llvm::Instruction::FDiv, a, b);
  if (kind == NodeKind::kMod) return MathCall(*FindMathFunction("fmod"), dtype, {a, b});
  if (kind == NodeKind::kMin || kind == NodeKind::kMax) return FloatMinMax(kind, a, b);
  llvm::Value* quotient = MathCall(*FindMathFunction("floor"), dtype, {arithmetic(llvm::Instruction::FDiv, a, b)});
  if (kind == NodeKind::kFloorDiv) return quotient;
  return arithmetic(llvm::Instruction::FSub, a, arithmetic(llvm::Instruction::FMul, quotient, b));
}

// NaN when one is; of zeros the negative one is less. LLVM's own operations say the same, and vectorise; at level 0
// they take as long to compile as a hundred others.
llvm::Value* ArithmeticEmitter::FloatMinMax(NodeKind kind, llvm::Value* a, llvm::Value* b) {
  bool least = kind == NodeKind::kMin;
  if (options_.optimised)
    return builder_.CreateBinaryIntrinsic(least ? llvm::Intrinsic::minimum : llvm::Intrinsic::maximum, a, b);
  if (llvm::isa<llvm::ConstantFP>(a)) std::swap(a, b);
  auto* constant = llvm::dyn_cast<llvm::ConstantFP>(b);
  // A constant that wins where the two are equal.
  if (constant != nullptr && !constant->isNaN() && (!constant->isZero() || constant->isNegative() == least)) {
    return builder_.CreateSelect(least ? builder_.CreateFCmpOGE(a, b) : builder_.CreateFCmpOLE(a, b), b, a);
  }
  llvm::Value* better =
      builder_.CreateSelect(least ? builder_.CreateFCmpOLT(a, b) : builder_.CreateFCmpOGT(a, b), a, b);
  better = builder_.CreateSelect(builder_.CreateFCmpUNO(a, a), a, better);
  // Equal ones differ in the sign of a zero at most.
  llvm::Type* bits = numbers_.Like(builder_.getIntNTy(a->getType()->getScalarSizeInBits()), a);
  llvm::Value *x = builder_.CreateBitCast(a, bits), *y = builder_.CreateBitCast(b, bits);
  llvm::Value* equal = builder_.CreateBitCast(least ? builder_.CreateOr(x, y) : builder_.CreateAnd(x, y), a->getType());
  return builder_.CreateSelect(builder_.CreateFCmpOEQ(a, b), equal, better);
}

llvm::Value* ArithmeticEmitter::FloatCompare(NodeKind kind, llvm::Value* a, llvm::Value* b) {
  // In the order of the kinds from EQ to GE.
  constexpr std::array kPredicates = {llvm::CmpInst::FCMP_OEQ, llvm::CmpInst::FCMP_UNE, llvm::CmpInst::FCMP_OLT,
                                      llvm::CmpInst::FCMP_OLE, llvm::CmpInst::FCMP_OGT, llvm::CmpInst::FCMP_OGE};
  return builder_.CreateFCmp(kPredicates[static_cast<size_t>(kind) - static_cast<size_t>(NodeKind::kEQ)], a, b);
}

// float32 and float64 have symbols of their own; narrower floats are computed as float64 and rounded. The sign of a NaN
// can show through functions of two arguments (copysign).
llvm::Value* ArithmeticEmitter::MathCall(const MathFunction& function, DType dtype, llvm::ArrayRef<llvm::Value*> args) {
  llvm::Type* type = numbers_.TypeOf(dtype);
  llvm::SmallVector<llvm::Value*, 2> operands(args.begin(), args.end());
  if (function.arity == 2) {
    for (llvm::Value*& operand : operands) operand = Canonical(operand);
  }
  std::string_view symbol = type->isFloatTy() ? function.symbol_f32 : function.symbol_f64;
  return RoundNarrow(dtype, fn_.CallRuntime(llvm::StringRef(symbol), type, operands));
}

llvm::Value* ArithmeticEmitter::RawBits(DType dtype, llvm::Value* value) {
  if (IsNarrowFloat(dtype)) {
    return fn_.CallRuntime("assay_encode_narrow", builder_.getInt32Ty(),
                           {builder_.getInt32(PackFormat(dtype.Scalar())), value});
  }
  return builder_.CreateBitCast(Canonical(value), builder_.getIntNTy(dtype.bits));
}

llvm::Value* ArithmeticEmitter::FromRawBits(DType dtype, llvm::Value* raw) {
  if (!IsNarrowFloat(dtype)) return builder_.CreateBitCast(raw, numbers_.TypeOf(dtype));
  llvm::Value* word = builder_.CreateZExtOrTrunc(raw, builder_.getInt32Ty());
  return fn_.CallRuntime("assay_decode_narrow", builder_.getDoubleTy(),
                         {builder_.getInt32(PackFormat(dtype.Scalar())), word});
}

}  // namespace assay
