// The base of all nodes, and how a node declares its fields.
// Nodes are plain structs in an arena, const after they are built: filled in once, then only seen through `const T*`.
// A node lists its fields once (`kFields`); walking, rewriting, equality, hashing, cloning and serialising read that
// list.
#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "ir/name.h"
#include "ir/support/source.h"

namespace assay {

enum class NodeKind : uint8_t {
#define ASSAY_NODE(Name) k##Name,
#include "ir/node_kinds.def"
};
// The kinds of statements alone, and of expressions alone, with the same values: a switch over them, without default,
// lists what can stand there, and a new kind stops the build at it.
enum class StmtKind : uint8_t {
#define ASSAY_NODE(Name)
#define ASSAY_STMT(Name) k##Name = static_cast<uint8_t>(NodeKind::k##Name),
#include "ir/node_kinds.def"
};
enum class ExprKind : uint8_t {
#define ASSAY_NODE(Name)
#define ASSAY_EXPR(Name) k##Name = static_cast<uint8_t>(NodeKind::k##Name),
#include "ir/node_kinds.def"
};
std::string_view NodeKindName(NodeKind kind);
// Nothing when none is named so.
std::optional<NodeKind> NodeKindNamed(std::string_view name);
// For messages of tests (gtest).
void PrintTo(NodeKind kind, std::ostream* out);

struct Node {
  NodeKind kind;
  SourceSpan span;
};

struct Attr : Node {};
struct Type : Node {};
struct Stmt : Node {};
// An expression of either dialect. `type` is null until inference has run; a scalar expression always has a PrimType.
struct Expr : Node {
  const Type* type = nullptr;
};
inline StmtKind StmtKindOf(const Stmt* s) { return static_cast<StmtKind>(s->kind); }
inline ExprKind ExprKindOf(const Expr* e) { return static_cast<ExprKind>(e->kind); }

// Mixin that fixes a node's kind: struct Add : NodeOf<NodeKind::kAdd, Expr> { … };
template <NodeKind K, class Base>
struct NodeOf : Base {
  static constexpr NodeKind kKind = K;
  NodeOf() { this->kind = K; }
};

// What a field is to scoping. kDef: holds variables (or buffers) that are defined here and visible in later fields and,
// for bindings, in what follows. kDefDeep: as kDef, and unseen variables inside their types, shapes and strides are
// defined too (function parameters, match_cast, buffer declarations).
enum class FieldRole : uint8_t { kUse, kDef, kDefDeep, kIgnore };

template <class Member>
struct Field {
  std::string_view name;
  Member member;
  FieldRole role = FieldRole::kUse;
};
template <class Member>
Field(std::string_view, Member) -> Field<Member>;
template <class Member>
Field(std::string_view, Member, FieldRole) -> Field<Member>;

// A field's value that points to nodes: one (maybe null), or a sequence of them (elements may be null).
template <class V>
concept NodePointer = std::is_pointer_v<V> && std::derived_from<std::remove_cv_t<std::remove_pointer_t<V>>, Node>;
template <class V>
inline constexpr bool kIsNodeSpan = false;
template <class T>
inline constexpr bool kIsNodeSpan<std::span<const T* const>> = std::derived_from<T, Node>;

template <class T>
using Nodes = std::span<const T* const>;

// nullptr when `node` is null or of another kind.
template <class T>
const T* As(const Node* node) {
  return node != nullptr && node->kind == T::kKind ? static_cast<const T*>(node) : nullptr;
}
template <class T>
bool Is(const Node* node) {
  return node != nullptr && node->kind == T::kKind;
}

}  // namespace assay
