#include "vm/kernel_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/prim/intrinsics.h"
#include "ir/walk.h"
#include "vm/scalar_ops.h"

namespace assay {
namespace {

bool IsBoolOf(DType dtype, int lanes) { return dtype.IsBool() && dtype.lanes == lanes; }
bool IsIndex(DType dtype) { return dtype.IsInteger(); }
bool AllAre(Nodes<Expr> exprs, bool (*holds)(DType)) {
  return std::ranges::all_of(exprs, [&](const Expr* e) { return holds(DTypeOf(e)); });
}
// Of the element, as many as the indices and the element have lanes together.
DType Accessed(const Buffer& buffer, Nodes<Expr> indices) {
  int lanes = 1;
  for (const Expr* index : indices) lanes = std::max<int>(lanes, DTypeOf(index).lanes);
  DType dtype = buffer.dtype;
  int64_t all = int64_t{lanes} * std::max<int>(dtype.lanes, 1);
  dtype.lanes = static_cast<int16_t>(all > INT16_MAX ? 0 : all);
  return dtype;
}
bool SwitchesLanes(const Expr* predicate, DType accessed) {
  return predicate == nullptr || IsBoolOf(DTypeOf(predicate), accessed.lanes);
}
// A lane more or less is a broadcast.
bool SameOrOne(DType value, DType whole) {
  return value.Scalar() == whole.Scalar() && (value.lanes == whole.lanes || value.lanes == 1);
}

// A pointer's type has no dtype; what is computed, such as an address, is a plain handle.
bool IsAddress(const Expr* e) { return Is<PointerType>(e->type) || DTypeOf(e).IsHandle(); }
bool MayName(const Var* var, const Expr* value) {
  return DTypeOf(value) == DTypeOf(var) || (IsAddress(value) && IsAddress(var));
}

bool BinaryAgrees(const BinaryExpr& e) {
  DType a = DTypeOf(e.a), b = DTypeOf(e.b), type = DTypeOf(&e);
  if (a != b || a.IsVoid() || a.IsHandle() || a.lanes < 1) return false;
  if (IsComparison(e.kind)) return IsBoolOf(type, a.lanes);
  if (e.kind == NodeKind::kAnd || e.kind == NodeKind::kOr) return a.IsBool() && type == a;
  return type == a;
}

bool VectorAgrees(const Expr& e) {
  DType type = DTypeOf(&e);
  if (const auto* ramp = As<Ramp>(&e)) {
    DType base = DTypeOf(ramp->base);
    return IsIndex(base) && base.lanes == 1 && DTypeOf(ramp->stride) == base && type.Scalar() == base;
  }
  if (const auto* broadcast = As<Broadcast>(&e)) {
    DType value = DTypeOf(broadcast->value);
    return value.lanes >= 1 && value.Scalar() == type.Scalar() && type.lanes % value.lanes == 0;
  }
  const auto& shuffle = static_cast<const Shuffle&>(e);
  bool same = std::ranges::all_of(shuffle.vectors, [&](const Expr* v) { return DTypeOf(v).Scalar() == type.Scalar(); });
  return same && static_cast<size_t>(type.lanes) == shuffle.indices.size();
}

bool SelectAgrees(const Select& select) {
  DType type = DTypeOf(&select), condition = DTypeOf(select.condition);
  bool branches = SameOrOne(DTypeOf(select.true_value), type) && SameOrOne(DTypeOf(select.false_value), type);
  return branches && condition.IsBool() && (condition.lanes == 1 || condition.lanes == type.lanes);
}

// Arguments of one dtype but for what takes others; the result has the lanes of the arguments.
bool CallAgrees(const Call& call) {
  const IntrinsicSpec* row = IntrinsicOf(&call);
  DType type = DTypeOf(&call);
  if (AsChoice(&call) != nullptr) {
    return IsBoolOf(DTypeOf(call.args[0]), 1) && DTypeOf(call.args[1]) == type && DTypeOf(call.args[2]) == type;
  }
  if (row == nullptr || row->form != CallForm::kScalar || call.args.empty()) return true;
  DType first = DTypeOf(call.args[0]);
  // A handle made of a number, or the other way round: machine code refuses it, the reference interpreter keeps the
  // number.
  if (row->id == IntrinsicId::reinterpret && first.IsHandle() != type.IsHandle())
    return first.ElementBytes() == 8 && type.ElementBytes() == 8;
  if (first.IsVoid() || first.IsHandle() || type.IsVoid() || type.IsHandle()) return false;
  bool lanes = std::ranges::all_of(call.args, [&](const Expr* arg) { return DTypeOf(arg).lanes == type.lanes; });
  bool same = std::ranges::all_of(call.args, [&](const Expr* arg) { return DTypeOf(arg).Scalar() == first.Scalar(); });
  return lanes && (same || row->id == IntrinsicId::ldexp);
}

bool CastAgrees(const Cast& cast) {
  DType type = DTypeOf(&cast), value = DTypeOf(cast.value);
  return value.lanes == type.lanes && !value.IsVoid() && !type.IsVoid() && value.IsHandle() == type.IsHandle();
}

bool LoadAgrees(const BufferLoad& load) {
  DType accessed = Accessed(*load.buffer, load.indices);
  return DTypeOf(&load) == accessed && AllAre(load.indices, IsIndex) && SwitchesLanes(load.predicate, accessed);
}

bool ExpressionAgrees(const Expr& e) {
  DType type = DTypeOf(&e);
  switch (ExprKindOf(&e)) {
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
    return BinaryAgrees(static_cast<const BinaryExpr&>(e));
    case ExprKind::kCast: return CastAgrees(static_cast<const Cast&>(e));
    case ExprKind::kNot: return type.IsBool() && DTypeOf(static_cast<const Not&>(e).a) == type;
    case ExprKind::kSelect: return SelectAgrees(static_cast<const Select&>(e));
    case ExprKind::kLet: {
      const auto& let = static_cast<const Let&>(e);
      return MayName(let.var, let.value) && DTypeOf(let.body) == type;
    }
    case ExprKind::kRamp:
    case ExprKind::kBroadcast:
    case ExprKind::kShuffle: return VectorAgrees(e);
    case ExprKind::kBufferLoad: return LoadAgrees(static_cast<const BufferLoad&>(e));
    case ExprKind::kCall: return CallAgrees(static_cast<const Call&>(e));
    // No expressions with parts that have a dtype.
    case ExprKind::kVar:
    case ExprKind::kIntImm:
    case ExprKind::kFloatImm:
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
    case ExprKind::kExternFunc: return true;
  }
  ASSAY_UNREACHABLE();
}

bool StatementAgrees(const Stmt* s) {
  auto condition = [](const Expr* e) { return IsBoolOf(DTypeOf(e), 1); };
  switch (StmtKindOf(s)) {
    case StmtKind::kBind: return MayName(static_cast<const Bind*>(s)->var, static_cast<const Bind*>(s)->value);
    case StmtKind::kBufferStore: {
      const auto& store = static_cast<const BufferStore&>(*s);
      DType accessed = Accessed(*store.buffer, store.indices);
      bool fits = SameOrOne(DTypeOf(store.value), accessed) && SwitchesLanes(store.predicate, accessed);
      return fits && AllAre(store.indices, IsIndex);
    }
    case StmtKind::kFor: {
      const auto& loop = static_cast<const For&>(*s);
      DType var = DTypeOf(loop.loop_var);
      bool scalar = IsIndex(var) && var.lanes == 1 && DTypeOf(loop.min) == var && DTypeOf(loop.extent) == var;
      return scalar && (loop.step == nullptr || DTypeOf(loop.step) == var);
    }
    case StmtKind::kIfThenElse: return condition(static_cast<const IfThenElse*>(s)->condition);
    case StmtKind::kWhile: return condition(static_cast<const While*>(s)->condition);
    case StmtKind::kAssertStmt: return condition(static_cast<const AssertStmt*>(s)->condition);
    case StmtKind::kSBlockRealize: {
      const auto& realize = static_cast<const SBlockRealize&>(*s);
      bool when = realize.predicate == nullptr || condition(realize.predicate);
      return when && AllAre(realize.iter_values, [](DType d) { return IsIndex(d) && d.lanes == 1; });
    }
    // Their parts are judged by themselves.
    case StmtKind::kAttrStmt:
    case StmtKind::kDeclBuffer:
    case StmtKind::kAllocBuffer:
    case StmtKind::kSeqStmt:
    case StmtKind::kEvaluate:
    case StmtKind::kReturn:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kSBlock: return true;
  }
  ASSAY_UNREACHABLE();
}

bool IterVarAgrees(const IterVar& iter) {
  DType var = DTypeOf(iter.var);
  bool whole = IsIndex(var) && var.lanes == 1;
  return whole && (iter.dom == nullptr || DTypeOf(iter.dom->min) == var);
}

// Dimensions are scalars of an integer dtype; so are the offset and the strides.
bool BufferAgrees(const Buffer& buffer) {
  auto scalar = [](DType d) { return IsIndex(d) && d.lanes == 1; };
  bool offset = buffer.elem_offset == nullptr || scalar(DTypeOf(buffer.elem_offset));
  bool element = buffer.dtype.ElementBytes() > 0 && !buffer.dtype.IsVoid();
  return element && offset && AllAre(buffer.shape, scalar) && AllAre(buffer.strides, scalar);
}

}  // namespace

std::optional<std::string> FirstWrongDType(const Module& module) {
  std::optional<std::string> found;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<PrimFunc>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      bool agrees = true;
      if (const Expr* e = AsExpr(node)) agrees = ExpressionAgrees(*e);
      if (const Stmt* s = AsStmt(node)) agrees = StatementAgrees(s);
      if (const auto* iter = As<IterVar>(node)) agrees = IterVarAgrees(*iter);
      if (const auto* buffer = As<Buffer>(node)) agrees = BufferAgrees(*buffer);
      if (agrees || found) return;
      found = fmt::format("kernel {}: a {} has another dtype than its parts", entry.var->name.text(),
                          NodeKindName(node->kind));
    });
  }
  return found;
}

}  // namespace assay
