// LiftTransformParams: what functions compute from their weights alone moves into functions of its own, which run once;
// what was a function takes their results. Tested by testdata/lift_transform_params.
#include <algorithm>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/analysis/symbols.h"
#include "passes/analysis/vdevices.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/relax/function_passes.h"
#include "passes/relax/lift_plan.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

constexpr std::string_view kSuffix = "transform_params";

// The function that computes `outputs` (after a shape of `symbols`, if there are any) from the weights.
Result<const Function*> MakeTransform(PassContext& pass_ctx, const Module& module, const LiftPlan& plan,
                                      const std::vector<const Var*>& weights, const std::vector<const Var*>& symbols) {
  Context& ctx = pass_ctx.ctx;
  std::vector<const Binding*> bindings = plan.bindings;
  std::vector<const Expr*> results;
  if (!symbols.empty()) results.push_back(MakeShape(ctx, {symbols.begin(), symbols.end()}));
  for (const Var* output : plan.Outputs(weights)) {
    // A scalar is its own output: its name may stand in types.
    if (Is<PrimType>(output->type)) {
      results.push_back(output);
      continue;
    }
    const Var* result = MakeVar(ctx, output->name.str() + "_output", output->type);
    bindings.push_back(MakeBinding(ctx, result, output));
    results.push_back(result);
  }
  const Expr* tuple = MakeTuple(ctx, results);
  const Var* result = MakeVar(ctx, "output_tuple", tuple->type);
  bindings.push_back(MakeBinding(ctx, result, tuple));
  const AttrDict* attrs = MakeSortedDict(ctx, {{"num_input", MakeAttrInt(ctx, 0)}});
  // The empty tuple stands for itself, as everywhere in A-normal form.
  const Expr* given = results.empty() ? tuple : result;
  const SeqExpr* body = MakeSeq(ctx, {MakeBlock(ctx, bindings, true)}, given);
  const Function* func = WithFreshVars(ctx, MakeFunction(ctx, weights, body, body->type, true, attrs));
  if (!FreeVarsIn(func).empty()) {
    return Diag{DiagKind::kUnsupported, {}, "sizes of weights are known only together with the inputs", "", {}};
  }
  ASSAY_TRY(func, BundleModelParams(ctx, module, func, "model_params"));
  ASSAY_TRY(func, CanonicalizeFunction(ctx, module, func));
  return RemoveUnusedBindings(pass_ctx, module, func);
}

// Leaves out what the transform function computes; marks that stopped lifting are no longer needed.
class LiftedRemover : public RelaxMutator {
 public:
  LiftedRemover(Context& context, const Module* module, const VarSet& lifted)
      : RelaxMutator(context, module), lifted_(lifted) {}

  const SeqExpr* Rest(const SeqExpr* body) { return VisitSeq(body); }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    if (!lifted_.contains(binding->var)) RelaxMutator::VisitVarBinding(binding);
  }
  void VisitMatchCast(const MatchCast* binding) override {
    if (!lifted_.contains(binding->var)) RelaxMutator::VisitMatchCast(binding);
  }
  const Expr* VisitCall(const Call* call, const Call*) override {
    return IsCallOf(call, "relax.builtin.stop_lift_params") ? call->args[0] : call;
  }

 private:
  const VarSet& lifted_;
};

// What the transform function gives, in the variables of the function that takes it.
struct TransformResults {
  std::vector<const Var*> symbols;
  std::vector<const Var*> outputs;
};

TransformResults ResultsFor(const LocalLiftPlan& plan, const SharedLiftPlan* shared) {
  TransformResults own{plan.Symbols(), plan.Outputs(plan.Weights())};
  if (shared == nullptr) return own;
  std::unordered_map<const Var*, const Var*> to_local;
  auto record = [&](const Var* local) {
    auto found = shared->to_shared.find(local);
    if (found != shared->to_shared.end()) to_local[As<Var>(found->second)] = local;
  };
  std::ranges::for_each(own.symbols, record);
  std::ranges::for_each(own.outputs, record);
  // What this function does not use comes under the first function's name.
  auto localized = [&](std::vector<const Var*> vars) {
    for (const Var*& var : vars) {
      if (to_local.contains(var)) var = to_local.at(var);
    }
    return vars;
  };
  return {localized(shared->Symbols()), localized(shared->Outputs(shared->weights))};
}

