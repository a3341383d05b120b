#include "ir/rewrite.h"

#include "ir/walk.h"

namespace assay {

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
