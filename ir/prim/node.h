// Scalar, shape and vector arithmetic, shared by Relax (dimensions, primitive values) and TIR (everything).
// Integer arithmetic wraps; Div and Mod truncate, FloorDiv and FloorMod round down; see docs/semantics.md.
#pragma once

#include "ir/attr.h"
#include "ir/node.h"
#include "ir/type.h"

namespace assay {

struct OpSpec;
struct IntrinsicSpec;

// kDataflow: local to its dataflow block (relax.DataflowVar). kSize: known to be non-negative (T.SizeVar).
enum class VarFlavor : uint8_t { kPlain, kDataflow, kSize };

// A variable of either dialect; its identity is its address, its name only a hint.
struct Var : NodeOf<NodeKind::kVar, Expr> {
  Name name;
  VarFlavor flavor = VarFlavor::kPlain;
  static constexpr auto kFields =
      std::tuple{Field{"name", &Var::name, FieldRole::kIgnore}, Field{"flavor", &Var::flavor}};
};
struct IntImm : NodeOf<NodeKind::kIntImm, Expr> {
  // Sign-extended; unsigned 64-bit values stand as their two's complement.
  int64_t value = 0;
  static constexpr auto kFields = std::tuple{Field{"value", &IntImm::value}};
};
struct FloatImm : NodeOf<NodeKind::kFloatImm, Expr> {
  double value = 0;
  static constexpr auto kFields = std::tuple{Field{"value", &FloatImm::value}};
};
// R.str("…") in Relax, a bare string in TIR. Its type is an ObjectType or a handle PrimType.
struct StringImm : NodeOf<NodeKind::kStringImm, Expr> {
  Name value;
  static constexpr auto kFields = std::tuple{Field{"value", &StringImm::value}};
};
// Converts to the dtype of its own type.
struct Cast : NodeOf<NodeKind::kCast, Expr> {
  const Expr* value = nullptr;
  static constexpr auto kFields = std::tuple{Field{"value", &Cast::value}};
};

// Both operands have one dtype; comparisons and And, Or yield bool of the same lanes.
struct BinaryExpr : Expr {
  const Expr* a = nullptr;
  const Expr* b = nullptr;
};
template <NodeKind K>
struct BinaryOf : NodeOf<K, BinaryExpr> {
  static constexpr auto kFields = std::tuple{Field{"a", &BinaryExpr::a}, Field{"b", &BinaryExpr::b}};
};
struct Add : BinaryOf<NodeKind::kAdd> {};
struct Sub : BinaryOf<NodeKind::kSub> {};
struct Mul : BinaryOf<NodeKind::kMul> {};
struct Div : BinaryOf<NodeKind::kDiv> {};
struct Mod : BinaryOf<NodeKind::kMod> {};
struct FloorDiv : BinaryOf<NodeKind::kFloorDiv> {};
struct FloorMod : BinaryOf<NodeKind::kFloorMod> {};
struct Min : BinaryOf<NodeKind::kMin> {};
struct Max : BinaryOf<NodeKind::kMax> {};
struct EQ : BinaryOf<NodeKind::kEQ> {};
struct NE : BinaryOf<NodeKind::kNE> {};
struct LT : BinaryOf<NodeKind::kLT> {};
struct LE : BinaryOf<NodeKind::kLE> {};
struct GT : BinaryOf<NodeKind::kGT> {};
struct GE : BinaryOf<NodeKind::kGE> {};
struct And : BinaryOf<NodeKind::kAnd> {};
struct Or : BinaryOf<NodeKind::kOr> {};
constexpr bool IsBinary(NodeKind kind) { return kind >= NodeKind::kAdd && kind <= NodeKind::kOr; }
inline bool IsComparison(NodeKind kind) { return kind >= NodeKind::kEQ && kind <= NodeKind::kGE; }
// nullptr when `node` is not one of the seventeen binary kinds.
inline const BinaryExpr* AsBinary(const Node* node) {
  return node != nullptr && IsBinary(node->kind) ? static_cast<const BinaryExpr*>(node) : nullptr;
}

struct Not : NodeOf<NodeKind::kNot, Expr> {
  const Expr* a = nullptr;
  static constexpr auto kFields = std::tuple{Field{"a", &Not::a}};
};
// Evaluates both branches; T.if_then_else (a Call of tirx.if_then_else) evaluates one.
struct Select : NodeOf<NodeKind::kSelect, Expr> {
  const Expr* condition = nullptr;
  const Expr* true_value = nullptr;
  const Expr* false_value = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"condition", &Select::condition}, Field{"true_value", &Select::true_value},
                 Field{"false_value", &Select::false_value}};
};
struct Let : NodeOf<NodeKind::kLet, Expr> {
  const Expr* value = nullptr;
  const Var* var = nullptr;
  const Expr* body = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"value", &Let::value}, Field{"var", &Let::var, FieldRole::kDef}, Field{"body", &Let::body}};
};
// [base, base + stride, …], `lanes` of them.
struct Ramp : NodeOf<NodeKind::kRamp, Expr> {
  const Expr* base = nullptr;
  const Expr* stride = nullptr;
  const Expr* lanes = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"base", &Ramp::base}, Field{"stride", &Ramp::stride}, Field{"lanes", &Ramp::lanes}};
};
struct Broadcast : NodeOf<NodeKind::kBroadcast, Expr> {
  const Expr* value = nullptr;
  const Expr* lanes = nullptr;
  static constexpr auto kFields = std::tuple{Field{"value", &Broadcast::value}, Field{"lanes", &Broadcast::lanes}};
};
struct Shuffle : NodeOf<NodeKind::kShuffle, Expr> {
  Nodes<Expr> vectors;
  Nodes<Expr> indices;
  static constexpr auto kFields = std::tuple{Field{"vectors", &Shuffle::vectors}, Field{"indices", &Shuffle::indices}};
};

// A registered operator, "relax.add" or "tirx.exp"; interned per Context. `spec` is its row, or `intrinsic` that of a
// TIR intrinsic; both are null for names outside the tables.
struct Op : NodeOf<NodeKind::kOp, Expr> {
  Name name;
  const OpSpec* spec = nullptr;
  const IntrinsicSpec* intrinsic = nullptr;
  static constexpr auto kFields = std::tuple{Field{"name", &Op::name}};
};
// A function of the module, by name: two GlobalVars of one name are the same function.
struct GlobalVar : NodeOf<NodeKind::kGlobalVar, Expr> {
  Name name;
  static constexpr auto kFields = std::tuple{Field{"name", &GlobalVar::name}};
};
// A call in either dialect: of an Op, a GlobalVar, an ExternFunc, or a variable that holds a closure.
struct Call : NodeOf<NodeKind::kCall, Expr> {
  const Expr* op = nullptr;
  Nodes<Expr> args;
  // Operator attributes in the row's order, or null where the operator has none.
  const AttrDict* attrs = nullptr;
  // out_ty= of the call_tir family, ty_args= of opaque calls.
  Nodes<Type> ty_args;
  static constexpr auto kFields = std::tuple{Field{"op", &Call::op}, Field{"args", &Call::args},
                                             Field{"attrs", &Call::attrs}, Field{"ty_args", &Call::ty_args}};
};

// The dtype of a scalar or vector expression; void when it has no PrimType.
inline DType DTypeOf(const Expr* e) {
  const auto* prim = As<PrimType>(e->type);
  return prim == nullptr ? DType::Void() : prim->dtype;
}

}  // namespace assay
