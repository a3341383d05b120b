#include "passes/relax/weights.h"

#include "passes/relax/private_function.h"

namespace assay {

std::unordered_set<const Var*> WeightsOf(const Function* func) {
  int64_t num_input = NumInputAttr(func);
  // A function may say that it has more inputs than parameters.
  if (num_input < 0 || num_input > static_cast<int64_t>(func->params.size())) return {};
  Nodes<Var> given = func->params.subspan(static_cast<size_t>(num_input));
  std::unordered_set<const Var*> weights(given.begin(), given.end());
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) {
      if (Is<VarBinding>(binding) && weights.contains(As<Var>(binding->value))) weights.insert(binding->var);
    }
  }
  return weights;
}

}  // namespace assay