// `type` without the sizes that the parameters do not tell.
const Type* ResultTypeFor(Context& ctx, const std::vector<const Var*>& params, const Type* type) {
  return EraseVars(ctx, type, SymbolsThatParamsDefine(params));
}

Result<const Function*> MakeRuntimeFunction(Context& ctx, const Module& module, const LocalLiftPlan& plan,
                                            const SharedLiftPlan* shared) {
  TransformResults results = ResultsFor(plan, shared);
  std::vector<const Var*> params = plan.Inputs();
  if (!results.symbols.empty()) {
    const Type* type = MakeShapeType(ctx, {results.symbols.begin(), results.symbols.end()});
    params.push_back(MakeVar(ctx, "vars_from_compile_time_params", type));
  }
  std::vector<const Binding*> bindings;
  for (const Var* output : results.outputs) {
    bool in_types = Is<PrimType>(output->type) || Is<ShapeType>(output->type);
    if (in_types && output->flavor != VarFlavor::kDataflow) {
      // It keeps its identity, since types mention it.
      params.push_back(output);
      continue;
    }
    // Types of parameters name no shapes; a cast says which shape it is.
    const Type* type = EraseVars(ctx, output->type, VarsIn(output->type));
    params.push_back(MakeVar(ctx, output->name.text(), type));
    const bool casts = !SameType(type, output->type);
    bindings.push_back(casts ? static_cast<const Binding*>(MakeMatchCast(ctx, output, params.back(), output->type))
                             : MakeBinding(ctx, output, params.back()));
  }
  VarSet lifted;
  for (const Binding* binding : plan.bindings) {
    if (plan.needs_weights.contains(binding->var)) lifted.insert(binding->var);
  }
  LiftedRemover remover(ctx, &module, lifted);
  const SeqExpr* rest = remover.Rest(plan.func->body);
  ASSAY_RETURN_IF_ERROR(remover.status());
  std::vector<const BindingBlock*> blocks;
  if (!bindings.empty()) blocks.push_back(MakeBlock(ctx, bindings, true));
  blocks.insert(blocks.end(), rest->blocks.begin(), rest->blocks.end());
  const SeqExpr* body = WithBoundTuple(ctx, std::move(blocks), rest->body);
  // Without the sizes that only parameters told which went.
  const Type* ret_type = ResultTypeFor(ctx, params, plan.func->ret_type);
  const Function* func = MakeFunction(ctx, params, body, ret_type, plan.func->is_pure, plan.func->attrs);
  return CanonicalizeFunction(ctx, module, WithFreshVars(ctx, func));
}

// First `first`, then `second` on what it gives.
Result<const Function*> Compose(PassContext& pass_ctx, const Module& module, const Function* first,
                                const Function* second) {
  Context& ctx = pass_ctx.ctx;
  second = WithFreshVars(ctx, second);
  const Var* output = MakeVar(ctx, "func_a_output", first->ret_type);
  std::vector<const Binding*> bindings{MakeBinding(ctx, output, first->body->body)};
  const auto* tuple = As<TupleType>(first->ret_type);
  bool whole = second->params.size() == 1 && Is<TupleType>(second->params[0]->type);
  size_t count = tuple == nullptr || whole ? 1 : tuple->fields.size();
  if (count != second->params.size()) {
    return Diag{
        DiagKind::kArityMismatch, second->span, "the transform takes another number of weights than there are", "", {}};
  }
  for (size_t i = 0; i < count; ++i) {
    const Expr* value = output;
    if (tuple != nullptr && !whole) {
      const Expr* item = MakeTupleGetItem(ctx, output, static_cast<int64_t>(i));
      value = MakeVar(ctx, "gv", item->type);
      bindings.push_back(MakeBinding(ctx, As<Var>(value), item));
    }
    bindings.push_back(MakeMatchCast(ctx, second->params[i], value, second->params[i]->type));
  }
  std::vector<const BindingBlock*> blocks(first->body->blocks.begin(), first->body->blocks.end());
  blocks.push_back(MakeBlock(ctx, bindings, false));
  blocks.insert(blocks.end(), second->body->blocks.begin(), second->body->blocks.end());
  const SeqExpr* body = MakeSeq(ctx, MergeBlocks(ctx, blocks), second->body->body);
  std::vector<const Var*> params(first->params.begin(), first->params.end());
  // The sizes of the weights are told by the casts above, which callers do not see.
  const Type* ret_type = ResultTypeFor(ctx, params, second->ret_type);
  const Function* func = MakeFunction(ctx, params, body, ret_type, first->is_pure && second->is_pure, first->attrs);
  func = WithFreshVars(ctx, func);
  ASSAY_TRY(func, CanonicalizeFunction(ctx, module, func));
  return RemoveUnusedBindings(pass_ctx, module, func);
}

