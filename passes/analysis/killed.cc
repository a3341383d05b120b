#include "passes/analysis/killed.h"

#include "ir/walk.h"
#include "passes/op_names.h"

namespace assay {

VarSet KilledIn(const Function* func) {
  VarSet killed;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const Var* var = Is<Call>(node) ? KilledBy(static_cast<const Call*>(node)) : nullptr;
    if (var != nullptr) killed.insert(var);
    return !IsTypeKind(node->kind);
  });
  return killed;
}

}  // namespace assay
