// Intrinsics, by the machine code that their rows name, and the functions of tensor/math.h by symbol.
#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/intrinsic_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {
namespace {

// Members take the operands' dtype and lanes, or all that is known of the use.
template <auto member>
Lane Emit(IntrinsicEmitter& emitter, const IntrinsicUse& use) {
  if constexpr (requires { (emitter.*member)(use); }) {
    return (emitter.*member)(use);
  } else {
    return (emitter.*member)(use.operand, use.args);
  }
}

// In the order of the rows.
using EmitFunction = Lane (*)(IntrinsicEmitter& emitter, const IntrinsicUse& use);
constexpr EmitFunction kEmitFunctions[] = {
#define ASSAY_INTRINSIC(name, machine_code, ...) Emit<&IntrinsicEmitter::machine_code>,
#include "ir/prim/intrinsics.def"
};

}  // namespace

Lane IntrinsicEmitter::IntrinsicLane(const Call& call, const IntrinsicSpec& row, DType operand, Arguments args) {
  DType result = DTypeOf(&call).Scalar();
  if (!row.TakesOperand(operand)) fn_.Fail(&call, fmt::format("'{}' of {}", row.name, DTypeName(operand)));
  if (fn_.failed()) return numbers_.Zero(result);
  Lane value = kEmitFunctions[static_cast<size_t>(row.id)](*this, {call, row, operand, result, args});
  if (fn_.failed() || row.result == ResultType::kStated) return value;
  if (row.result == ResultType::kCount) return numbers_.Convert(value, operand, result);
  DType has = row.result == ResultType::kBool ? DType::Bool() : operand;
  if (has == result) return value;
  fn_.Fail(&call, fmt::format("'{}' of {} with a result of {}", row.name, DTypeName(operand), DTypeName(result)));
  return numbers_.Zero(result);
}

Lane IntrinsicEmitter::Mathematics(const IntrinsicUse& use) {
  // Integers are given back as they are.
  if (!use.operand.IsFloating() || use.operand != use.result) return use.args[0];
  llvm::SmallVector<llvm::Value*, 2> values;
  for (const Lane& arg : use.args) values.push_back(arg.value);
  return {arithmetic_.MathCall(*use.row.math, use.operand, values), {}};
}

Lane IntrinsicEmitter::Reinterpreted(const IntrinsicUse& use) {
  return numbers_.Reinterpret(use.args[0], use.operand, use.result);
}

Lane IntrinsicEmitter::Limit(const IntrinsicUse& use) { return numbers_.Constant(use.row.apply(nullptr, use.result)); }

Lane IntrinsicEmitter::LargeUInt(const IntrinsicUse& use) {
  llvm::Value* high = builder_.CreateShl(numbers_.Widen(use.operand, use.args[1].value), Int64(32));
  return {numbers_.Narrow(use.result, builder_.CreateOr(numbers_.Widen(use.operand, use.args[0].value), high)),
          IntervalOf(use.result)};
}

Lane IntrinsicEmitter::NoForm(const IntrinsicUse& use) {
  fn_.Fail(&use.call, fmt::format("a call of '{}'", use.row.op_name));
  return numbers_.Zero(use.result);
}

Lane IntrinsicEmitter::Absolute(DType dtype, Arguments args) {
  llvm::Value* value = args[0].value;
  if (dtype.IsFloating()) {
    llvm::Type* bits = builder_.getIntNTy(value->getType()->getScalarSizeInBits());
    llvm::Value* cleared = builder_.CreateLShr(
        builder_.CreateShl(builder_.CreateBitCast(value, bits), numbers_.Int(bits, 1)), numbers_.Int(bits, 1));
    return {arithmetic_.RoundNarrow(dtype, builder_.CreateBitCast(cleared, value->getType())), {}};
  }
  if (!dtype.IsInt()) return args[0];
  llvm::Value* zero = numbers_.Int(value->getType(), 0);
  return {builder_.CreateSelect(builder_.CreateICmpSLT(value, zero), builder_.CreateSub(zero, value), value),
          IntervalOf(dtype)};
}

Lane IntrinsicEmitter::First(DType, Arguments args) { return args[0]; }

Lane IntrinsicEmitter::BitAnd(DType dtype, Arguments args) {
  return {builder_.CreateAnd(args[0].value, args[1].value), IntervalOf(dtype)};
}

Lane IntrinsicEmitter::BitOr(DType dtype, Arguments args) {
  return {builder_.CreateOr(args[0].value, args[1].value), IntervalOf(dtype)};
}

Lane IntrinsicEmitter::BitXor(DType dtype, Arguments args) {
  return {builder_.CreateXor(args[0].value, args[1].value), IntervalOf(dtype)};
}

Lane IntrinsicEmitter::BitNot(DType dtype, Arguments args) {
  return {builder_.CreateNot(args[0].value), IntervalOf(dtype)};
}

