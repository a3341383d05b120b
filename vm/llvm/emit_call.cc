// Calls: of intrinsics lane by lane, and of what evaluates one of two branches.
#include <fmt/format.h>

#include <array>

#include "ir/prim/intrinsics.h"
#include "vm/llvm/call_emitter.h"
#include "vm/llvm/expression_emitter.h"
#include "vm/llvm/intrinsic_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {

Lanes ExpressionEmitter::CallOf(const Call& call) {
  switch (FormOf(call)) {
    case CallForm::kScalar: return IntrinsicCall(call, *IntrinsicOf(&call));
    case CallForm::kChoice: return IfThenElseCall(call);
    case CallForm::kReturn: ReturnOf(call.args.empty() ? nullptr : call.args[0]); return numbers_.Zero(DTypeOf(&call));
    case CallForm::kNothing: return numbers_.Zero(DTypeOf(&call));
    case CallForm::kMeeting:
    case CallForm::kNone: break;
  }
  if (const auto* global = As<GlobalVar>(call.op)) return calls_.FunctionCall(call, *global);
  const auto* op = As<Op>(call.op);
  fn_.Fail(&call, op == nullptr ? "a call of another function" : fmt::format("a call of '{}'", op->name.text()));
  return {};
}

// Evaluates one branch only: the other one may be out of bounds.
Lanes ExpressionEmitter::IfThenElseCall(const Call& call) {
  DType dtype = DTypeOf(&call);
  bool mixed = DTypeOf(call.args[1]).Scalar() != dtype.Scalar() || DTypeOf(call.args[2]).Scalar() != dtype.Scalar();
  if (mixed || numbers_.TypeOf(dtype) == nullptr) fn_.Fail(&call, "if_then_else among different dtypes");
  if (DTypeOf(call.args[0]).lanes != 1) fn_.Fail(&call, "if_then_else on a vector condition");
  llvm::Value* condition = Condition(call.args[0]);
  if (fn_.failed()) return {};
  llvm::BasicBlock* yes = fn_.NewBlock();
  llvm::BasicBlock* no = fn_.NewBlock();
  llvm::BasicBlock* end = fn_.NewBlock();
  builder_.CreateCondBr(condition, yes, no);
  auto branch = [&](llvm::BasicBlock*& block, const Expr* e, bool holds) {
    builder_.SetInsertPoint(block);
    KernelScope::Marks scope = scope_.OpenScope();
    Know(call.args[0], holds);
    Lanes lanes = numbers_.Scalarize(Expression(e));
    scope_.CloseScope(scope);
    block = builder_.GetInsertBlock();
    builder_.CreateBr(end);
    return lanes;
  };
  Lanes first = branch(yes, call.args[1], true);
  Lanes second = branch(no, call.args[2], false);
  builder_.SetInsertPoint(end);
  if (fn_.failed()) return {};
  Lanes result;
  for (int i = 0; i < std::max(first.count(), second.count()); ++i) {
    llvm::PHINode* value = builder_.CreatePHI(numbers_.TypeOf(dtype), 2);
    value->addIncoming(first.At(i).value, yes);
    value->addIncoming(second.At(i).value, no);
    result.Add({value, Union(first.At(i).interval, second.At(i).interval)});
  }
  return result;
}

Lanes ExpressionEmitter::IntrinsicCall(const Call& call, const IntrinsicSpec& row) {
  std::array<Lanes, 3> args;
  DType operand = (call.args.empty() ? DTypeOf(&call) : DTypeOf(call.args[0])).Scalar();
  int lanes = 1;
  for (size_t i = 0; i < call.args.size(); ++i) {
    args[i] = numbers_.Scalarize(Expression(call.args[i]));
    lanes = std::max(lanes, args[i].count());
    if (numbers_.TypeOf(DTypeOf(call.args[i])) == nullptr) fn_.Fail(&call, "an operand that is no scalar");
  }
  if (numbers_.TypeOf(DTypeOf(&call)) == nullptr)
    fn_.Fail(&call, fmt::format("'{}' without a scalar result", row.name));
  Lanes result;
  for (int i = 0; i < lanes && !fn_.failed(); ++i) {
    std::array<Lane, 3> lane;
    for (size_t k = 0; k < call.args.size(); ++k) {
      // Operands are of the first one's dtype; only ldexp and its like have others.
      lane[k] = numbers_.Convert(args[k].At(i), DTypeOf(call.args[k]), operand);
    }
    result.Add(intrinsics_.IntrinsicLane(call, row, operand, {lane.data(), call.args.size()}));
  }
  return result;
}

}  // namespace assay
