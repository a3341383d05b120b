#include "ir/mentions.h"

#include <algorithm>

#include "ir/relax/node.h"

namespace assay {
namespace {

// Stops at the first node that is meant. A node that is shared is looked at once.
template <class F>
bool AnyNode(const Node* root, Types types, F&& is_meant) {
  bool found = false;
  NodeSet seen;
  WalkBeforeChildren(
      root,
      [&](const Node* node) {
        found = found || is_meant(node);
        return !found;
      },
      types, &seen);
  return found;
}

}  // namespace

bool Mentions(const Node* root, const Node* what, Types types) {
  return AnyNode(root, types, [&](const Node* node) { return node == what; });
}
bool MentionsAny(const Node* root, FunctionRef<bool(const Var*)> is_meant, Types types) {
  return AnyNode(root, types, [&](const Node* node) { return Is<Var>(node) && is_meant(As<Var>(node)); });
}
// recursion: none, it calls another overload
bool MentionsAny(const Node* root, std::span<const Var* const> vars, Types types) {
  return MentionsAny(root, [&](const Var* var) { return std::ranges::find(vars, var) != vars.end(); }, types);
}
// recursion: none, it calls another overload
bool MentionsAny(const Node* root, const VarSet& vars, Types types) {
  return MentionsAny(root, [&](const Var* var) { return vars.contains(var); }, types);
}

}  // namespace assay
