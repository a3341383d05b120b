// The sizes that a block's match_buffer finds out: variables that stand whole in its shape and that nothing around the
// block says. Each block has its own, so that a copy of a block must not share them. Tested by own_sizes_test.cc.
#pragma once

#include "passes/rewrite/stmt_mutator.h"

namespace assay {

// The kernel where each block that finds out a size has its own variable for it; itself where that is so already.
const PrimFunc* WithOwnSizes(Context& ctx, const PrimFunc* func);

// MutatePrimFuncs for mutators that copy statements.
template <class Mutator, class... A>
Result<Module> MutateWithCopies(Context& ctx, const Module& module, A&&... args) {
  return MapPrimFuncs(ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    const PrimFunc* mutated = Mutator(ctx, args...).VisitFunction(func);
    return mutated == func ? func : WithOwnSizes(ctx, mutated);
  });
}

}  // namespace assay