Lane IntrinsicEmitter::ShiftLeft(DType dtype, Arguments args) {
  llvm::Type* type = args[0].value->getType();
  llvm::Value* zero = numbers_.Int(type, 0);
  // Unsigned, so that a negative amount is too large as well.
  llvm::Value* out = builder_.CreateICmpUGE(args[1].value, numbers_.Int(type, type->getIntegerBitWidth()));
  llvm::Value* shifted = builder_.CreateShl(args[0].value, builder_.CreateSelect(out, zero, args[1].value));
  return {builder_.CreateSelect(out, zero, shifted), IntervalOf(dtype)};
}

Lane IntrinsicEmitter::ShiftRight(DType dtype, Arguments args) {
  llvm::Type* type = args[0].value->getType();
  unsigned bits = type->getIntegerBitWidth();
  llvm::Value* out = builder_.CreateICmpUGE(args[1].value, numbers_.Int(type, bits));
  if (dtype.IsInt()) {
    llvm::Value* amount = builder_.CreateSelect(out, numbers_.Int(type, bits - 1), args[1].value);
    return {builder_.CreateAShr(args[0].value, amount), IntervalOf(dtype)};
  }
  llvm::Value* shifted =
      builder_.CreateLShr(args[0].value, builder_.CreateSelect(out, numbers_.Int(type, 0), args[1].value));
  return {builder_.CreateSelect(out, numbers_.Int(type, 0), shifted), IntervalOf(dtype)};
}

Lane IntrinsicEmitter::PopCount(DType dtype, Arguments args) {
  return {builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, args[0].value), IntervalOf(dtype)};
}

// A bool counts within the eight bits that it has in memory: 7 or 8, of which a bool keeps the lowest bit.
Lane IntrinsicEmitter::LeadingZeros(DType dtype, Arguments args) {
  if (dtype.IsBool()) return args[0];
  return {builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, args[0].value, builder_.getFalse()), IntervalOf(dtype)};
}

// As tensor/scalar.h has it: codes of one sign are in the order of magnitudes.
Lane IntrinsicEmitter::NextAfter(DType dtype, Arguments args) {
  llvm::Value *a = args[0].value, *b = args[1].value;
  llvm::Value *zero = llvm::ConstantFP::get(a->getType(), 0), *raw = arithmetic_.RawBits(dtype, a);
  auto code = [&](uint64_t bits) { return llvm::ConstantInt::get(raw->getType(), bits); };
  llvm::Value* grows = builder_.CreateICmpEQ(builder_.CreateFCmpOLT(a, b), builder_.CreateFCmpOGT(a, zero));
  llvm::Value* next = builder_.CreateSelect(grows, builder_.CreateAdd(raw, code(1)), builder_.CreateSub(raw, code(1)));
  uint64_t sign = uint64_t{1} << (dtype.bits - 1);
  llvm::Value* least = builder_.CreateSelect(builder_.CreateFCmpOLT(b, zero), code(sign | 1), code(1));
  llvm::Value* given =
      arithmetic_.FromRawBits(dtype, builder_.CreateSelect(builder_.CreateFCmpOEQ(a, zero), least, next));
  given = builder_.CreateSelect(builder_.CreateFCmpOEQ(a, b), b, given);
  llvm::Value* unordered = builder_.CreateFCmpUNO(a, b);
  return {builder_.CreateSelect(unordered, numbers_.Constant(scalar::NaN(dtype)).value, given), {}};
}

Lane IntrinsicEmitter::IsNaN(DType dtype, Arguments args) {
  if (!dtype.IsFloating()) return {builder_.getFalse(), {0, 1}};
  return {builder_.CreateFCmpUNO(args[0].value, args[0].value), {0, 1}};
}

Lane IntrinsicEmitter::IsInfinite(DType dtype, Arguments args) {
  if (!dtype.IsFloating()) return {builder_.getFalse(), {0, 1}};
  return {builder_.CreateFCmpOEQ(Absolute(DType::Float(64), args).value,
                                 llvm::ConstantFP::getInfinity(args[0].value->getType())),
          {0, 1}};
}

Lane IntrinsicEmitter::IsFinite(DType dtype, Arguments args) {
  if (!dtype.IsFloating()) return {builder_.getTrue(), {0, 1}};
  return {builder_.CreateFCmpOLT(Absolute(DType::Float(64), args).value,
                                 llvm::ConstantFP::getInfinity(args[0].value->getType())),
          {0, 1}};
}

// Two roundings, in spite of the name: that is how tensor/scalar.h has it for every engine.
Lane IntrinsicEmitter::FusedMultiplyAdd(DType dtype, Arguments args) {
  Lane product = arithmetic_.BinaryLane(NodeKind::kMul, dtype, args[0], args[1]);
  return arithmetic_.BinaryLane(NodeKind::kAdd, dtype, product, args[2]);
}

}  // namespace assay
