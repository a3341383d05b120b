#include "ir/rewrite.h"

#include "ir/walk.h"

namespace assay {

const Node* Rewrite(Context& ctx, const Node* root, NodeRule rule, FunctionRef<bool(const Node*)> enter, Types types,
                    RewriteMemo& memo) {
  if (root == nullptr) return nullptr;
  struct Frame {
    const Node* node;
    bool expanded;
  };
  SmallStack<Frame> stack;
  stack.push_back({root, false});
  while (!stack.empty()) {
    auto [node, expanded] = stack.back();
    if (!expanded && memo.contains(node)) {
      stack.pop_back();
      continue;
    }
    if (!expanded && enter(node)) {
      stack.back().expanded = true;
      ForEachChild(node, types, [&](const Node* child) {
        if (!memo.contains(child)) stack.push_back({child, false});
      });
      continue;
    }
    stack.pop_back();
    if (memo.contains(node)) continue;
    const Node* rebuilt = !expanded ? node : MapChildren(ctx, node, types, [&](const Node* child) {
      const Node* const* done = memo.Find(child);
      return done == nullptr ? child : *done;
    });
    const Node* result = rule(rebuilt, node);
    memo.Insert(node, result);
  }
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
  WalkOnce(
      root,
      [&](const Node* node) {
        if (const auto* var = As<Var>(node)) vars.push_back(var);
      },
      types);
  return vars;
}

}  // namespace assay
