// RemoveUnusedParameters: private functions lose the parameters that they do not use; symbolic variables that only
// those defined come in as shapes. Callers lose what they computed for nothing. Tested by
// testdata/remove_unused_parameters.
#include <algorithm>
#include <optional>

#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// What becomes of a callee's parameters.
struct Signature {
  std::vector<const Var*> old_params;
  std::vector<bool> used;
  // Passed as shapes after the used parameters.
  std::vector<const Var*> symbols;
  std::vector<const Var*> params;
};

// Whether the body mentions every parameter; most do, and soon.
bool UsesAllParams(const Function* func) {
  std::unordered_set<const Var*> unseen(func->params.begin(), func->params.end());
  NodeSet seen;
  auto look = [&](const Node* node) {
    if (Is<Var>(node)) unseen.erase(static_cast<const Var*>(node));
    return !unseen.empty() && !Is<GlobalVar>(node);
  };
  WalkBeforeChildren(func->body, look, Types::kInclude, &seen);
  return unseen.empty();
}

Signature PlanSignature(Context& ctx, const Function* func) {
  std::vector<const Var*> free = FreeVarsIn(func->body);
  // The result may say more of its sizes than what the body returns.
  for (const Var* var : VarsIn(func->ret_type)) {
    if (std::ranges::find(free, var) == free.end()) free.push_back(var);
  }
  auto is_free = [&](const Var* var) { return std::ranges::find(free, var) != free.end(); };
  Signature plan{{func->params.begin(), func->params.end()}, {}, {}, {}};
  std::vector<const Type*> types;
  for (const Var* param : func->params) {
    plan.used.push_back(is_free(param));
    if (!plan.used.back()) continue;
    plan.params.push_back(param);
    types.push_back(param->type);
  }
  if (plan.params.size() == func->params.size()) return plan;
  std::vector<const Var*> defined = DefinableSymbols(types);
  for (const Var* var : free) {
    bool known =
        std::ranges::find(defined, var) != defined.end() || std::ranges::find(plan.params, var) != plan.params.end();
    if (!Is<PrimType>(var->type) || known) continue;
    plan.symbols.push_back(var);
    // The historical bug: a parameter of a kind that does not define the variable.
    const Type* type = FaultOn(Fault::unused_param_drops_symbol_definition)
                           ? MakeShapeTypeOfRank(ctx, 1)
                           : static_cast<const Type*>(MakeShapeType(ctx, {var}));
    plan.params.push_back(MakeVar(ctx, "param_" + var->name.str(), type));
  }
  return plan;
}

// The arguments that the new signature takes, of those that the old one took.
const Call* WithNewArguments(Context& ctx, const Call* call, const Signature& plan) {
  std::vector<const Expr*> args;
  for (size_t i = 0; i < call->args.size() && i < plan.used.size(); ++i) {
    if (plan.used[i]) args.push_back(call->args[i]);
  }
  if (!plan.symbols.empty()) {
    VarMap symbols = SymbolsOfCall(ctx, plan.old_params, {call->args.begin(), call->args.end()});
    for (const Var* var : plan.symbols) {
      auto found = symbols.find(var);
      if (found == symbols.end()) return nullptr;
      args.push_back(MakeShape(ctx, {found->second}));
    }
  }
  Call* fresh = ctx.arena.New<Call>(*call);
  fresh->args = ctx.Copy(args);
  return fresh;
}

class ParameterRemover : public RelaxMutator {
 public:
  ParameterRemover(Context& context, const Module* module,
                   const std::unordered_map<std::string_view, Signature>& signatures)
      : RelaxMutator(context, module), signatures_(signatures) {}

 protected:
  // Before the operands are rewritten: with those that it had, no call has a type any more.
  const Expr* VisitRawCall(const Call* call) override {
    const auto* callee = As<GlobalVar>(call->op);
    auto found = callee == nullptr ? signatures_.end() : signatures_.find(callee->name.text());
    if (found == signatures_.end()) return RelaxMutator::VisitRawCall(call);
    const Call* fresh = WithNewArguments(ctx, call, found->second);
    if (fresh != nullptr) return Typed(static_cast<const Call*>(RelaxMutator::VisitRawCall(fresh)));
    Fail({DiagKind::kUnsupported, call->span, "a call does not say what the callee's symbolic variables are", "", {}});
    return call;
  }

 private:
  const std::unordered_map<std::string_view, Signature>& signatures_;
};

Result<Module> RunRemoveUnusedParameters(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  std::unordered_map<std::string_view, Signature> signatures;
  ModuleEditor editor(ctx, module);
  std::optional<std::unordered_set<std::string_view>> values;
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const Function* func = PrivateFunction(module.entries[i]);
    if (func == nullptr || UsesAllParams(func)) continue;
    if (!values) values = FunctionsUsedAsValues(module);
    if (values->contains(module.entries[i].var->name.text())) continue;
    Signature plan = PlanSignature(ctx, func);
    if (std::ranges::find(plan.used, false) == plan.used.end()) continue;
    editor.Replace(i, MakeFunction(ctx, plan.params, func->body, func->ret_type, func->is_pure, func->attrs));
    signatures.emplace(module.entries[i].var->name.text(), std::move(plan));
  }
  if (signatures.empty()) return module;
  Module changed = editor.Finish();
  return MapRelaxFunctions(ctx, changed, [&](const Function* func) -> Result<const Function*> {
    ParameterRemover remover(ctx, &changed, signatures);
    const Function* updated = remover.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(remover.status());
    // As in TVM, also where no call was changed.
    return RemoveUnusedBindings(pass_ctx, changed, updated);
  });
}

}  // namespace

const PassSpec kRemoveUnusedParameters = {
    .name = "RemoveUnusedParameters",
    .doc = "private functions lose the parameters that they do not use",
    .idempotent = false,
    .why_not_idempotent = "a caller that lost an argument may itself have a parameter less to use",
    .signatures = Signatures::kRefined,
    .changes = Changes({Facet::kPrivateParameters, Facet::kPrivateParameterTypes, Facet::kParameterDevices}) |
               Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunRemoveUnusedParameters,
};

}  // namespace assay
