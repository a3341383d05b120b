#include "passes/analysis/weights.h"

#include <algorithm>

#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"

namespace assay {
namespace {

class WeightCollector {
 public:
  VarSet Collect(const Function* func) {
    int64_t num_input = NumInputAttr(func);
    // A function may say that it has more inputs than parameters.
    bool counts = num_input >= 0 && num_input <= static_cast<int64_t>(func->params.size());
    if (counts)
      std::ranges::for_each(func->params.subspan(static_cast<size_t>(num_input)), [&](const Var* var) { Mark(var); });
    WalkBeforeChildren(func->body, [&](const Node* node) {
      if (const auto* block = As<BindingBlock>(node))
        std::ranges::for_each(block->bindings, [&](const Binding* binding) { VisitBinding(binding); });
      return !IsTypeKind(node->kind);
    });
    return std::move(weights_);
  }

 private:
  void VisitBinding(const Binding* binding) {
    std::vector<const Var*> free = FreeVarsIn(binding->value);
    if (std::ranges::all_of(free, [&](const Var* var) { return known_.contains(var); })) Mark(binding->var);
  }
  // With a tensor, its sizes are known.
  void Mark(const Var* var) {
    known_.insert(var);
    weights_.insert(var);
    for (const Var* symbol : DefinableSymbols({var->type})) known_.insert(symbol);
  }

  VarSet known_;
  VarSet weights_;
};

}  // namespace

VarSet WeightsOf(const Function* func) { return WeightCollector().Collect(func); }

}  // namespace assay
