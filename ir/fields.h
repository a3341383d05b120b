// Generic access to a node's children through its field list. Children are the non-null nodes that its fields hold, in
// field order; an expression's own type is not a field and is visited on demand.
#pragma once

#include <utility>
#include <vector>

#include "ir/context.h"
#include "ir/support/function_ref.h"
#include "ir/visit.h"

namespace assay {

// Calls f(field_value, field) for each field.
template <class T, class F>
void ForEachField(const T& node, F&& f) {
  std::apply([&](const auto&... field) { (f(node.*(field.member), field), ...); }, T::kFields);
}

enum class Types : bool { kSkip, kInclude };

// Calls f(child) for each non-null child. Defined once, in fields.cc: a copy for each caller would be most of the time
// that compiling takes.
void ForEachChild(const Node* node, Types types, FunctionRef<void(const Node*)> f);

// Rebuilds `node` with each child (and, on demand, its type) replaced by f(child); returns `node` itself when nothing
// changed. f must keep each child's family (an expression for an expression).
const Node* MapChildren(Context& ctx, const Node* node, Types types, FunctionRef<const Node*(const Node*)> f);

}  // namespace assay
