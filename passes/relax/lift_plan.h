// What of a function can be computed from its weights alone, before any input is there. Tested by
// testdata/lift_transform_params.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ir/rewrite.h"
#include "ir/support/result.h"
#include "passes/analysis/weights.h"

namespace assay {

// Bindings that move into the transform function.
struct LiftPlan {
  std::vector<const Binding*> bindings;
  // Variables that depend on weights; what depends on nothing is computed on both sides.
  VarSet needs_weights;
  // Variables that the rest of the function uses.
  VarSet used_at_run_time;

  // Weights that are still used, then results that are: what the transform function gives, for these weights.
  std::vector<const Var*> Outputs(const std::vector<const Var*>& weights) const;
};

// One plan for several functions that take the same weights, in terms of the first one's variables.
struct SharedLiftPlan : LiftPlan {
  std::vector<const Var*> weights;
  // From each function's variables to the first one's.
  VarMap to_shared;
  // Symbolic variables of the weights that are used at run time and that no output defines.
  std::vector<const Var*> Symbols() const;
};

struct LocalLiftPlan : LiftPlan {
  const Function* func = nullptr;
  size_t num_input = 0;

  std::vector<const Var*> Inputs() const { return {func->params.begin(), func->params.begin() + Split()}; }
  std::vector<const Var*> Weights() const { return {func->params.begin() + Split(), func->params.end()}; }
  // Symbolic variables that are used at run time and that neither inputs nor outputs define.
  std::vector<const Var*> Symbols() const;

 private:
  std::ptrdiff_t Split() const { return static_cast<std::ptrdiff_t>(num_input); }
};

// With `shared`, only what the shared plan lifts is lifted, and the shared plan learns what this function needs.
LocalLiftPlan PlanLocalLift(Context& ctx, const Module& module, const Function* func, SharedLiftPlan* shared);
// Diag kBadArgument when the functions take different weights.
Result<SharedLiftPlan> PlanSharedLift(Context& ctx, const Module& module,
                                      const std::vector<const Function*>& functions);

}  // namespace assay
