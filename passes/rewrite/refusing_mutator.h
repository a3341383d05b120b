// RefusingMutator: a mutator for passes that cannot lower every kernel. Tested through the passes.
#pragma once

#include <optional>

#include "passes/rewrite/stmt_mutator.h"

namespace assay {

class RefusingMutator : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

  // The function visited, or why it cannot be lowered.
  Result<const PrimFunc*> Lower(const PrimFunc* func) {
    const PrimFunc* lowered = VisitFunction(func);
    if (failure_) return *failure_;
    return lowered;
  }

 protected:
  // Set where something cannot be lowered.
  std::optional<Diag> failure_;
};

// Lowers each kernel by a mutator of its own; the first that cannot be lowered is the pass's refusal.
template <class Mutator>
Result<Module> LowerPrimFuncs(Context& ctx, const Module& module) {
  return MapPrimFuncs(ctx, module, [&](const PrimFunc* func) { return Mutator(ctx).Lower(func); });
}

}  // namespace assay
