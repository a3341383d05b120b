// Calls of intrinsics: by the machine code that their rows name, and the functions of tensor/math.h by symbol.
#include <fmt/format.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <array>

#include "ir/prim/intrinsics.h"
#include "ir/tensor/math.h"
#include "vm/llvm/emit.h"
#include "vm/llvm/vector_math.h"

namespace assay {
namespace {

using IntrinsicUse = KernelEmitter::IntrinsicUse;

// Members take the operands' dtype and lanes, or all that is known of the use.
template <auto member>
Lane Emit(KernelEmitter& emitter, const IntrinsicUse& use) {
  if constexpr (requires { (emitter.*member)(use); }) {
    return (emitter.*member)(use);
  } else {
    return (emitter.*member)(use.operand, use.args);
  }
}

// In the order of the rows.
using EmitFunction = Lane (*)(KernelEmitter& emitter, const IntrinsicUse& use);
constexpr EmitFunction kEmitFunctions[] = {
#define ASSAY_INTRINSIC(name, machine_code, ...) Emit<&KernelEmitter::machine_code>,
#include "ir/prim/intrinsics.def"
};

}  // namespace

Lanes KernelEmitter::CallOf(const Call& call) {
  switch (FormOf(call)) {
    case CallForm::kScalar: return IntrinsicCall(call, *IntrinsicOf(&call));
    case CallForm::kChoice: return IfThenElseCall(call);
    case CallForm::kReturn: ReturnOf(call.args.empty() ? nullptr : call.args[0]); return Zero(DTypeOf(&call));
    case CallForm::kNothing: return Zero(DTypeOf(&call));
    case CallForm::kNone: break;
  }
  if (const auto* global = As<GlobalVar>(call.op)) return FunctionCall(call, *global);
  const auto* op = As<Op>(call.op);
  Fail(&call, op == nullptr ? "a call of another function" : fmt::format("a call of '{}'", op->name.text()));
  return {};
}

// Evaluates one branch only: the other one may be out of bounds.
Lanes KernelEmitter::IfThenElseCall(const Call& call) {
  DType dtype = DTypeOf(&call);
  bool mixed = DTypeOf(call.args[1]).Scalar() != dtype.Scalar() || DTypeOf(call.args[2]).Scalar() != dtype.Scalar();
  if (mixed || TypeOf(dtype) == nullptr) Fail(&call, "if_then_else among different dtypes");
  if (DTypeOf(call.args[0]).lanes != 1) Fail(&call, "if_then_else on a vector condition");
  llvm::Value* condition = Condition(call.args[0]);
  if (failure_) return {};
  llvm::BasicBlock* yes = NewBlock();
  llvm::BasicBlock* no = NewBlock();
  llvm::BasicBlock* end = NewBlock();
  builder_.CreateCondBr(condition, yes, no);
  auto branch = [&](llvm::BasicBlock*& block, const Expr* e, bool holds) {
    builder_.SetInsertPoint(block);
    Scope scope = OpenScope();
    Know(call.args[0], holds);
    Lanes lanes = Scalarize(Expression(e));
    CloseScope(scope);
    block = builder_.GetInsertBlock();
    builder_.CreateBr(end);
    return lanes;
  };
  Lanes first = branch(yes, call.args[1], true);
  Lanes second = branch(no, call.args[2], false);
  builder_.SetInsertPoint(end);
  if (failure_) return {};
  Lanes result;
  for (int i = 0; i < std::max(first.count(), second.count()); ++i) {
    llvm::PHINode* value = builder_.CreatePHI(TypeOf(dtype), 2);
    value->addIncoming(first.At(i).value, yes);
    value->addIncoming(second.At(i).value, no);
    result.Add({value, Union(first.At(i).interval, second.At(i).interval)});
  }
  return result;
}

Lanes KernelEmitter::IntrinsicCall(const Call& call, const IntrinsicSpec& row) {
  std::array<Lanes, 3> args;
  DType operand = (call.args.empty() ? DTypeOf(&call) : DTypeOf(call.args[0])).Scalar();
  int lanes = 1;
  for (size_t i = 0; i < call.args.size(); ++i) {
    args[i] = Scalarize(Expression(call.args[i]));
    lanes = std::max(lanes, args[i].count());
    if (TypeOf(DTypeOf(call.args[i])) == nullptr) Fail(&call, "an operand that is no scalar");
  }
  if (TypeOf(DTypeOf(&call)) == nullptr) Fail(&call, fmt::format("'{}' without a scalar result", row.name));
  Lanes result;
  for (int i = 0; i < lanes && !failure_; ++i) {
    std::array<Lane, 3> lane;
    for (size_t k = 0; k < call.args.size(); ++k) {
      // Operands are of the first one's dtype; only ldexp and its like have others.
      lane[k] = Convert(args[k].At(i), DTypeOf(call.args[k]), operand);
    }
    result.Add(IntrinsicLane(call, row, operand, {lane.data(), call.args.size()}));
  }
  return result;
}

Lane KernelEmitter::IntrinsicLane(const Call& call, const IntrinsicSpec& row, DType operand, Arguments args) {
  DType result = DTypeOf(&call).Scalar();
  if (!row.TakesOperand(operand)) Fail(&call, fmt::format("'{}' of {}", row.name, DTypeName(operand)));
  if (failure_) return Zero(result);
  Lane value = kEmitFunctions[static_cast<size_t>(row.id)](*this, {call, row, operand, result, args});
  if (failure_ || row.result == ResultType::kStated) return value;
  if (row.result == ResultType::kCount) return Convert(value, operand, result);
  DType has = row.result == ResultType::kBool ? DType::Bool() : operand;
  if (has == result) return value;
  Fail(&call, fmt::format("'{}' of {} with a result of {}", row.name, DTypeName(operand), DTypeName(result)));
  return Zero(result);
}

Lane KernelEmitter::Mathematics(const IntrinsicUse& use) {
  // Integers are given back as they are.
  if (!use.operand.IsFloating() || use.operand != use.result) return use.args[0];
  llvm::SmallVector<llvm::Value*, 2> values;
  for (const Lane& arg : use.args) values.push_back(arg.value);
  return {MathCall(*use.row.math, use.operand, values), {}};
}

Lane KernelEmitter::Reinterpreted(const IntrinsicUse& use) { return Reinterpret(use.args[0], use.operand, use.result); }

Lane KernelEmitter::Limit(const IntrinsicUse& use) { return Constant(use.row.apply(nullptr, use.result)); }

Lane KernelEmitter::LargeUInt(const IntrinsicUse& use) {
  llvm::Value* high = builder_.CreateShl(Widen(use.operand, use.args[1].value), Int64(32));
  return {Narrow(use.result, builder_.CreateOr(Widen(use.operand, use.args[0].value), high)), IntervalOf(use.result)};
}

Lane KernelEmitter::NoForm(const IntrinsicUse& use) {
  Fail(&use.call, fmt::format("a call of '{}'", use.row.op_name));
  return Zero(use.result);
}

llvm::Value* KernelEmitter::CallRuntime(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> args,
                                        bool pure) {
  llvm::Function* callee = module_.getFunction(name);
  if (callee == nullptr) {
    llvm::SmallVector<llvm::Type*, 4> types;
    for (llvm::Value* arg : args) types.push_back(arg->getType());
    auto* type = llvm::FunctionType::get(result, types, /*isVarArg=*/false);
    callee = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module_);
    callee->addFnAttr(llvm::Attribute::NoUnwind);
    callee->addFnAttr(llvm::Attribute::WillReturn);
    if (pure) callee->setDoesNotAccessMemory();
    if (options_.optimised) OfferVectorForms(*callee);
  }
  return builder_.CreateCall(callee, args);
}

