// NormalizeGlobalVar: public functions are called what their symbols say; private functions that are in the way move.
// Tested by testdata/normalize_global_var.
#include <unordered_map>

#include "ir/rewrite.h"
#include "passes/module_editor.h"
#include "passes/pass_names.h"
#include "passes/relax_mutator.h"

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

Result<std::unordered_map<std::string_view, const GlobalVar*>> PlanNames(Context& ctx, const Module& module) {
  std::unordered_map<std::string_view, const GlobalVar*> renamed;
  std::unordered_set<std::string> taken;
  auto rename = [&](const GlobalVar* var, const std::string& name) {
    GlobalVar* fresh = ctx.arena.New<GlobalVar>(*var);
    fresh->name = ctx.Intern(name);
    renamed.emplace(var->name.text(), var->name == name ? var : fresh);
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
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    const auto* var = As<GlobalVar>(rebuilt);
    auto found = var == nullptr ? renamed.end() : renamed.find(var->name.text());
    return found == renamed.end() ? rebuilt : found->second;
  };
  std::vector<ModuleEntry> entries;
  for (const ModuleEntry& entry : module.entries) {
    entries.push_back({renamed.at(entry.var->name.text()), static_cast<const Expr*>(Rewrite(ctx, entry.func, rule))});
  }
  return MutateRelaxFunctions<CallTyper>(ctx, WithEntries(ctx, module, entries));
}

}  // namespace

const PassSpec kNormalizeGlobalVar = {
    .name = "NormalizeGlobalVar",
    .doc = "names public functions after their symbols",
    .run = RunNormalizeGlobalVar,
};

}  // namespace assay
