#include "passes/fuse/kernel_plans.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/walk.h"

namespace assay {

CopyPlan::CopyPlan(const std::vector<const Node*>& roots) {
  for (const Node* root : roots) Add(root);
}

void CopyPlan::Add(const Node* root) {
  WalkAfterChildren<Order::kLastToFirst>(
      root, [&](const Node* node) { return places_.contains(node); },
      [](const Node* node, auto push) { ForEachChild(node, Types::kSkip, push); },
      [&](const Node* node) {
        places_.Insert(node, static_cast<uint32_t>(parts_.size()));
        parts_.push_back({node, static_cast<uint32_t>(children_.size())});
        ForEachChild(node, Types::kSkip, [&](const Node* child) { children_.push_back(*places_.Find(child)); });
      });
}

bool CopyPlan::Has(NodeKind kind) const {
  return std::ranges::any_of(parts_, [&](const Part& part) { return part.node->kind == kind; });
}

namespace {

// Whether the block does no more than allocate and run its body.
bool IsPlain(const SBlockRealize* realize) {
  const IntImm* runs = AsInt(realize->predicate);
  const SBlock* block = realize->block;
  return runs != nullptr && runs->value != 0 && block->iter_vars.empty() && block->match_buffers.empty() &&
         block->init == nullptr;
}

}  // namespace

KernelPlans::KernelPlans(const Module& module) {
  for (const ModuleEntry& entry : module.entries) {
    if (const auto* kernel = As<PrimFunc>(entry.func)) plans_[entry.var->name.text()].kernel = kernel;
  }
}

const PrimFunc* KernelPlans::FindKernel(std::string_view name) const {
  auto found = plans_.find(name);
  return found == plans_.end() ? nullptr : found->second.kernel;
}

// other kinds: a kernel without a root block is copied as a whole
const KernelPlan* KernelPlans::Find(std::string_view name) {
  auto found = plans_.find(name);
  if (found == plans_.end()) return nullptr;
  KernelPlan& plan = found->second;
  const auto* realize = As<SBlockRealize>(plan.kernel->body);
  if (plan.parts != nullptr || realize == nullptr || !IsPlain(realize)) return &plan;
  const SBlock* root = realize->block;
  std::vector<const Node*> roots{root->body};
  roots.insert(roots.end(), root->alloc_buffers.begin(), root->alloc_buffers.end());
  plan.parts = std::make_unique<CopyPlan>(roots);
  if (!plan.parts->Has(NodeKind::kReturn)) plan.root = root;
  return &plan;
}

}  // namespace assay
