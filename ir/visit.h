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

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

inline bool IsExprKind(NodeKind kind) {
  switch (kind) {
#define ASSAY_NODE(Name) \
  case NodeKind::k##Name: return std::is_base_of_v<Expr, Name>;
#include "ir/node_kinds.def"
  }
  return false;
}
// The node as an expression, or nullptr.
inline const Expr* AsExpr(const Node* node) {
  return node != nullptr && IsExprKind(node->kind) ? static_cast<const Expr*>(node) : nullptr;
}
inline bool IsTypeKind(NodeKind kind) { return kind >= NodeKind::kPrimType && kind <= NodeKind::kObjectType; }

}  // namespace assay
