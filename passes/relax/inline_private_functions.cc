// InlinePrivateFunctions: calls of private functions that do not call themselves become their bodies, with variables of
// their own; the functions go. Tested by testdata/inline_private_functions.
#include <algorithm>

#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/callees.h"
#include "passes/analysis/killed.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/op_names.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

bool IsZero(const Expr* e) {
  const IntImm* number = AsInt(e);
  return number != nullptr && number->value == 0;
}

using Functions = std::unordered_map<std::string_view, const Function*>;

class FunctionInliner : public RelaxMutator {
 public:
  FunctionInliner(Context& context, const Module* module, const Functions& inlined)
      : RelaxMutator(context, module), inlined_(inlined) {}

  const Function* VisitFunction(const Function* func) override {
    FindKept(func);
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  const Expr* VisitCall(const Call* call, const Call* original) override {
    if (kept_.contains(original)) return call;
    const auto* callee = As<GlobalVar>(call->op);
    auto found = callee == nullptr ? inlined_.end() : inlined_.find(callee->name.text());
    if (found == inlined_.end() || (InDataflow() && Branches(found->second))) return call;
    const Function* copy = WithFreshVars(ctx, found->second);
    if (copy->params.size() != call->args.size()) {
      Fail({DiagKind::kArityMismatch,
            call->span,
            "a call gives another number of arguments than its callee takes",
            "",
            {}});
      return call;
    }
    return Inlined(copy, call);
  }

 private:
  // What a call gave and is killed is the caller's name for it alone; inlined, it would be the argument itself where
  // the callee hands that back. So it is with what the callee kills.
  void FindKept(const Function* func) {
    VarSet killed = KilledIn(func);
    WalkBeforeChildren(func->body, [&](const Node* node) {
      const auto* binding = As<VarBinding>(node);
      const auto* call = binding == nullptr ? nullptr : As<Call>(binding->value);
      const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
      auto found = callee == nullptr ? inlined_.end() : inlined_.find(callee->name.text());
      if (found == inlined_.end()) return !IsTypeKind(node->kind);
      if (killed.contains(binding->var) || !KilledIn(found->second).empty()) kept_.insert(call);
      return true;
    });
  }
  // The callee's result, after its bindings were emitted here.
  const Expr* Inlined(const Function* callee, const Call* call) {
    VarMap map;
    if (!FaultOn(Fault::inline_keeps_callee_symbols)) {
      map = SymbolsOfCall(ctx, {callee->params.begin(), callee->params.end()}, {call->args.begin(), call->args.end()});
      if (!TellsSizes(callee, map)) return call;
    }
    // Where a shape is asked for, a written 0 means another dimension (reshape): such a call stays.
    if (std::ranges::any_of(map, [](const auto& bound) { return IsZero(bound.second); })) return call;
    BindArguments(callee, call, map);
    auto bound = BindVars(ctx, *module_, callee, map);
    if (!bound.ok()) {
      Fail(bound.error());
      return call;
    }
    // Its own calls are inlined in turn; the nesting of calls is finite, since no inlined function reaches itself.
    return VisitSeqHere((*bound)->body);
  }
  // A size that no argument's type tells is found out when the callee is called: such a call stays.
  static bool TellsSizes(const Function* callee, const VarMap& known) {
    std::vector<const Type*> types;
    for (const Var* param : callee->params) types.push_back(param->type);
    std::vector<const Var*> mentioned = VarsIn(callee->body);
    return std::ranges::all_of(DefinableSymbols(types), [&](const Var* symbol) {
      return known.contains(symbol) || std::ranges::find(mentioned, symbol) == mentioned.end();
    });
  }
  // Arguments get names in a dataflow block, as TVM has it, where canonicalisation makes them local. They are plain
  // variables: types may speak of a shape, and of no dataflow variable.
  void BindArguments(const Function* callee, const Call* call, VarMap& map) {
    bool in_dataflow = InDataflow();
    ContinueAs(true);
    for (size_t i = 0; i < call->args.size(); ++i) {
      const Expr*& bound = map[callee->params[i]];
      bound = call->args[i];
      if (Is<PrimType>(bound->type)) continue;
      const Var* var = MakeVar(ctx, callee->params[i]->name.text(), bound->type);
      EmitBinding(MakeBinding(ctx, var, bound));
      bound = var;
    }
    ContinueAs(in_dataflow);
  }
  // Emits the sequence's bindings here, dataflow blocks as blocks of their own.
  const Expr* VisitSeqHere(const SeqExpr* seq) {
    bool in_dataflow = InDataflow();
    for (const BindingBlock* block : seq->blocks) {
      ContinueAs(in_dataflow || block->is_dataflow);
      for (const Binding* binding : block->bindings) VisitBinding(binding);
    }
    ContinueAs(in_dataflow);
    return VisitExpr(seq->body);
  }
  // Whether the function chooses, itself or in what is inlined into it: a dataflow block must not.
  // recursion: along calls of private functions, of which none reaches itself
  bool Branches(const Function* func) const {
    bool found = false;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      const auto* callee = As<GlobalVar>(node);
      auto inlined = callee == nullptr ? inlined_.end() : inlined_.find(callee->name.text());
      if (inlined != inlined_.end()) found |= Branches(inlined->second);
      found |= Is<If>(node);
      return !found && !Is<Function>(node) && !IsTypeKind(node->kind);
    });
    return found;
  }

  const Functions& inlined_;
  // Calls that stay.
  std::unordered_set<const Call*> kept_;
};

