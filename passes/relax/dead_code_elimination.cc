// DeadCodeElimination: functions that no entry reaches go, and bindings whose variables nothing needs, unless they have
// side effects. match_cast stays: it is a check. Tested by testdata/dead_code_elimination.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/ops/purity.h"
#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/unused_functions.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// Which variables each binding needs, and which are needed in any case.
class Liveness {
 public:
  explicit Liveness(const Module& module) : module_(module) {}

  std::unordered_set<const Var*> LiveIn(const Function* func) {
    Visit(func->body, nullptr);
    std::unordered_set<const Var*> live;
    while (!roots_.empty()) {
      const Var* var = roots_.back();
      roots_.pop_back();
      if (!live.insert(var).second) continue;
      auto found = needs_.find(var);
      if (found != needs_.end()) roots_.insert(roots_.end(), found->second.begin(), found->second.end());
    }
    live.insert(kept_.begin(), kept_.end());
    return live;
  }
  // After LiveIn: whether all that is bound is in `live`.
  bool AllAre(const std::unordered_set<const Var*>& live) const {
    return std::ranges::all_of(bound_, [&](const Var* var) { return live.contains(var); });
  }

 private:
  // `user` is the variable that needs what `node` mentions; null when it is needed in any case.
  // recursion: functions and branches nest as deep as the parser lets them
  void Visit(const Node* node, const Var* user) {
    WalkBeforeChildren(node, [&](const Node* inner) {
      if (const auto* var = As<Var>(inner)) {
        Use(var, user);
      } else if (const auto* binding = As<VarBinding>(inner)) {
        VisitBinding(binding, user);
        return false;
      } else if (const auto* cast = As<MatchCast>(inner)) {
        VisitMatchCast(cast, user);
        return false;
      } else if (const auto* func = As<Function>(inner)) {
        Visit(func->body, user);
        return false;
      }
      return !IsTypeKind(inner->kind);
    });
  }
  // What stays in any case stays only where it stands: it goes with the branch or function around it, `outer`.
  void VisitBinding(const VarBinding* binding, const Var* outer) {
    bound_.push_back(binding->var);
    Visit(binding->value, binding->var);
    // A shape variable in the type keeps its binding.
    const auto* type = As<TensorType>(binding->var->type);
    if (type != nullptr && Is<Var>(type->shape)) Use(As<Var>(type->shape), binding->var);
    // A scalar may be used by types, which say nothing of liveness.
    bool impure = FindImpureCall(&module_, binding->value) != nullptr;
    if (impure && FaultOn(Fault::dce_drops_inputs_of_impure_calls)) {
      // The historical bug: the call stays, and what it needs does not.
      kept_.push_back(binding->var);
      return;
    }
    if (impure || Is<PrimType>(binding->var->type)) Use(binding->var, outer);
    // A conditional that checks stays: what a run does with its branches is more than their values.
    if (Is<If>(binding->value) && checks_.contains(binding->var)) {
      Use(binding->var, outer);
      checks_.insert(outer);
    }
  }
  void VisitMatchCast(const MatchCast* cast, const Var* outer) {
    bound_.push_back(cast->var);
    if (FaultOn(Fault::dce_drops_defining_match_cast)) return Visit(cast->value, cast->var);
    checks_.insert(outer);
    Visit(cast->value, outer);
    Use(cast->var, outer);
    for (const Var* var : VarsIn(cast->target)) Use(var, outer);
  }
  void Use(const Var* var, const Var* user) {
    if (user == nullptr) {
      roots_.push_back(var);
    } else if (var != user) {
      needs_[user].push_back(var);
    }
  }

  const Module& module_;
  std::unordered_map<const Var*, std::vector<const Var*>> needs_;
  std::vector<const Var*> roots_, bound_;
  // Whose values hold a match_cast.
  std::unordered_set<const Var*> checks_;
  // Live, whatever they need.
  std::vector<const Var*> kept_;
};

class UnusedRemover : public RelaxMutator {
 public:
  UnusedRemover(Context& context, const Module* module, const std::unordered_set<const Var*>& live)
      : RelaxMutator(context, module), live_(live) {}

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    if (live_.contains(binding->var)) RelaxMutator::VisitVarBinding(binding);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    bool drops = FaultOn(Fault::dce_drops_defining_match_cast) && !live_.contains(binding->var);
    if (!drops) RelaxMutator::VisitMatchCast(binding);
  }

 private:
  const std::unordered_set<const Var*>& live_;
};

Result<Module> RunDeadCodeElimination(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(std::vector<std::string> entries, StringsOption(options, "entry_functions"));
  for (const std::string& name : entries) {
    if (module.Find(name) == nullptr) {
      return Diag{DiagKind::kUnknownName, {}, "entry_functions: the module has no function '" + name + "'", "", {}};
    }
  }
  return EliminateDeadCode(pass_ctx, module, entries);
}

constexpr std::string_view kOptions[] = {"entry_functions"};

}  // namespace

Result<const Function*> RemoveUnusedBindings(PassContext& pass_ctx, const Module& module, const Function* func) {
  if (pass_ctx.leaves_unused) return func;
  Context& ctx = pass_ctx.ctx;
  Liveness liveness(module);
  std::unordered_set<const Var*> live = liveness.LiveIn(func);
  if (liveness.AllAre(live)) return func;
  UnusedRemover remover(ctx, &module, live);
  const Function* rewritten = remover.VisitFunction(func);
  ASSAY_RETURN_IF_ERROR(remover.status());
  return rewritten;
}

Result<Module> EliminateDeadCode(PassContext& pass_ctx, const Module& module, const std::vector<std::string>& entries) {
  if (pass_ctx.leaves_unused) return module;
  Context& ctx = pass_ctx.ctx;
  // Unreachable functions first, so that they need no analysis; again after, as callers may have lost their calls.
  Callees callees;
  Module reachable = WithoutUnusedFunctions(ctx, module, entries, callees);
  Result<Module> trimmed = MapRelaxFunctions(ctx, reachable, [&](const Function* func) -> Result<const Function*> {
    return RemoveUnusedBindings(pass_ctx, reachable, func);
  });
  if (!trimmed.ok()) return trimmed;
  return WithoutUnusedFunctions(ctx, *trimmed, entries, callees);
}

const PassSpec kDeadCodeElimination = {
    .name = "DeadCodeElimination",
    .doc = "removes functions that no entry reaches and bindings that nothing needs",
    .options = kOptions,
    .opt_level = 1,
    .changes = Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunDeadCodeElimination,
};

}  // namespace assay
