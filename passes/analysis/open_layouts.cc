#include "passes/analysis/open_layouts.h"

#include <algorithm>
#include <unordered_set>

#include "ir/walk.h"
#include "passes/analysis/signature_vars.h"

namespace assay {
namespace {

std::vector<const Expr*> LayoutOf(const Buffer* buffer) {
  std::vector<const Expr*> layout(buffer->strides.begin(), buffer->strides.end());
  if (buffer->elem_offset != nullptr) layout.push_back(buffer->elem_offset);
  return layout;
}

}  // namespace

bool UsesOpenLayout(const KernelPlan& plan, const VarMap& values) {
  std::unordered_set<const Var*> open;
  for (const Buffer* buffer : plan.kernel->buffers) {
    if (buffer == nullptr) continue;
    for (const Expr* e : LayoutOf(buffer)) {
      const auto* var = As<Var>(e);
      if (var != nullptr && !values.contains(var)) open.insert(var);
    }
  }
  if (open.empty()) return false;
  // Buffers of the fused kernel take the places of the parameters', which are not walked through.
  NodeSet seen;
  for (const Buffer* buffer : plan.kernel->buffers) seen.Insert(buffer, {});
  bool used = false;
  auto use = [&](const Node* node) {
    const auto* var = As<Var>(node);
    used |= var != nullptr && open.contains(var);
    return !used;
  };
  WalkBeforeChildren(plan.root->body, use, Types::kSkip, &seen);
  for (const Buffer* own : plan.root->alloc_buffers) WalkBeforeChildren(own, use, Types::kSkip, &seen);
  return used;
}

bool LiesOpen(const std::vector<const Buffer*>& allocated, const std::vector<const Var*>& params,
              const std::vector<const Buffer*>& buffers) {
  std::unordered_set<const Var*> used;
  for (const Buffer* buffer : allocated) {
    for (const Expr* e : LayoutOf(buffer)) {
      for (const Var* var : VarsIn(e, Types::kSkip)) used.insert(var);
    }
  }
  if (used.empty()) return false;
  std::unordered_set<const Var*> defined = SignatureVars(params, buffers);
  return std::ranges::any_of(used, [&](const Var* var) { return !defined.contains(var); });
}

}  // namespace assay
