#include "vm/reference/tir_compile_expr.h"

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "vm/kernel_calls.h"
#include "vm/reference/tir_compile_buffer.h"
#include "vm/reference/tir_compile_call.h"
#include "vm/reference/tir_compile_stmt.h"
#include "vm/reference/tir_compile_threads.h"

namespace assay {
namespace {

struct FastOpcode {
  NodeKind kind;
  Opcode op;
};
// GT and GE swap their operands.
constexpr FastOpcode kFastOpcodes[] = {
    {NodeKind::kAdd, Opcode::kAdd},  {NodeKind::kSub, Opcode::kSub},      {NodeKind::kMul, Opcode::kMul},
    {NodeKind::kEQ, Opcode::kEqual}, {NodeKind::kNE, Opcode::kNotEqual},  {NodeKind::kLT, Opcode::kLess},
    {NodeKind::kGT, Opcode::kLess},  {NodeKind::kLE, Opcode::kLessEqual}, {NodeKind::kGE, Opcode::kLessEqual},
};

}  // namespace

// recursion: capped by kMaxDepth
TirExprCompiler::Cells TirExprCompiler::Expression(const Expr* e) {
  if (state_.failure) return {};
  state_.EnterNode(e);
  Cells cells = state_.failure ? Cells{} : ExpressionNode(e);
  state_.LeaveNode();
  return cells;
}

TirExprCompiler::Cells TirExprCompiler::ExpressionNode(const Expr* e) {
  DType dtype = DTypeOf(e);
  switch (ExprKindOf(e)) {
    case ExprKind::kIntImm:
      return state_.Constant(dtype, Cell{.u = Scalar::Int(dtype.Scalar(), static_cast<const IntImm*>(e)->value).u});
    case ExprKind::kFloatImm:
      return state_.Constant(dtype, Cell{.u = Scalar::Float(dtype.Scalar(), static_cast<const FloatImm*>(e)->value).u});
    case ExprKind::kVar: {
      const auto* var = static_cast<const Var*>(e);
      auto found = state_.vars.find(var);
      if (found != state_.vars.end()) return found->second;
      state_.Fail(e, fmt::format("variable {}, which nothing binds to a scalar", var->name.text()));
      return {};
    }
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
      return Binary(static_cast<const BinaryExpr&>(*e));
    case ExprKind::kBufferLoad: return LoadOf(static_cast<const BufferLoad&>(*e));
    case ExprKind::kCall: return CallOf(static_cast<const Call&>(*e));
    case ExprKind::kRamp: return RampOf(static_cast<const Ramp&>(*e));
    case ExprKind::kShuffle: return ShuffleOf(static_cast<const Shuffle&>(*e));
    case ExprKind::kBroadcast: return BroadcastOf(static_cast<const Broadcast&>(*e));
    case ExprKind::kLet: return LetOf(static_cast<const Let&>(*e));
    case ExprKind::kCast: return CastOf(static_cast<const Cast&>(*e));
    case ExprKind::kNot: return NotOf(static_cast<const Not&>(*e));
    case ExprKind::kSelect: return SelectOf(static_cast<const Select&>(*e));
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
  state_.Fail(e, fmt::format("a {}", NodeKindName(e->kind)));
  return {};
}

TirExprCompiler::Cells TirExprCompiler::BroadcastOf(const Broadcast& broadcast) {
  Cells value = Expression(broadcast.value);
  int32_t lanes = state_.LanesOf(&broadcast, DTypeOf(&broadcast));
  Cells result{state_.NewCells(lanes), lanes};
  for (int32_t i = 0; i < lanes; ++i)
    state_.Emit({.op = Opcode::kMove, .dst = result.At(i), .a = value.At(i % value.lanes)});
  return result;
}

TirExprCompiler::Cells TirExprCompiler::LetOf(const Let& let) {
  if (IsPointer(let.value)) {
    TirCallCompiler(state_).BindPointer(let.var, let.value);
    return Expression(let.body);
  }
  Cells value = Expression(let.value);
  Cells var = state_.DefineVar(let.var);
  for (int32_t i = 0; i < var.lanes; ++i) state_.Emit({.op = Opcode::kMove, .dst = var.At(i), .a = value.At(i)});
  return Expression(let.body);
}

TirExprCompiler::Cells TirExprCompiler::CastOf(const Cast& cast) {
  DType dtype = DTypeOf(&cast);
  int32_t lanes = state_.LanesOf(&cast, dtype);
  Cells value = Expression(cast.value);
  if (DTypeOf(cast.value) == dtype) return value;
  Cells result{state_.NewCells(lanes), lanes};
  for (int32_t i = 0; i < lanes; ++i) {
    state_.Emit({.op = Opcode::kCast,
                 .type = state_.TypeIndex(DTypeOf(cast.value)),
                 .result = state_.TypeIndex(dtype),
                 .dst = result.At(i),
                 .a = value.At(i)});
  }
  return result;
}

TirExprCompiler::Cells TirExprCompiler::NotOf(const Not& negation) {
  int32_t lanes = state_.LanesOf(&negation, DTypeOf(&negation));
  Cells value = Expression(negation.a);
  Cells result{state_.NewCells(lanes), lanes};
  for (int32_t i = 0; i < lanes; ++i) state_.Emit({.op = Opcode::kNot, .dst = result.At(i), .a = value.At(i)});
  return result;
}

TirExprCompiler::Cells TirExprCompiler::SelectOf(const Select& select) {
  int32_t lanes = state_.LanesOf(&select, DTypeOf(&select));
  Cells condition = Expression(select.condition);
  Cells yes = Expression(select.true_value);
  Cells no = Expression(select.false_value);
  Cells result{state_.NewCells(lanes), lanes};
  for (int32_t i = 0; i < lanes; ++i) {
    state_.Emit({.op = Opcode::kSelect, .dst = result.At(i), .a = condition.At(i), .b = yes.At(i), .c = no.At(i)});
  }
  return result;
}

void TirExprCompiler::EmitBinary(NodeKind kind, DType dtype, int32_t dst, int32_t a, int32_t b) {
  CellKind cell = CellKindOf(dtype);
  bool comparison = IsComparison(kind);
  // Signed integers are compared as 64-bit ones, floats as doubles; unsigned ones by Scalar.
  if (comparison && dtype.IsInt()) cell = CellKind::kInt64;
  if (comparison && dtype.IsFloating()) cell = CellKind::kFloat64;
  bool whole = cell == CellKind::kInt64 || cell == CellKind::kInt32;
  std::optional<Opcode> fast;
  for (auto [from, to] : kFastOpcodes) {
    if (from == kind) fast = to;
  }
  if (whole && kind == NodeKind::kFloorDiv) fast = Opcode::kFloorDiv;
  if (whole && kind == NodeKind::kFloorMod) fast = Opcode::kFloorMod;
  if (fast && cell != CellKind::kOther) {
    bool swap = kind == NodeKind::kGT || kind == NodeKind::kGE;
    state_.Emit({.op = *fast, .kind = cell, .dst = dst, .a = swap ? b : a, .b = swap ? a : b});
    return;
  }
  Opcode op = IsDivision(kind) ? Opcode::kDivide : Opcode::kBinary;
  state_.program.binary.push_back(BinaryFunction(kind));
  state_.program.binary_kinds.push_back(kind);
  state_.Emit({.op = op,
               .type = state_.TypeIndex(dtype),
               .extra = static_cast<int32_t>(state_.program.binary.size()) - 1,
               .dst = dst,
               .a = a,
               .b = b});
}

TirExprCompiler::Cells TirExprCompiler::Binary(const BinaryExpr& e) {
  Cells a = Expression(e.a);
  Cells b = Expression(e.b);
  const Node* outer = std::exchange(state_.place, e.span.file == 0 ? state_.place : &e);
  int32_t lanes = state_.LanesOf(&e, DTypeOf(&e));
  Cells result{state_.NewCells(lanes), lanes};
  for (int32_t i = 0; i < lanes; ++i) EmitBinary(e.kind, DTypeOf(e.a), result.At(i), a.At(i), b.At(i));
  state_.place = outer;
  return result;
}

TirExprCompiler::Cells TirExprCompiler::CallOf(const Call& call) {
  switch (FormOf(call)) {
    case CallForm::kScalar: return IntrinsicCall(call, *IntrinsicOf(&call));
    case CallForm::kChoice: return IfThenElseCall(call);
    case CallForm::kReturn:
      if (call.args.empty()) {
        state_.Emit({.op = Opcode::kReturn, .a = -1});
      } else {
        TirStmtCompiler(state_).ReturnOf(call.args[0]);
      }
      return state_.Constant(DType::Int(32), Cell{.i = 0});
    case CallForm::kNothing: return state_.Constant(DType::Int(32), Cell{.i = 0});
    case CallForm::kMeeting: return TirThreadCompiler(state_).Meeting(call);
    case CallForm::kNone: break;
  }
  if (const auto* global = As<GlobalVar>(call.op)) return TirCallCompiler(state_).FunctionCall(call, *global);
  const auto* op = As<Op>(call.op);
  state_.Fail(&call, op == nullptr ? "a call of another function" : fmt::format("a call of '{}'", op->name.text()));
  return {};
}

// Evaluates one branch only: the other one may be out of bounds. Lane by lane for a vector condition.
TirExprCompiler::Cells TirExprCompiler::IfThenElseCall(const Call& call) {
  Cells condition = Expression(call.args[0]);
  int32_t lanes = state_.LanesOf(&call, DTypeOf(&call));
  if (condition.lanes != 1) state_.Fail(&call, "if_then_else on a vector condition");
  Cells result{state_.NewCells(lanes), lanes};
  int32_t to_else = state_.Emit({.op = Opcode::kJumpUnless, .a = condition.first});
  Cells yes = Expression(call.args[1]);
  for (int32_t i = 0; i < lanes; ++i) state_.Emit({.op = Opcode::kMove, .dst = result.At(i), .a = yes.At(i)});
  int32_t to_end = state_.Emit({.op = Opcode::kJump});
  state_.Land(to_else);
  Cells no = Expression(call.args[2]);
  for (int32_t i = 0; i < lanes; ++i) state_.Emit({.op = Opcode::kMove, .dst = result.At(i), .a = no.At(i)});
  state_.Land(to_end);
  return result;
}

TirExprCompiler::Cells TirExprCompiler::IntrinsicCall(const Call& call, const IntrinsicSpec& intrinsic) {
  Cells args[3];
  for (size_t i = 0; i < call.args.size(); ++i) args[i] = Expression(call.args[i]);
  int32_t lanes = state_.LanesOf(&call, DTypeOf(&call));
  DType operand = call.args.empty() ? DTypeOf(&call) : DTypeOf(call.args[0]);
  state_.program.intrinsics.push_back(&intrinsic);
  state_.program.math.push_back(operand.IsFloating() ? intrinsic.math : nullptr);
  Cells result{state_.NewCells(lanes), lanes};
  for (int32_t i = 0; i < lanes; ++i) {
    state_.Emit({.op = Opcode::kIntrinsic,
                 .kind = CellKindOf(operand),
                 .type = state_.TypeIndex(operand),
                 .result = state_.TypeIndex(DTypeOf(&call)),
                 .extra = static_cast<int32_t>(state_.program.intrinsics.size()) - 1,
                 .dst = result.At(i),
                 .a = args[0].At(i),
                 .b = args[1].At(i),
                 .c = args[2].At(i)});
  }
  return result;
}

TirExprCompiler::Cells TirExprCompiler::LoadOf(const BufferLoad& load) {
  TirBufferCompiler::Access access =
      TirBufferCompiler(state_).AccessOf(&load, load.buffer, load.indices, load.predicate);
  const Node* outer = std::exchange(state_.place, load.span.file == 0 ? state_.place : &load);
  Cells result{state_.NewCells(access.lanes), access.lanes};
  Cells zero = access.mask ? state_.Constant(DTypeOf(&load), Cell{.u = 0}) : Cells{};
  for (int32_t i = 0; i < access.lanes; ++i) {
    if (access.mask) state_.Emit({.op = Opcode::kMove, .dst = result.At(i), .a = zero.first});
    TirBufferCompiler(state_).EmitAccess(Opcode::kLoad, access, i, result.At(i));
  }
  state_.place = outer;
  return result;
}

TirExprCompiler::Cells TirExprCompiler::RampOf(const Ramp& ramp) {
  Cells base = Expression(ramp.base);
  Cells stride = Expression(ramp.stride);
  DType dtype = DTypeOf(&ramp);
  int32_t lanes = state_.LanesOf(&ramp, dtype);
  Cells result{state_.NewCells(lanes), lanes};
  int32_t previous = base.first;
  for (int32_t i = 0; i < lanes; ++i) {
    if (i == 0) {
      state_.Emit({.op = Opcode::kMove, .dst = result.At(0), .a = previous});
    } else {
      EmitBinary(NodeKind::kAdd, dtype, result.At(i), previous, stride.first);
    }
    previous = result.At(i);
  }
  return result;
}

// Lanes of all vectors in a row, picked by constant indices.
TirExprCompiler::Cells TirExprCompiler::ShuffleOf(const Shuffle& shuffle) {
  std::vector<int32_t> pool;
  for (const Expr* vector : shuffle.vectors) {
    Cells cells = Expression(vector);
    for (int32_t i = 0; i < cells.lanes; ++i) pool.push_back(cells.At(i));
  }
  auto lanes = static_cast<int32_t>(shuffle.indices.size());
  Cells result{state_.NewCells(lanes), lanes};
  for (int32_t i = 0; i < lanes; ++i) {
    const auto* index = As<IntImm>(shuffle.indices[static_cast<size_t>(i)]);
    if (index == nullptr || index->value < 0 || index->value >= static_cast<int64_t>(pool.size())) {
      state_.Fail(&shuffle, "a shuffle whose indices are not constants in range");
      return {};
    }
    state_.Emit({.op = Opcode::kMove, .dst = result.At(i), .a = pool[static_cast<size_t>(index->value)]});
  }
  return result;
}

}  // namespace assay
