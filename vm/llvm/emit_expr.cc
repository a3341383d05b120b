// Expressions: each yields its lanes. Both operands of And and Or, and both branches of Select, are evaluated, as in
// the reference interpreter, so that traps agree.
#include <fmt/format.h>

#include <utility>

#include "ir/tensor/narrow_float.h"
#include "vm/kernel_calls.h"
#include "vm/llvm/emit.h"

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

// recursion: capped by kMaxDepth
Lanes KernelEmitter::Expression(const Expr* e) {
  if (!failure_ && (++nodes_ > kMaxNodes || depth_ >= kMaxDepth)) FailTooLarge(e, "a function of this size or depth");
  if (failure_) return Zero(DTypeOf(e));
  ++depth_;
  Lanes lanes = ExpressionNode(e);
  --depth_;
  return failure_ || lanes.count() == 0 ? Lanes(Zero(DTypeOf(e))) : lanes;
}

Lanes KernelEmitter::ExpressionNode(const Expr* e) {
  DType dtype = DTypeOf(e);
  if (const auto* call = As<Call>(e)) return CallOf(*call);
  if (TypeOf(dtype) == nullptr) {
    Fail(e, fmt::format("a {} of dtype {}", NodeKindName(e->kind), DTypeName(dtype)));
    return {};
  }
  switch (ExprKindOf(e)) {
    case ExprKind::kIntImm: return Constant(Scalar::Int(dtype.Scalar(), static_cast<const IntImm*>(e)->value));
    case ExprKind::kFloatImm: return Constant(Scalar::Float(dtype.Scalar(), static_cast<const FloatImm*>(e)->value));
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
    case ExprKind::kBroadcast: LanesOf(e, dtype); return Scalarize(Expression(static_cast<const Broadcast*>(e)->value));
    case ExprKind::kLet: {
      const auto* let = static_cast<const Let*>(e);
      if (IsPointer(let->value)) {
        BindPointer(let->var, let->value);
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
        result.Add({builder_.CreateNot(Truth(DTypeOf(a), value.At(i).value)), {0, 1}});
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
  Fail(e, fmt::format("a {}", NodeKindName(e->kind)));
  return {};
}

Lanes KernelEmitter::VarOf(const Var& var) {
  if (const Lanes* lanes = vars_.Find(&var)) return InRegisters(*lanes);
  Fail(&var, fmt::format("variable {}, which nothing binds to a scalar here", var.name.text()));
  return {};
}

llvm::Value* KernelEmitter::Condition(const Expr* e) {
  Lane value = FirstLane(e);
  if (DTypeOf(e).IsFloating()) Fail(e, "a condition that is a float");
  return failure_ ? builder_.getTrue() : Truth(DTypeOf(e), value.value);
}

Lanes KernelEmitter::Binary(const BinaryExpr& e) {
  Lanes a = Expression(e.a);
  Lanes b = Expression(e.b);
  DType dtype = DTypeOf(e.a).Scalar();
  if (dtype != DTypeOf(e.b).Scalar()) Fail(&e, "operands of different dtypes");
  if (failure_) return {};
  const Node* outer = EnterPlace(&e);
  Meet({&a, &b}, IsAlikeInLanes(e.kind, dtype));
  Lanes result;
  for (int i = 0; i < std::max(a.count(), b.count()); ++i) result.Add(BinaryLane(e.kind, dtype, a.At(i), b.At(i)));
  LeavePlace(outer);
  return result;
}

Lane KernelEmitter::BinaryLane(NodeKind kind, DType dtype, Lane a, Lane b) {
  if (kind == NodeKind::kAnd || kind == NodeKind::kOr) {
    llvm::Value* x = Truth(dtype, a.value);
    llvm::Value* y = Truth(dtype, b.value);
    return {kind == NodeKind::kAnd ? builder_.CreateAnd(x, y) : builder_.CreateOr(x, y), {0, 1}};
  }
  if (dtype.IsFloating()) {
    if (IsComparison(kind)) return {FloatCompare(kind, a.value, b.value), {0, 1}};
    return {FloatBinary(kind, dtype, a.value, b.value), {}};
  }
  if (IsComparison(kind)) return {IntegerCompare(kind, dtype, a.value, b.value), {0, 1}};
  return {IntegerBinary(kind, dtype, a, b), BinaryInterval(kind, a.interval, b.interval, dtype)};
}

Lanes KernelEmitter::LoadOf(const BufferLoad& load) {
  Access access = AccessOf(&load, load.buffer, load.indices, load.predicate);
  if (failure_) return {};
  const Node* outer = EnterPlace(&load);
  DType element = access.view->element;
  Lanes result;
  llvm::Value *inside = nullptr, *address = RunAddress(access, &inside);
  if (address != nullptr) result = LoadRun(access, address, inside);
  for (int i = 0; i < access.lanes && address == nullptr; ++i) result.Add({LoadLane(access, i), IntervalOf(element)});
  LeavePlace(outer);
  return result;
}

Lanes KernelEmitter::RampOf(const Ramp& ramp) {
  Lane lane = FirstLane(ramp.base);
  Lane stride = FirstLane(ramp.stride);
  DType dtype = DTypeOf(&ramp).Scalar();
  int lanes = LanesOf(&ramp, DTypeOf(&ramp));
  if (dtype != DTypeOf(ramp.base) || dtype != DTypeOf(ramp.stride)) Fail(&ramp, "a ramp of mixed dtypes");
  if (failure_) return {};
  Lanes result(lane);
  for (int i = 1; i < lanes; ++i) {
    lane = BinaryLane(NodeKind::kAdd, dtype, lane, stride);
    result.Add(lane);
  }
  return result;
}

// Lanes of all vectors in a row, picked by constant indices.
Lanes KernelEmitter::ShuffleOf(const Shuffle& shuffle) {
  std::vector<Lane> pool;
  for (const Expr* vector : shuffle.vectors) {
    Lanes lanes = Scalarize(Expression(vector));
    if (DTypeOf(vector).Scalar() != DTypeOf(&shuffle).Scalar()) Fail(&shuffle, "a shuffle of mixed dtypes");
    for (int i = 0; i < LanesOf(vector, DTypeOf(vector)); ++i) pool.push_back(lanes.At(i));
  }
  Lanes result;
  for (const Expr* position : shuffle.indices) {
    const auto* index = As<IntImm>(position);
    if (index == nullptr || index->value < 0 || index->value >= static_cast<int64_t>(pool.size())) {
      Fail(&shuffle, "a shuffle whose indices are not constants in range");
      return {};
    }
    result.Add(pool[static_cast<size_t>(index->value)]);
  }
  return result;
}

Lanes KernelEmitter::CastOf(const Cast& cast) {
  Lanes value = Expression(cast.value);
  LanesOf(&cast, DTypeOf(&cast));
  if (failure_) return {};
  Meet({&value}, ConvertsAlikeInLanes(DTypeOf(cast.value), DTypeOf(&cast)));
  Lanes result;
  for (int i = 0; i < value.count(); ++i) result.Add(Convert(value.At(i), DTypeOf(cast.value), DTypeOf(&cast)));
  return result;
}

Lanes KernelEmitter::SelectOf(const Select& select) {
  Lanes condition = Expression(select.condition);
  Lanes yes = Expression(select.true_value);
  Lanes no = Expression(select.false_value);
  DType dtype = DTypeOf(&select).Scalar();
  if (DTypeOf(select.true_value).Scalar() != dtype || DTypeOf(select.false_value).Scalar() != dtype) {
    Fail(&select, "a selection among different dtypes");
  }
  if (DTypeOf(select.condition).IsFloating()) Fail(&select, "a condition that is a float");
  if (failure_) return {};
  // One condition chooses among vectors as it is.
  if (DTypeOf(select.condition).lanes > 1) {
    Meet({&condition, &yes, &no}, true);
  } else {
    Meet({&yes, &no}, true);
  }
  Lanes result;
  for (int i = 0; i < std::max({condition.count(), yes.count(), no.count()}); ++i) {
    llvm::Value* chosen = Truth(DTypeOf(select.condition), condition.At(i).value);
    result.Add(
        {builder_.CreateSelect(chosen, yes.At(i).value, no.At(i).value), Union(yes.At(i).interval, no.At(i).interval)});
  }
  return result;
}

}  // namespace assay