// By the names of LLVM's vector function ABI: so many lanes, no mask, one vector.
void KernelEmitter::OfferVectorForms(llvm::Function& scalar) {
  std::string forms;
  for (const VectorFunction& function : VectorFunctions()) {
    if (std::string_view(scalar.getName()) != function.scalar) continue;
    llvm::Type* vector = llvm::FixedVectorType::get(scalar.getReturnType(), static_cast<unsigned>(function.lanes));
    auto callee = module_.getOrInsertFunction(function.vector, vector, vector);
    auto* form = llvm::cast<llvm::Function>(callee.getCallee());
    form->copyAttributesFrom(&scalar);
    llvm::appendToCompilerUsed(module_, form);
    forms += fmt::format("{}_ZGV_LLVM_N{}v_{}({})", forms.empty() ? "" : ",", function.lanes, function.scalar,
                         function.vector);
  }
  if (!forms.empty()) scalar.addFnAttr("vector-function-abi-variant", forms);
}

Lane KernelEmitter::Absolute(DType dtype, Arguments args) {
  llvm::Value* value = args[0].value;
  if (dtype.IsFloating()) {
    llvm::Type* bits = builder_.getIntNTy(value->getType()->getScalarSizeInBits());
    llvm::Value* cleared =
        builder_.CreateLShr(builder_.CreateShl(builder_.CreateBitCast(value, bits), Int(bits, 1)), Int(bits, 1));
    return {RoundNarrow(dtype, builder_.CreateBitCast(cleared, value->getType())), {}};
  }
  if (!dtype.IsInt()) return args[0];
  llvm::Value* zero = Int(value->getType(), 0);
  return {builder_.CreateSelect(builder_.CreateICmpSLT(value, zero), builder_.CreateSub(zero, value), value),
          IntervalOf(dtype)};
}

