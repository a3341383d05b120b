#include "ir/rewrite.h"

#include "ir/own_scope.h"
#include "ir/walk.h"

namespace assay {

bool HasOwnScope(const Node* node) {
  const auto* said = As<AttrNode>(node);
  if (said == nullptr) return false;
  bool has_own = Is<IndexMap>(said->node) || Is<CommReducer>(said->node);
  return has_own || Is<IntImm>(said->node) || Is<FloatImm>(said->node);
}

const Node* Rewrite(Context& ctx, const Node* root, NodeRule rule, FunctionRef<bool(const Node*)> enter, Types types,
                    RewriteMemo& memo, Said said) {
  if (root == nullptr) return nullptr;
  auto done = [&](const Node* node) { return memo.contains(node); };
  auto expand = [&](const Node* node, auto push) {
    bool into = (said == Said::kEntered || !HasOwnScope(node)) && enter(node);
    if (into) {
      ForEachChild(node, types, [&](const Node* child) {
        if (!memo.contains(child)) push(child);
      });
    }
    return into;
  };
  WalkAfterChildren<Order::kLastToFirst>(root, done, expand, [&](const Node* node, bool entered) {
    const Node* rebuilt = !entered ? node : MapChildren(ctx, node, types, [&](const Node* child) {
      const Node* const* found = memo.Find(child);
      return found == nullptr ? child : *found;
    });
    const Node* result = rule(rebuilt, node);
    memo.Insert(node, result);
  });
  return *memo.Find(root);
}

const Node* Rewrite(Context& ctx, const Node* root, NodeRule rule, Types types) {
  RewriteMemo memo;
  return Rewrite(ctx, root, rule, [](const Node*) { return true; }, types, memo);
}

const Node* Substitute(Context& ctx, const Node* root, const VarMap& map) {
  if (map.empty()) return root;
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    const auto* var = As<Var>(original);
    if (var == nullptr) return rebuilt;
    auto found = map.find(var);
    return found == map.end() ? rebuilt : found->second;
  };
  return Rewrite(ctx, root, rule, Types::kInclude);
}

std::vector<const Var*> VarsIn(const Node* root, Types types) {
  std::vector<const Var*> vars;
  NodeSet seen;
  auto visit = [&](const Node* node) {
    if (const auto* var = As<Var>(node)) vars.push_back(var);
    // What a device says of itself has variables of its own.
    return !Is<VDevice>(node);
  };
  WalkBeforeChildren(root, visit, types, &seen);
  return vars;
}

}  // namespace assay
