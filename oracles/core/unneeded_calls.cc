#include "oracles/core/unneeded_calls.h"

#include <algorithm>
#include <unordered_set>

#include "ir/ops/infer.h"
#include "ir/ops/purity.h"
#include "ir/walk.h"
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
    if (const auto* cast = As<MatchCast>(node)) bound.insert(cast->var);
    return true;
  });
  // Where it is bound it stands once.
  for (const auto& [var, count] : times) {
    if (count > (bound.contains(var) ? 1 : 0)) used.insert(var);
  }
  return used;
}

// Drops what is bound and not used; what that alone used is dropped the next time.
class CallDropper : public RelaxMutator {
 public:
  CallDropper(Context& context, const Module* module) : RelaxMutator(context, module), module_(module) {}
  const Function* Drop(const Function* func) {
    used_ = UsedIn(func);
    return VisitFunction(func);
  }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    bool drops = !used_.contains(binding->var) && MayBeInDataflow(module_, binding->value);
    if (!drops) RelaxMutator::VisitVarBinding(binding);
  }
  void VisitMatchCast(const MatchCast* cast) override {
    VarMap found;
    bool drops = !used_.contains(cast->var) && CannotFail(cast, found);
    if (!drops) return RelaxMutator::VisitMatchCast(cast);
    for (const auto& [size, known] : found) Remap(size, known);
  }

 private:
  // Whether the value's type says all that the cast claims; `found` has the sizes that the cast gives a name.
  bool CannotFail(const MatchCast* cast, VarMap& found) {
    const Type* type = VisitType(cast->value->type);
    if (MatchParam(ctx, VisitType(cast->target), type, found) != SubtypeAnswer::kAlways) return false;
    std::vector<const Var*> known = VisibleSymbols();
    return std::ranges::all_of(found, [&](const auto& size) {
      return size.second == size.first || std::ranges::find(known, size.first) == known.end();
    });
  }

  const Module* module_;
  std::unordered_set<const Var*> used_;
};

}  // namespace

Module WithoutUnneededCalls(Context& ctx, const Module& module) {
  std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
  bool changed = false;
  for (ModuleEntry& entry : entries) {
    while (const auto* func = As<Function>(entry.func)) {
      CallDropper dropper(ctx, &module);
      const Function* without = dropper.Drop(func);
      if (!dropper.status().ok() || without == func) break;
      entry.func = without;
      changed = true;
    }
  }
  return changed ? WithEntries(ctx, module, entries) : module;
}

}  // namespace assay