Lane KernelEmitter::First(DType, Arguments args) { return args[0]; }

Lane KernelEmitter::BitAnd(DType dtype, Arguments args) {
  return {builder_.CreateAnd(args[0].value, args[1].value), IntervalOf(dtype)};
}

Lane KernelEmitter::BitOr(DType dtype, Arguments args) {
  return {builder_.CreateOr(args[0].value, args[1].value), IntervalOf(dtype)};
}

Lane KernelEmitter::BitXor(DType dtype, Arguments args) {
  return {builder_.CreateXor(args[0].value, args[1].value), IntervalOf(dtype)};
}

Lane KernelEmitter::BitNot(DType dtype, Arguments args) {
  return {builder_.CreateNot(args[0].value), IntervalOf(dtype)};
}

Lane KernelEmitter::ShiftLeft(DType dtype, Arguments args) {
  llvm::Type* type = args[0].value->getType();
  llvm::Value* zero = Int(type, 0);
  // Unsigned, so that a negative amount is too large as well.
  llvm::Value* out = builder_.CreateICmpUGE(args[1].value, Int(type, type->getIntegerBitWidth()));
  llvm::Value* shifted = builder_.CreateShl(args[0].value, builder_.CreateSelect(out, zero, args[1].value));
  return {builder_.CreateSelect(out, zero, shifted), IntervalOf(dtype)};
}

Lane KernelEmitter::ShiftRight(DType dtype, Arguments args) {
  llvm::Type* type = args[0].value->getType();
  unsigned bits = type->getIntegerBitWidth();
  llvm::Value* out = builder_.CreateICmpUGE(args[1].value, Int(type, bits));
  if (dtype.IsInt()) {
    llvm::Value* amount = builder_.CreateSelect(out, Int(type, bits - 1), args[1].value);
    return {builder_.CreateAShr(args[0].value, amount), IntervalOf(dtype)};
  }
  llvm::Value* shifted = builder_.CreateLShr(args[0].value, builder_.CreateSelect(out, Int(type, 0), args[1].value));
  return {builder_.CreateSelect(out, Int(type, 0), shifted), IntervalOf(dtype)};
}

Lane KernelEmitter::PopCount(DType dtype, Arguments args) {
  return {builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, args[0].value), IntervalOf(dtype)};
}

// A bool counts within the eight bits that it has in memory: 7 or 8, of which a bool keeps the lowest bit.
Lane KernelEmitter::LeadingZeros(DType dtype, Arguments args) {
  if (dtype.IsBool()) return args[0];
  return {builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, args[0].value, builder_.getFalse()), IntervalOf(dtype)};
}

Lane KernelEmitter::IsNaN(DType dtype, Arguments args) {
  if (!dtype.IsFloating()) return {builder_.getFalse(), {0, 1}};
  return {builder_.CreateFCmpUNO(args[0].value, args[0].value), {0, 1}};
}

Lane KernelEmitter::IsInfinite(DType dtype, Arguments args) {
  if (!dtype.IsFloating()) return {builder_.getFalse(), {0, 1}};
  return {builder_.CreateFCmpOEQ(Absolute(DType::Float(64), args).value,
                                 llvm::ConstantFP::getInfinity(args[0].value->getType())),
          {0, 1}};
}

Lane KernelEmitter::IsFinite(DType dtype, Arguments args) {
  if (!dtype.IsFloating()) return {builder_.getTrue(), {0, 1}};
  return {builder_.CreateFCmpOLT(Absolute(DType::Float(64), args).value,
                                 llvm::ConstantFP::getInfinity(args[0].value->getType())),
          {0, 1}};
}

// Two roundings, in spite of the name: that is how tensor/scalar.h has it for every engine.
Lane KernelEmitter::FusedMultiplyAdd(DType dtype, Arguments args) {
  Lane product = BinaryLane(NodeKind::kMul, dtype, args[0], args[1]);
  return BinaryLane(NodeKind::kAdd, dtype, product, args[2]);
}

}  // namespace assay