// Lets go of each weight once it has been read from the bundle.
class BundleConsumer : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

  const Function* VisitFunction(const Function* func) override {
    if (bundle_ == nullptr && !func->params.empty()) bundle_ = func->params.back();
    return RelaxMutator::VisitFunction(func);
  }

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    const auto* item = As<TupleGetItem>(binding->value);
    if (item == nullptr || item->tuple != bundle_) return RelaxMutator::VisitVarBinding(binding);
    auto known = read_.find(item->index);
    if (known != read_.end()) return ReEmit(binding, known->second);
    RelaxMutator::VisitVarBinding(binding);
    read_[item->index] = VisitVar(binding->var);
    const Expr* reset = MakePackedFunc(ctx, "vm.builtin.tuple_reset_item");
    const Type* none = MakeTupleType(ctx, {});
    Emit(MakeCall(ctx, OpNode(ctx, "relax.call_pure_packed"), {reset, item->tuple, MakeInt(ctx, item->index)}, nullptr,
                  {none}, none));
  }

 private:
  const Var* bundle_ = nullptr;
  std::unordered_map<int64_t, const Expr*> read_;
};

using Target = std::pair<const GlobalVar*, const Function*>;

Result<std::vector<Target>> NamedTargets(const Module& module, const std::vector<std::string>& names) {
  std::vector<Target> targets;
  for (const std::string& name : names) {
    const auto* func = As<Function>(module.Find(name));
    if (func == nullptr)
      return Diag{DiagKind::kUnknownName, {}, "the module has no Relax function '" + name + "'", "", {}};
    if (NumInputAttr(func) < 0) {
      return Diag{DiagKind::kBadArgument, func->span, "'" + name + "' has no attribute num_input", "", {}};
    }
    for (const ModuleEntry& entry : module.entries) {
      if (entry.func == func && entry.var->name == name) targets.emplace_back(entry.var, func);
    }
  }
  return targets;
}

std::vector<Target> AllTargets(const Module& module) {
  std::vector<Target> targets;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    bool target = func != nullptr && NumInputAttr(func) >= 0 && !entry.var->name.text().ends_with(kSuffix);
    if (target) targets.emplace_back(entry.var, func);
  }
  std::ranges::sort(targets, {}, [](const Target& target) { return target.first->name.text(); });
  return targets;
}

// Public under its name; with the config, it lets go of weights as it reads them.
Result<const Function*> Published(PassContext& pass_ctx, const Module& module, std::string_view name,
                                  const Function* func) {
  Context& ctx = pass_ctx.ctx;
  Function* named = ctx.arena.New<Function>(*func);
  named->attrs = WithAttr(ctx, func->attrs, "global_symbol", MakeAttrString(ctx, name));
  ASSAY_TRY(bool consumes, BoolOption(pass_ctx.config, "relax.lift_transform_params.consume_params", false));
  if (!consumes) return named;
  BundleConsumer consumer(ctx, &module);
  const Function* consuming = consumer.VisitFunction(named);
  ASSAY_RETURN_IF_ERROR(consumer.status());
  return consuming;
}

