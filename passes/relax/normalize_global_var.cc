// NormalizeGlobalVar: public functions are called what their symbols say; private functions that are in the way move.
// Tested by testdata/normalize_global_var.
#include <unordered_map>

#include "passes/pass_names.h"
#include "passes/rewrite/global_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// `hint`, or with the first number that makes it a name of its own.
std::string FreshName(std::unordered_set<std::string>& taken, const std::string& hint) {
  if (taken.insert(hint).second) return hint;
  std::string name;
  for (int i = 1;; ++i) {
    name = hint + std::to_string(i);
    if (taken.insert(name).second) return name;
  }
}

Result<GlobalRenaming> PlanNames(Context& ctx, const Module& module) {
  GlobalRenaming renamed;
  std::unordered_set<std::string> taken;
  auto rename = [&](const GlobalVar* var, const std::string& name) {
    renamed.emplace(var->name, RenamedGlobal(ctx, var, name));
  };
  for (const ModuleEntry& entry : module.entries) {
    std::string symbol(StringAttr(AttrsOf(entry.func), "global_symbol"));
    if (symbol.empty()) continue;
    if (!taken.insert(symbol).second) {
      return Diag{
          DiagKind::kIllFormed, entry.func->span, "two functions have the global_symbol '" + symbol + "'", "", {}};
    }
    rename(entry.var, symbol);
  }
  for (const ModuleEntry& entry : module.entries) {
    if (!IsPublic(entry.func)) rename(entry.var, FreshName(taken, entry.var->name.str()));
  }
  return renamed;
}

// A call of a function that was renamed is typed anew, as TVM does it.
class CallTyper : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    bool named = Is<GlobalVar>(call->op) || (!call->args.empty() && Is<GlobalVar>(call->args[0]));
    return named ? Typed(call) : call;
  }
};

Result<Module> RunNormalizeGlobalVar(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  bool needed = false;
  for (const ModuleEntry& entry : module.entries) {
    std::string_view symbol = StringAttr(AttrsOf(entry.func), "global_symbol");
    needed |= !symbol.empty() && !(entry.var->name == symbol);
  }
  if (!needed) return module;
  ASSAY_TRY(auto renamed, PlanNames(ctx, module));
  return MutateRelaxFunctions<CallTyper>(ctx, WithEntries(ctx, module, RenamedEntries(ctx, module, renamed)));
}

}  // namespace

const PassSpec kNormalizeGlobalVar = {
    .name = "NormalizeGlobalVar",
    .doc = "names public functions after their symbols",
    .gives = kNamedBySymbol,
    .establishes = kNamedBySymbol,
    .changes = Adds({Facet::kPrivateFunctions}) | Drops({Facet::kPrivateFunctions}) |
               Alters({Facet::kPublicFunctions, Facet::kGraphs, Facet::kKernels}),
    .run = RunNormalizeGlobalVar,
};

}  // namespace assay
