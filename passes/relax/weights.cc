#include "passes/relax/weights.h"

#include "passes/relax/private_function.h"
#include "passes/relax/symbols.h"

namespace assay {

std::unordered_set<const Var*> ComputableFromWeights(const Function* func) {
  std::unordered_set<const Var*> known;
  int64_t num_input = NumInputAttr(func);
  if (num_input < 0) return known;
  for (size_t i = static_cast<size_t>(num_input); i < func->params.size(); ++i) {
    known.insert(func->params[i]);
    for (const Var* symbol : DefinableSymbols({func->params[i]->type})) known.insert(symbol);
  }
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) {
      bool all = true;
      for (const Var* var : FreeVarsIn(binding->value, Types::kSkip)) all &= known.contains(var);
      if (all && !Is<If>(binding->value) && !Is<Function>(binding->value)) known.insert(binding->var);
    }
  }
  return known;
}

}  // namespace assay