Result<Module> RunLiftTransformParams(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  const Attr* option = FindOption(options, "shared_transform");
  bool is_list = Is<AttrList>(option);
  std::vector<std::string> names;
  bool shares = is_list;
  if (is_list) {
    ASSAY_TRY(names, StringsOption(options, "shared_transform"));
  } else {
    ASSAY_TRY(shares, BoolOption(options, "shared_transform", false));
  }
  std::vector<Target> targets = AllTargets(module);
  if (!names.empty()) {
    ASSAY_TRY(targets, NamedTargets(module, names));
  }
  std::optional<SharedLiftPlan> shared;
  if (shares) {
    std::vector<const Function*> functions;
    for (const Target& target : targets) functions.push_back(target.second);
    ASSAY_TRY(shared, PlanSharedLift(ctx, module, functions));
  }
  auto mentioned = MentionedFunctions(module);
  for (const Target& target : targets) {
    ASSAY_RETURN_IF_ERROR(CheckCallersFit({target.first, target.second}, nullptr, mentioned));
  }
  std::vector<LocalLiftPlan> plans;
  for (const Target& target : targets) {
    plans.push_back(PlanLocalLift(ctx, module, target.second, shared ? &*shared : nullptr));
  }
  Module result = module;
  std::vector<std::pair<std::string, const Function*>> transforms;
  for (size_t i = 0; i < targets.size(); ++i) {
    ASSAY_TRY(const Function* runtime, MakeRuntimeFunction(ctx, module, plans[i], shared ? &*shared : nullptr));
    result = WithFunction(ctx, result, targets[i].first, runtime);
    if (shared) continue;
    ASSAY_TRY(const Function* transform,
              MakeTransform(pass_ctx, module, plans[i], plans[i].Weights(), plans[i].Symbols()));
    transforms.emplace_back(targets[i].first->name.str() + "_" + std::string(kSuffix), transform);
  }
  if (shared) {
    ASSAY_TRY(const Function* transform, MakeTransform(pass_ctx, module, *shared, shared->weights, shared->Symbols()));
    transforms.emplace_back(kSuffix, transform);
  }
  for (auto& [name, transform] : transforms) {
    if (const auto* before = As<Function>(module.Find(name))) {
      ASSAY_TRY(transform, Compose(pass_ctx, module, before, transform));
    }
    result = WithFunction(ctx, result, MakeGlobalVar(ctx, name), transform);
  }
  ASSAY_TRY(result, kLambdaLift.run(pass_ctx, result, {}));
  ModuleEditor editor(ctx, result);
  for (size_t i = 0; i < result.entries.size(); ++i) {
    const auto* func = As<Function>(result.entries[i].func);
    std::string_view name = result.entries[i].var->name.text();
    if (func == nullptr || !name.ends_with(kSuffix)) continue;
    ASSAY_TRY(const Function* published, Published(pass_ctx, result, name, func));
    editor.Replace(i, published);
  }
  return editor.Finish();
}

constexpr std::string_view kOptions[] = {"shared_transform"};

}  // namespace

constexpr std::string_view kSetAttrs[] = {"global_symbol"};
constexpr ConfigKey kConsumes[] = {{.name = "relax.lift_transform_params.consume_params", .percent = 30}};

const PassSpec kLiftTransformParams = {
    .name = "LiftTransformParams",
    .doc = "moves what depends on weights alone into functions of its own",
    .options = kOptions,
    .opt_level = 1,
    .idempotent = false,
    .why_not_idempotent = "a transform that is there already is composed with the next",
    .signatures = Signatures::kChanged,
    // A private function that is called as the new ones are becomes public, and gets a symbol.
    .changes =
        Changes({Facet::kParameters, Facet::kPrivateParameters, Facet::kParameterTypes, Facet::kResultTypes,
                 Facet::kPrivateParameterTypes, Facet::kPrivateResultTypes, Facet::kParameterDevices,
                 Facet::kResultDevices}) |
        Adds({Facet::kPublicFunctions, Facet::kPrivateFunctions, Facet::kExternals, Facet::kVariableKinds}) |
        Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory, Facet::kPurity, Facet::kVariableKinds}) |
        Alters({Facet::kGraphs}),
    .attrs = kSetAttrs,
    .run = RunLiftTransformParams,
    .config = kConsumes,
};

}  // namespace assay
