// Rewriting bottom-up with an own stack; shared subtrees are rewritten once and stay shared. Tested by rewrite_test.cc.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/fields.h"
#include "ir/support/pointer_map.h"
#include "ir/support/small_stack.h"

namespace assay {

// What a rewrite has done so far; keep one per function when several roots share nodes.
using RewriteMemo = PointerMap<Node, const Node*>;

// Replaces each node by rule(node with rewritten children, original). `enter(node)` says whether to go inside; where it
// does not, the rule still sees the node. What a map or a reducer among attributes says is left, unless it is asked
// for. With Types::kInclude the types of expressions are rewritten too, so that variables in dimensions follow.
using NodeRule = FunctionRef<const Node*(const Node* rebuilt, const Node* original)>;
enum class Said : bool { kLeft, kEntered };
const Node* Rewrite(Context& ctx, const Node* root, NodeRule rule, FunctionRef<bool(const Node*)> enter, Types types,
                    RewriteMemo& memo, Said said = Said::kLeft);
const Node* Rewrite(Context& ctx, const Node* root, NodeRule rule, Types types = Types::kSkip);

// Replaces variables (by address) everywhere, also in types. Values must be expressions; a Var at a definition must be
// mapped to a Var.
using VarMap = std::unordered_map<const Var*, const Expr*>;
const Node* Substitute(Context& ctx, const Node* root, const VarMap& map);
template <class T>
const T* SubstituteIn(Context& ctx, const T* root, const VarMap& map) {
  return static_cast<const T*>(Substitute(ctx, root, map));
}

}  // namespace assay