// The entries, and those of the module that they still call.
std::vector<ModuleEntry> WithCallees(const Module& module, std::vector<ModuleEntry> kept) {
  std::unordered_set<std::string_view> present;
  for (const ModuleEntry& entry : kept) present.insert(entry.var->name.text());
  std::vector<const Expr*> pending;
  for (const ModuleEntry& entry : kept) pending.push_back(entry.func);
  while (!pending.empty()) {
    const auto* func = As<Function>(pending.back());
    pending.pop_back();
    if (func == nullptr) continue;
    for (std::string_view callee : CalleesOf(func)) {
      if (module.Find(callee) != nullptr && present.insert(callee).second) pending.push_back(module.Find(callee));
    }
  }
  std::unordered_map<std::string_view, const Expr*> functions;
  for (const ModuleEntry& entry : kept) functions.emplace(entry.var->name.text(), entry.func);
  std::vector<ModuleEntry> entries;
  for (ModuleEntry entry : module.entries) {
    if (!present.contains(entry.var->name.text())) continue;
    auto changed = functions.find(entry.var->name.text());
    if (changed != functions.end()) entry.func = changed->second;
    entries.push_back(entry);
  }
  return entries;
}

Result<Module> RunInlinePrivateFunctions(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  Functions inlined;
  for (const ModuleEntry& entry : module.entries) {
    const Function* func = PrivateFunction(entry);
    if (func != nullptr && !IsRecursive(module, entry.var->name.text())) inlined.emplace(entry.var->name.text(), func);
  }
  if (inlined.empty()) return module;
  std::vector<ModuleEntry> kept;
  for (const ModuleEntry& entry : module.entries) {
    if (inlined.contains(entry.var->name.text())) continue;
    kept.push_back(entry);
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    FunctionInliner inliner(ctx, &module, inlined);
    func = inliner.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(inliner.status());
    // As in TVM, a function is tidied also where nothing was inlined into it.
    ASSAY_TRY(func, CanonicalizeFunction(ctx, module, func));
    ASSAY_TRY(kept.back().func, RemoveUnusedBindings(pass_ctx, module, func));
  }
  return WithEntries(ctx, module, WithCallees(module, std::move(kept)));
}

}  // namespace

const PassSpec kInlinePrivateFunctions = {
    .name = "InlinePrivateFunctions",
    .doc = "puts the bodies of private functions in the place of their calls",
    .idempotent = false,
    .why_not_idempotent = "ends in CanonicalizeBindings, which may fold again what it folded",
    .signatures = Signatures::kRefined,
    // A variable that goes and one that comes may have one name.
    .changes = Adds({Facet::kVariableKinds, Facet::kDevices, Facet::kMemory}) | Changes({Facet::kVariableTypes}) |
               Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory, Facet::kVariableKinds}) |
               Alters({Facet::kGraphs}),
    .run = RunInlinePrivateFunctions,
};

}  // namespace assay
