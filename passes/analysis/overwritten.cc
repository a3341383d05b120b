#include "passes/analysis/overwritten.h"

#include <algorithm>
#include <vector>

#include "ir/walk.h"
#include "passes/analysis/block_facts.h"
#include "passes/analysis/block_storage.h"

namespace assay {
namespace {

// Whether a kernel may write to its parameter with this index: unless it does nothing but load from its buffer.
bool MayWrite(const PrimFunc& kernel, size_t index) {
  const Buffer* buffer = index < kernel.buffers.size() ? kernel.buffers[index] : nullptr;
  if (buffer == nullptr) return index >= kernel.params.size() || !Is<PrimType>(kernel.params[index]->type);
  return IsNamedOtherwise(kernel, buffer) || StoresInto(kernel, buffer) > 0;
}

class OverwrittenFinder {
 public:
  OverwrittenFinder(const Module& module, const Function* func) : module_(module) {
    WalkBeforeChildren(func->body, [&](const Node* node) {
      if (const auto* call = As<Call>(node)) NoteCall(*call);
      if (const auto* binding = As<VarBinding>(node)) NoteSharing(*binding);
      return !IsTypeKind(node->kind);
    });
  }

  // What shares storage with a tensor that is overwritten, in either direction, is overwritten.
  std::unordered_set<const Var*> Closed() && {
    bool grows = !overwritten_.empty();
    while (grows) {
      size_t before = overwritten_.size();
      for (const std::vector<const Var*>& group : sharing_) {
        if (std::ranges::any_of(group, [&](const Var* var) { return overwritten_.contains(var); })) {
          overwritten_.insert(group.begin(), group.end());
        }
      }
      grows = overwritten_.size() != before;
    }
    return std::move(overwritten_);
  }

 private:
  void NoteCall(const Call& call) {
    const auto* callee = As<GlobalVar>(call.op);
    const auto* kernel = callee == nullptr ? nullptr : As<PrimFunc>(module_.Find(callee->name.text()));
    for (size_t i = 0; kernel != nullptr && i < call.args.size(); ++i) {
      const auto* var = As<Var>(call.args[i]);
      if (var != nullptr && MayWrite(*kernel, i)) overwritten_.insert(var);
    }
  }
  void NoteSharing(const VarBinding& binding) {
    const auto* call = As<Call>(binding.value);
    bool shares = call == nullptr ? !Is<If>(binding.value) && !Is<Function>(binding.value) : IsViewOf(call);
    if (!shares) return;
    std::vector<const Var*> group = VarsIn(binding.value, Types::kSkip);
    group.push_back(binding.var);
    sharing_.push_back(std::move(group));
  }

  const Module& module_;
  std::unordered_set<const Var*> overwritten_;
  std::vector<std::vector<const Var*>> sharing_;
};

}  // namespace

std::unordered_set<const Var*> OverwrittenByKernels(const Module& module, const Function* func) {
  return OverwrittenFinder(module, func).Closed();
}

}  // namespace assay
