// Visit: one switch over all kinds, without default, so that a new kind breaks the build at each place that must
// decide.
#pragma once

#include "ir/attr.h"
#include "ir/prim/node.h"
#include "ir/relax/node.h"
#include "ir/support/check.h"
#include "ir/tir/node.h"
#include "ir/type.h"

namespace assay {

// Calls f(const T&) with the node's own struct.
template <class F>
decltype(auto) Visit(const Node* node, F&& f) {
  switch (node->kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return f(*static_cast<const Name*>(node));
#include "ir/node_kinds.def"
  }
  ASSAY_UNREACHABLE();
}

// The same for a statement: what f lacks of its kinds does not compile.
template <class F>
decltype(auto) VisitStmt(const Stmt* s, F&& f) {
  switch (StmtKindOf(s)) {
#define ASSAY_NODE(Name)
#define ASSAY_STMT(Name) \
  case StmtKind::k##Name: return f(*static_cast<const Name*>(s));
#include "ir/node_kinds.def"
  }
  ASSAY_UNREACHABLE();
}

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

// Each line of the tables names the base that its struct has.
#define ASSAY_NODE(Name) static_assert(!std::is_base_of_v<Expr, Name> && !std::is_base_of_v<Stmt, Name>);
#define ASSAY_STMT(Name) static_assert(std::is_base_of_v<Stmt, Name>);
#define ASSAY_EXPR(Name) static_assert(std::is_base_of_v<Expr, Name>);
#define ASSAY_BINARY(Name) static_assert(std::is_base_of_v<BinaryExpr, Name> && IsBinary(NodeKind::k##Name));
#include "ir/node_kinds.def"

inline bool IsExprKind(NodeKind kind) {
  switch (kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return std::is_base_of_v<Expr, Name>;
#include "ir/node_kinds.def"
  }
  return false;
}
inline bool IsStmtKind(NodeKind kind) {
  switch (kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return std::is_base_of_v<Stmt, Name>;
#include "ir/node_kinds.def"
  }
  return false;
}
// The node as a statement, or nullptr.
inline const Stmt* AsStmt(const Node* node) {
  return node != nullptr && IsStmtKind(node->kind) ? static_cast<const Stmt*>(node) : nullptr;
}
// The node as an expression, or nullptr.
inline const Expr* AsExpr(const Node* node) {
  return node != nullptr && IsExprKind(node->kind) ? static_cast<const Expr*>(node) : nullptr;
}
inline bool IsTypeKind(NodeKind kind) { return kind >= NodeKind::kPrimType && kind <= NodeKind::kObjectType; }

}  // namespace assay
