// RemoveUnusedOutputs: private functions give back only those fields of their result tuple that some caller looks at.
// Then bindings are canonicalized and dead code goes. Tested by testdata/remove_unused_outputs.
#include <algorithm>
#include <limits>

#include "ir/support/fault.h"
#include "ir/walk.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// Per private function that gives a tuple, which fields are looked at.
using UsageMasks = std::unordered_map<std::string_view, std::vector<bool>>;

class OutputUsage {
 public:
  explicit OutputUsage(const Module& module) {
    for (const ModuleEntry& entry : module.entries) {
      const Function* func = PrivateFunction(entry);
      const auto* tuple = func == nullptr ? nullptr : As<TupleType>(func->ret_type);
      if (tuple != nullptr) masks[entry.var->name.text()].assign(tuple->fields.size(), false);
    }
    if (masks.empty()) return;
    for (std::string_view name : FunctionsUsedAsValues(module)) masks.erase(name);
    for (const ModuleEntry& entry : module.entries) {
      if (const auto* func = As<Function>(entry.func)) Visit(func);
    }
    std::erase_if(masks, [](const auto& pair) { return std::ranges::find(pair.second, false) == pair.second.end(); });
  }
  UsageMasks masks;

 private:
  void Visit(const Function* func) {
    WalkBeforeChildren(func->body, [&](const Node* node) {
      if (const auto* binding = As<VarBinding>(node)) values_[binding->var] = binding->value;
      if (const auto* cast = As<MatchCast>(node)) values_[cast->var] = cast->value;
      if (const auto* item = As<TupleGetItem>(node)) {
        std::vector<bool>* mask = MaskOf(item->tuple);
        if (mask != nullptr && item->index >= 0 && item->index < static_cast<int64_t>(mask->size())) {
          (*mask)[static_cast<size_t>(item->index)] = true;
        }
        return false;
      }
      if (const auto* binding = As<VarBinding>(node); binding != nullptr) Definition(binding->var);
      if (const auto* var = As<Var>(node)) Use(var);
      return !IsTypeKind(node->kind);
    });
  }
  // A binding's own variable comes up in the walk once, as no use.
  void Definition(const Var* var) { definitions_.insert(var); }
  void Use(const Var* var) {
    if (definitions_.erase(var) != 0 || FaultOn(Fault::unused_outputs_only_by_tuple_get_item)) return;
    if (std::vector<bool>* mask = MaskOf(var)) mask->assign(mask->size(), true);
  }
  std::vector<bool>* MaskOf(const Expr* e) {
    if (!Is<TupleType>(e->type)) return nullptr;
    for (auto found = values_.find(As<Var>(e)); found != values_.end(); found = values_.find(As<Var>(e))) {
      e = found->second;
    }
    const auto* call = As<Call>(e);
    const auto* callee = call == nullptr ? nullptr : As<GlobalVar>(call->op);
    auto mask = callee == nullptr ? masks.end() : masks.find(callee->name.text());
    return mask == masks.end() ? nullptr : &mask->second;
  }

  std::unordered_map<const Var*, const Expr*> values_;
  std::unordered_set<const Var*> definitions_;
};

const Function* WithFewerOutputs(Context& ctx, const Function* func, const std::vector<bool>& mask) {
  const Var* before = MakeVar(ctx, "previous_outputs", func->ret_type);
  const SeqExpr* body = func->body;
  std::vector<const Binding*> bindings{MakeBinding(ctx, before, body->body)};
  std::vector<const Expr*> outputs;
  for (size_t i = 0; i < mask.size(); ++i) {
    if (!mask[i]) continue;
    const Expr* item = MakeTupleGetItem(ctx, before, static_cast<int64_t>(i));
    const Var* output = MakeVar(ctx, "gv", item->type);
    bindings.push_back(MakeBinding(ctx, output, item));
    outputs.push_back(output);
  }
  const Expr* result = outputs.size() == 1 ? outputs[0] : MakeTuple(ctx, outputs);
  std::vector<const BindingBlock*> blocks(body->blocks.begin(), body->blocks.end());
  blocks.push_back(MakeBlock(ctx, bindings, false));
  const SeqExpr* shorter = MakeSeq(ctx, MergeBlocks(ctx, blocks), result);
  return MakeFunction(ctx, {func->params.begin(), func->params.end()}, shorter, result->type, func->is_pure,
                      func->attrs);
}

class OutputRemover : public RelaxMutator {
 public:
  OutputRemover(Context& context, const Module* module, const UsageMasks& masks)
      : RelaxMutator(context, module), masks_(masks) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    auto found = callee == nullptr ? masks_.end() : masks_.find(callee->name.text());
    if (found == masks_.end()) return call;
    const std::vector<bool>& mask = found->second;
    const Expr* result = Emit(Typed(call));
    bool single = std::ranges::count(mask, true) == 1;
    std::vector<const Expr*> fields;
    int64_t next = 0;
    for (bool used : mask) {
      if (!used) {
        // Nobody looks here, but the tuple keeps its length until it is folded away.
        fields.push_back(MakeFloat(ctx, std::numeric_limits<double>::quiet_NaN(), DType::Float(64)));
      } else {
        fields.push_back(single ? result : Emit(MakeTupleGetItem(ctx, result, next++)));
      }
    }
    return MakeTuple(ctx, fields);
  }

 private:
  const UsageMasks& masks_;
};

Result<Module> RunRemoveUnusedOutputs(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  OutputUsage usage(module);
  Module changed = module;
  if (!usage.masks.empty()) {
    ModuleEditor editor(ctx, module);
    for (size_t i = 0; i < module.entries.size(); ++i) {
      auto mask = usage.masks.find(module.entries[i].var->name.text());
      if (mask == usage.masks.end()) continue;
      editor.Replace(i, WithFewerOutputs(ctx, As<Function>(module.entries[i].func), mask->second));
    }
    changed = editor.Finish();
    ASSAY_TRY(changed, MutateRelaxFunctions<OutputRemover>(ctx, changed, usage.masks));
  }
  return CanonicalizeAndTrim(pass_ctx, changed);
}

}  // namespace

const PassSpec kRemoveUnusedOutputs = {
    .name = "RemoveUnusedOutputs",
    .doc = "private functions give back only what some caller looks at",
    .idempotent = false,
    .why_not_idempotent = "ends in CanonicalizeBindings, and a caller that lost a use may leave another output unused",
    .signatures = Signatures::kRefined,
    .changes = Changes({Facet::kPrivateResultTypes, Facet::kResultDevices}) | Adds({Facet::kVariableKinds}) |
               Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory, Facet::kVariableKinds}) |
               Alters({Facet::kGraphs}),
    .run = RunRemoveUnusedOutputs,
};

}  // namespace assay
