// CopyPlan: nodes taken apart once, so that copying them again and again needs no look-ups. A kernel that a hundred
// bindings of a group call is copied a hundred times into the fused one. KernelPlans holds those of a module's kernels.
// Tested by testdata/fuse_tir.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/fields.h"
#include "ir/module.h"
#include "ir/support/pointer_map.h"

namespace assay {

class CopyPlan {
 public:
  // All nodes under `roots`, types aside, each once, in the order in which Rewrite would hand them to its rule.
  explicit CopyPlan(const std::vector<const Node*>& roots);

  size_t size() const { return parts_.size(); }
  bool Has(NodeKind kind) const;
  // Says what stands for `node`, when that is a part, in place of a copy.
  void Preset(std::vector<const Node*>& done, const Node* node, const Node* with) const {
    if (const uint32_t* place = places_.Find(node)) done[*place] = with;
  }
  // `done` has one slot for each part, null or preset; it is filled with rule(part with copied children, part).
  template <class Rule>
  void Copy(Context& ctx, std::vector<const Node*>& done, Rule&& rule) const {
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (done[i] != nullptr) continue;
      const uint32_t* child = children_.data() + parts_[i].first_child;
      auto copied = [&](const Node*) { return done[*child++]; };
      done[i] = rule(MapChildren(ctx, parts_[i].node, Types::kSkip, copied), parts_[i].node);
    }
  }
  const Node* Of(const std::vector<const Node*>& done, const Node* root) const { return done[*places_.Find(root)]; }

 private:
  void Add(const Node* root);

  struct Part {
    const Node* node;
    uint32_t first_child;
  };
  std::vector<Part> parts_;
  // Places of the parts' children, in field order.
  std::vector<uint32_t> children_;
  PointerMap<Node, uint32_t> places_;
};

struct KernelPlan {
  const PrimFunc* kernel = nullptr;
  // The root block; null where the body is none, or one that is more than what it allocates and its body: with
  // iteration variables, a condition, an init or views of its own, or where a return ends it before its end.
  const SBlock* root = nullptr;
  // Of the root block's body and of the buffers that it allocates.
  std::unique_ptr<const CopyPlan> parts;
};

class KernelPlans {
 public:
  explicit KernelPlans(const Module& module);
  // nullptr when the module has no kernel of that name; else its plan, made when it is first asked for.
  const KernelPlan* Find(std::string_view name);
  const PrimFunc* FindKernel(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, KernelPlan> plans_;
};

}  // namespace assay
