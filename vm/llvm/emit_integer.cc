// Integers and bool by the rules of tensor/scalar.h: they wrap at their width, and nothing is undefined.
#include <array>

#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

namespace {

bool IsZero(llvm::Value* value) {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->isZero();
}
bool IsOne(llvm::Value* value) {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->isOne();
}

// What the block that is being written has computed of the same operands; nullptr for nothing among the last few uses.
llvm::Value* Earlier(llvm::Instruction::BinaryOps op, llvm::Value* a, llvm::Value* b,
                     const llvm::IRBuilder<>& builder) {
  llvm::BasicBlock* block = builder.GetInsertBlock();
  if (llvm::isa<llvm::Constant>(a) || builder.GetInsertPoint() != block->end()) return nullptr;
  int left = 8;
  for (llvm::User* user : a->users()) {
    auto* found = llvm::dyn_cast<llvm::BinaryOperator>(user);
    bool same = found != nullptr && found->getOpcode() == op && found->getOperand(0) == a && found->getOperand(1) == b;
    if (same && found->getParent() == block) return found;
    if (--left == 0) break;
  }
  return nullptr;
}

}  // namespace

// Most index arithmetic adds nothing, multiplies by one or is that of the access before, and at level 0 nobody else
// would take that out.
llvm::Value* ArithmeticEmitter::Add(llvm::Value* a, llvm::Value* b) {
  if (IsZero(a)) return b;
  if (IsZero(b)) return a;
  llvm::Value* earlier = Earlier(llvm::Instruction::Add, a, b, builder_);
  return earlier != nullptr ? earlier : builder_.CreateAdd(a, b);
}

llvm::Value* ArithmeticEmitter::Multiply(llvm::Value* a, llvm::Value* b) {
  if (IsOne(a) || IsZero(b)) return b;
  if (IsOne(b) || IsZero(a)) return a;
  llvm::Value* earlier = Earlier(llvm::Instruction::Mul, a, b, builder_);
  return earlier != nullptr ? earlier : builder_.CreateMul(a, b);
}

llvm::Value* ArithmeticEmitter::IntegerBinary(NodeKind kind, DType dtype, const Lane& a, const Lane& b) {
  if (kind == NodeKind::kAdd) return Add(a.value, b.value);
  if (kind == NodeKind::kSub) return IsZero(b.value) ? a.value : builder_.CreateSub(a.value, b.value);
  if (kind == NodeKind::kMul) return Multiply(a.value, b.value);
  if (IsDivision(kind)) return Divide(kind, dtype, a, b);
  NodeKind compare = kind == NodeKind::kMin ? NodeKind::kLT : NodeKind::kGT;
  return builder_.CreateSelect(IntegerCompare(compare, dtype, a.value, b.value), a.value, b.value);
}

llvm::Value* ArithmeticEmitter::IntegerCompare(NodeKind kind, DType dtype, llvm::Value* a, llvm::Value* b) {
  using llvm::CmpInst;
  // In the order of the kinds from EQ to GE.
  constexpr std::array kSigned = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_SLT,
                                  CmpInst::ICMP_SLE, CmpInst::ICMP_SGT, CmpInst::ICMP_SGE};
  constexpr std::array kUnsigned = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_ULT,
                                    CmpInst::ICMP_ULE, CmpInst::ICMP_UGT, CmpInst::ICMP_UGE};
  size_t which = static_cast<size_t>(kind) - static_cast<size_t>(NodeKind::kEQ);
  return builder_.CreateICmp(dtype.IsInt() ? kSigned[which] : kUnsigned[which], a, b);
}

void ArithmeticEmitter::TrapIfZero(llvm::Value* divisor) {
  llvm::Value* ok = builder_.CreateICmpNE(divisor, numbers_.Int(divisor->getType(), 0));
  fn_.TrapUnless(ok, {.kind = SiteKind::kDivision, .span = fn_.CurrentSpan(), .buffer = nullptr, .text = {}});
}

llvm::Value* ArithmeticEmitter::Divide(NodeKind kind, DType dtype, const Lane& dividend, const Lane& divisor) {
  llvm::Value* a = dividend.value;
  llvm::Value* b = divisor.value;
  TrapIfZero(b);
  bool remainder = kind == NodeKind::kMod || kind == NodeKind::kFloorMod;
  llvm::Type* type = a->getType();
  // The only divisor left is the one that leaves things as they are.
  if (type->isIntegerTy(1)) return remainder ? numbers_.Int(type, 0) : a;
  // A constant zero has trapped; code after it is never reached, but must not be undefined.
  if (IsZero(b)) return a;
  if (IsOne(b)) return remainder ? numbers_.Int(type, 0) : a;
  // Where nothing is negative all roundings are one.
  bool natural = !dtype.IsInt() || (dividend.interval.low >= 0 && divisor.interval.low > 0);
  if (!natural) return SignedDivide(kind, a, b);
  return remainder ? builder_.CreateURem(a, b) : builder_.CreateUDiv(a, b);
}

llvm::Value* ArithmeticEmitter::SignedDivide(NodeKind kind, llvm::Value* a, llvm::Value* b) {
  llvm::Type* type = a->getType();
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(b);
  bool positive = constant != nullptr && !constant->isNegative();
  llvm::Value* zero = numbers_.Int(type, 0);
  // The least number over -1 would overflow the machine's division: by -1 means negation.
  llvm::Value* minus = builder_.CreateICmpEQ(b, numbers_.Int(type, -1));
  llvm::Value* divisor = positive ? b : builder_.CreateSelect(minus, numbers_.Int(type, 1), b);
  llvm::Value* rest = builder_.CreateSRem(a, divisor);
  if (kind == NodeKind::kMod) return rest;
  // Rounding down differs from truncation where the rest is not zero and has not the divisor's sign.
  llvm::Value* crossed = nullptr;
  if (positive) {
    crossed = builder_.CreateICmpSLT(rest, zero);
  } else {
    llvm::Value* signs = builder_.CreateICmpSLT(builder_.CreateXor(rest, b), zero);
    crossed = builder_.CreateAnd(builder_.CreateICmpNE(rest, zero), signs);
  }
  if (kind == NodeKind::kFloorMod) return builder_.CreateAdd(rest, builder_.CreateSelect(crossed, b, zero));
  llvm::Value* quotient = builder_.CreateSDiv(a, divisor);
  if (!positive) quotient = builder_.CreateSelect(minus, builder_.CreateSub(zero, a), quotient);
  if (kind == NodeKind::kDiv) return quotient;
  return builder_.CreateSub(quotient, builder_.CreateZExt(crossed, type));
}

}  // namespace assay
