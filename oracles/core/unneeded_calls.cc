#include "oracles/core/unneeded_calls.h"

#include <unordered_set>

#include "ir/walk.h"
#include "passes/op_names.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// Those that stand in a value, a result or a type.
std::unordered_set<const Var*> UsedIn(const Function* func) {
  std::unordered_set<const Var*> used, bound;
  std::unordered_map<const Var*, size_t> times;
  WalkBeforeChildren(func, [&](const Node* node) {
    if (const auto* var = As<Var>(node)) ++times[var];
    if (const auto* binding = As<VarBinding>(node)) bound.insert(binding->var);
    return true;
  });
  // Where it is bound it stands once.
  for (const auto& [var, count] : times) {
    if (count > (bound.contains(var) ? 1 : 0)) used.insert(var);
  }
  return used;
}

class CallDropper : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;
  const Function* Drop(const Function* func) {
    used_ = UsedIn(func);
    return VisitFunction(func);
  }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    const auto* call = As<Call>(binding->value);
    bool drops = call != nullptr && IsCallOf(call, "relax.call_tir") && !used_.contains(binding->var);
    if (!drops) RelaxMutator::VisitVarBinding(binding);
  }

 private:
  std::unordered_set<const Var*> used_;
};

}  // namespace

Module WithoutUnneededKernelCalls(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    CallDropper dropper(ctx, &module);
    const Function* without = dropper.Drop(func);
    if (!dropper.status().ok() || without == func) continue;
    entry.func = without;
    changed = true;
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace assay
