// Graphs: bindings in administrative normal form, functions, and the expressions that only Relax has.
#pragma once

#include "ir/prim/node.h"
#include "ir/tensor/tensor_view.h"

namespace assay {

// R.const(…): a tensor held in the arena. Compared by content, bit for bit.
struct Constant : NodeOf<NodeKind::kConstant, Expr> {
  TensorView value;
  static constexpr auto kFields = std::tuple{Field{"value", &Constant::value}};
};
// R.dtype("float32").
struct DataTypeImm : NodeOf<NodeKind::kDataTypeImm, Expr> {
  DType value;
  static constexpr auto kFields = std::tuple{Field{"value", &DataTypeImm::value}};
};
struct Tuple : NodeOf<NodeKind::kTuple, Expr> {
  Nodes<Expr> fields;
  static constexpr auto kFields = std::tuple{Field{"fields", &Tuple::fields}};
};
struct TupleGetItem : NodeOf<NodeKind::kTupleGetItem, Expr> {
  const Expr* tuple = nullptr;
  int64_t index = 0;
  static constexpr auto kFields =
      std::tuple{Field{"tuple", &TupleGetItem::tuple}, Field{"index", &TupleGetItem::index}};
};
// R.shape([…]): int64 scalar expressions.
struct ShapeExpr : NodeOf<NodeKind::kShapeExpr, Expr> {
  Nodes<Expr> values;
  static constexpr auto kFields = std::tuple{Field{"values", &ShapeExpr::values}};
};

struct Binding : Node {
  const Var* var = nullptr;
  const Expr* value = nullptr;
};
struct VarBinding : NodeOf<NodeKind::kVarBinding, Binding> {
  static constexpr auto kFields =
      std::tuple{Field{"value", &Binding::value}, Field{"var", &Binding::var, FieldRole::kDef}};
};
// var = R.match_cast(value, target): checked at run time; defines the symbolic variables first seen in `target`.
struct MatchCast : NodeOf<NodeKind::kMatchCast, Binding> {
  const Type* target = nullptr;
  static constexpr auto kFields =
      std::tuple{Field{"value", &Binding::value}, Field{"target", &MatchCast::target, FieldRole::kDefDeep},
                 Field{"var", &Binding::var, FieldRole::kDef}};
};
// A run of bindings; with `is_dataflow` free of side effects and control flow (relax.DataflowBlock).
struct BindingBlock : NodeOf<NodeKind::kBindingBlock, Node> {
  Nodes<Binding> bindings;
  bool is_dataflow = false;
  static constexpr auto kFields =
      std::tuple{Field{"bindings", &BindingBlock::bindings}, Field{"is_dataflow", &BindingBlock::is_dataflow}};
};
struct SeqExpr : NodeOf<NodeKind::kSeqExpr, Expr> {
  Nodes<BindingBlock> blocks;
  const Expr* body = nullptr;
  static constexpr auto kFields = std::tuple{Field{"blocks", &SeqExpr::blocks}, Field{"body", &SeqExpr::body}};
};
struct If : NodeOf<NodeKind::kIf, Expr> {
  const Expr* cond = nullptr;
  const SeqExpr* true_branch = nullptr;
  const SeqExpr* false_branch = nullptr;
  static constexpr auto kFields = std::tuple{Field{"cond", &If::cond}, Field{"true_branch", &If::true_branch},
                                             Field{"false_branch", &If::false_branch}};
};
// @R.function, at module level or nested (a closure when it captures variables).
struct Function : NodeOf<NodeKind::kFunction, Expr> {
  Nodes<Var> params;
  const Type* ret_type = nullptr;
  bool is_pure = true;
  const AttrDict* attrs = nullptr;
  const SeqExpr* body = nullptr;
  static constexpr auto kFields = std::tuple{
      Field{"params", &Function::params, FieldRole::kDefDeep}, Field{"ret_type", &Function::ret_type},
      Field{"is_pure", &Function::is_pure}, Field{"attrs", &Function::attrs}, Field{"body", &Function::body}};
};
// A packed function known by its name alone: R.ExternFunc("…"), the callee of R.call_packed.
struct ExternFunc : NodeOf<NodeKind::kExternFunc, Expr> {
  Name global_symbol;
  static constexpr auto kFields = std::tuple{Field{"global_symbol", &ExternFunc::global_symbol}};
};

}  // namespace assay
