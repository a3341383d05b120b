// Expressions: each yields its lanes. Both operands of And and Or, and both branches of Select, are evaluated, as in
// the reference interpreter, so that traps agree.
#include <fmt/format.h>

#include <utility>

#include "ir/tensor/narrow_float.h"
#include "vm/kernel_calls.h"
#include "vm/llvm/arithmetic_emitter.h"
#include "vm/llvm/buffer_emitter.h"
#include "vm/llvm/call_emitter.h"
#include "vm/llvm/counter_emitter.h"
#include "vm/llvm/expression_emitter.h"
#include "vm/llvm/fuel_emitter.h"
#include "vm/llvm/number_emitter.h"

namespace assay {
namespace {

// Neither traps nor is computed by a function.
bool IsAlikeInLanes(NodeKind kind, DType dtype) {
  if (!dtype.IsFloating()) return !IsDivision(kind);
  return !IsNarrowFloat(dtype) && kind != NodeKind::kMod && kind != NodeKind::kFloorDiv && kind != NodeKind::kFloorMod;
}

bool ConvertsAlikeInLanes(DType from, DType to) {
  if (IsNarrowFloat(from) || IsNarrowFloat(to)) return false;
  return !from.IsFloating() || to.IsFloating() || to.IsBool();
}

}  // namespace

// recursion: capped by FunctionBuilder::Descend
Lanes ExpressionEmitter::Expression(const Expr* e) {
  if (!fn_.Descend(e)) return numbers_.Zero(DTypeOf(e));
  Lanes lanes = ExpressionNode(e);
  fn_.Ascend();
  return fn_.failed() || lanes.count() == 0 ? Lanes(numbers_.Zero(DTypeOf(e))) : lanes;
}

Lanes ExpressionEmitter::ExpressionNode(const Expr* e) {
  DType dtype = DTypeOf(e);
  if (const auto* call = As<Call>(e)) return CallOf(*call);
  if (numbers_.TypeOf(dtype) == nullptr) {
    fn_.Fail(e, fmt::format("a {} of dtype {}", NodeKindName(e->kind), DTypeName(dtype)));
    return {};
  }
  switch (ExprKindOf(e)) {
    case ExprKind::kIntImm: return numbers_.Constant(Scalar::Int(dtype.Scalar(), static_cast<const IntImm*>(e)->value));
    case ExprKind::kFloatImm:
      return numbers_.Constant(Scalar::Float(dtype.Scalar(), static_cast<const FloatImm*>(e)->value));
    case ExprKind::kVar: return VarOf(static_cast<const Var&>(*e));
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
      return Binary(static_cast<const BinaryExpr&>(*e));
    case ExprKind::kBufferLoad: return LoadOf(static_cast<const BufferLoad&>(*e));
    case ExprKind::kCall: return CallOf(static_cast<const Call&>(*e));
    case ExprKind::kRamp: return RampOf(static_cast<const Ramp&>(*e));
    case ExprKind::kShuffle: return ShuffleOf(static_cast<const Shuffle&>(*e));
    case ExprKind::kCast: return CastOf(static_cast<const Cast&>(*e));
    case ExprKind::kSelect: return SelectOf(static_cast<const Select&>(*e));
    case ExprKind::kBroadcast:
      fn_.LanesOf(e, dtype);
      return numbers_.Scalarize(Expression(static_cast<const Broadcast*>(e)->value));
    case ExprKind::kLet: {
      const auto* let = static_cast<const Let*>(e);
      if (IsPointer(let->value)) {
        calls_.BindPointer(let->var, let->value);
      } else {
        BindVar(let->var, Expression(let->value), let->value);
      }
      return Expression(let->body);
    }
    case ExprKind::kNot: {
      const Expr* a = static_cast<const Not*>(e)->a;
      Lanes value = Expression(a);
      Lanes result;
      for (int i = 0; i < value.count(); ++i) {
        result.Add({builder_.CreateNot(numbers_.Truth(DTypeOf(a), value.At(i).value)), {0, 1}});
      }
      return result;
    }
    case ExprKind::kStringImm:
    case ExprKind::kOp:
    case ExprKind::kGlobalVar:
    case ExprKind::kPrimFunc:
    case ExprKind::kConstant:
    case ExprKind::kDataTypeImm:
    case ExprKind::kTuple:
    case ExprKind::kTupleGetItem:
    case ExprKind::kShapeExpr:
    case ExprKind::kIf:
    case ExprKind::kSeqExpr:
    case ExprKind::kFunction:
    case ExprKind::kExternFunc: break;
  }
  fn_.Fail(e, fmt::format("a {}", NodeKindName(e->kind)));
  return {};
}

Lane ExpressionEmitter::FirstLane(const Expr* e) { return numbers_.Scalarize(Expression(e), 1).At(0); }

Lanes ExpressionEmitter::VarOf(const Var& var) {
  if (const Lanes* lanes = scope_.vars.Find(&var)) return counters_.InRegisters(*lanes);
  fn_.Fail(&var, fmt::format("variable {}, which nothing binds to a scalar here", var.name.text()));
  return {};
}

llvm::Value* ExpressionEmitter::Condition(const Expr* e) {
  Lane value = FirstLane(e);
  if (DTypeOf(e).IsFloating()) fn_.Fail(e, "a condition that is a float");
  return fn_.failed() ? builder_.getTrue() : numbers_.Truth(DTypeOf(e), value.value);
}

Lanes ExpressionEmitter::Binary(const BinaryExpr& e) {
  Lanes a = Expression(e.a);
  Lanes b = Expression(e.b);
  DType dtype = DTypeOf(e.a).Scalar();
  if (dtype != DTypeOf(e.b).Scalar()) fn_.Fail(&e, "operands of different dtypes");
  if (fn_.failed()) return {};
  const Node* outer = fn_.EnterNode(&e);
  numbers_.Meet({&a, &b}, IsAlikeInLanes(e.kind, dtype));
  Lanes result;
  for (int i = 0; i < std::max(a.count(), b.count()); ++i)
    result.Add(arithmetic_.BinaryLane(e.kind, dtype, a.At(i), b.At(i)));
  fn_.LeaveNode(outer);
  return result;
}

Lane ArithmeticEmitter::BinaryLane(NodeKind kind, DType dtype, Lane a, Lane b) {
  if (kind == NodeKind::kAnd || kind == NodeKind::kOr) {
    llvm::Value* x = numbers_.Truth(dtype, a.value);
    llvm::Value* y = numbers_.Truth(dtype, b.value);
    return {kind == NodeKind::kAnd ? builder_.CreateAnd(x, y) : builder_.CreateOr(x, y), {0, 1}};
  }
  if (dtype.IsFloating()) {
    if (IsComparison(kind)) return {FloatCompare(kind, a.value, b.value), {0, 1}};
    return {FloatBinary(kind, dtype, a.value, b.value), {}};
  }
  if (IsComparison(kind)) return {IntegerCompare(kind, dtype, a.value, b.value), {0, 1}};
  return {IntegerBinary(kind, dtype, a, b), BinaryInterval(kind, a.interval, b.interval, dtype)};
}

Lanes ExpressionEmitter::LoadOf(const BufferLoad& load) {
  BufferAccess access = buffers_.AccessOf(&load, load.buffer, load.indices, load.predicate);
  if (fn_.failed()) return {};
  const Node* outer = fn_.EnterNode(&load);
  DType element = access.view->element;
  Lanes result;
  llvm::Value *inside = nullptr, *address = buffers_.RunAddress(access, &inside);
  if (address != nullptr) result = buffers_.LoadRun(access, address, inside);
  for (int i = 0; i < access.lanes && address == nullptr; ++i)
    result.Add({buffers_.LoadLane(access, i), IntervalOf(element)});
  fn_.LeaveNode(outer);
  return result;
}

Lanes ExpressionEmitter::RampOf(const Ramp& ramp) {
  Lane lane = FirstLane(ramp.base);
  Lane stride = FirstLane(ramp.stride);
  DType dtype = DTypeOf(&ramp).Scalar();
  int lanes = fn_.LanesOf(&ramp, DTypeOf(&ramp));
  if (dtype != DTypeOf(ramp.base) || dtype != DTypeOf(ramp.stride)) fn_.Fail(&ramp, "a ramp of mixed dtypes");
  if (fn_.failed()) return {};
  Lanes result(lane);
  for (int i = 1; i < lanes; ++i) {
    lane = arithmetic_.BinaryLane(NodeKind::kAdd, dtype, lane, stride);
    result.Add(lane);
  }
  return result;
}

// Lanes of all vectors in a row, picked by constant indices.
Lanes ExpressionEmitter::ShuffleOf(const Shuffle& shuffle) {
  std::vector<Lane> pool;
  for (const Expr* vector : shuffle.vectors) {
    Lanes lanes = numbers_.Scalarize(Expression(vector));
    if (DTypeOf(vector).Scalar() != DTypeOf(&shuffle).Scalar()) fn_.Fail(&shuffle, "a shuffle of mixed dtypes");
    for (int i = 0; i < fn_.LanesOf(vector, DTypeOf(vector)); ++i) pool.push_back(lanes.At(i));
  }
  Lanes result;
  for (const Expr* position : shuffle.indices) {
    const auto* index = As<IntImm>(position);
    if (index == nullptr || index->value < 0 || index->value >= static_cast<int64_t>(pool.size())) {
      fn_.Fail(&shuffle, "a shuffle whose indices are not constants in range");
      return {};
    }
    result.Add(pool[static_cast<size_t>(index->value)]);
  }
  return result;
}

Lanes ExpressionEmitter::CastOf(const Cast& cast) {
  Lanes value = Expression(cast.value);
  fn_.LanesOf(&cast, DTypeOf(&cast));
  if (fn_.failed()) return {};
  numbers_.Meet({&value}, ConvertsAlikeInLanes(DTypeOf(cast.value), DTypeOf(&cast)));
  Lanes result;
  for (int i = 0; i < value.count(); ++i)
    result.Add(numbers_.Convert(value.At(i), DTypeOf(cast.value), DTypeOf(&cast)));
  return result;
}

Lanes ExpressionEmitter::SelectOf(const Select& select) {
  Lanes condition = Expression(select.condition);
  Lanes yes = Expression(select.true_value);
  Lanes no = Expression(select.false_value);
  DType dtype = DTypeOf(&select).Scalar();
  if (DTypeOf(select.true_value).Scalar() != dtype || DTypeOf(select.false_value).Scalar() != dtype) {
    fn_.Fail(&select, "a selection among different dtypes");
  }
  if (DTypeOf(select.condition).IsFloating()) fn_.Fail(&select, "a condition that is a float");
  if (fn_.failed()) return {};
  // One condition chooses among vectors as it is.
  if (DTypeOf(select.condition).lanes > 1) {
    numbers_.Meet({&condition, &yes, &no}, true);
  } else {
    numbers_.Meet({&yes, &no}, true);
  }
  Lanes result;
  for (int i = 0; i < std::max({condition.count(), yes.count(), no.count()}); ++i) {
    llvm::Value* chosen = numbers_.Truth(DTypeOf(select.condition), condition.At(i).value);
    result.Add(
        {builder_.CreateSelect(chosen, yes.At(i).value, no.At(i).value), Union(yes.At(i).interval, no.At(i).interval)});
  }
  return result;
}

Lane ExpressionEmitter::Index(const Expr* e) {
  Lane value = FirstLane(e);
  if (fn_.failed()) return {Int64(0), Interval::Of(0)};
  if (!value.value->getType()->isIntegerTy()) {
    fn_.Fail(e, "a number of elements that is no integer");
    return {Int64(0), Interval::Of(0)};
  }
  return {numbers_.Widen(DTypeOf(e), value.value), value.interval};
}

void ExpressionEmitter::BindVar(const Var* var, Lanes value, const Expr* from) {
  if (DTypeOf(var).Scalar() != DTypeOf(from).Scalar())
    fn_.Fail(var, fmt::format("variable {} of another dtype than its value", var->name.text()));
  if (!fn_.failed()) scope_.vars.Set(var, std::move(value));
}

void ExpressionEmitter::ReturnOf(const Expr* value) {
  if (value != nullptr) {
    Lane result = FirstLane(value);
    DType dtype = DTypeOf(value).Scalar();
    if (fn_.called() && DTypeOf(value) != ReturnedBy(fn_.signature().func()))
      fn_.Fail(value, "a returned value of another type than is declared");
    if (fn_.failed()) return;
    auto type = static_cast<int64_t>(fn_.plan().results.size());
    fn_.plan().results.push_back(dtype);
    builder_.CreateStore(numbers_.ToCell(dtype, result.value), fn_.FrameField(offsetof(KernelFrame, result)));
    builder_.CreateStore(Int64(type), fn_.FrameField(offsetof(KernelFrame, result_type)));
  }
  fn_.LeaveWith(KernelCode::kDone);
  fuel_.Uncountable();
  fn_.StartDeadBlock();
}

}  // namespace assay
