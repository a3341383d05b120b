// Gradient: adds `<func_name>_adjoint`, which gives a function's result together with the adjoints of its parameters,
// by reverse-mode differentiation of its one dataflow block. Tested by testdata/gradient.
#include <algorithm>

#include <fmt/format.h>

#include "ir/ops/op_spec.h"
#include "ir/text/print.h"
#include "passes/op_names.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/relax/gradient_parts.h"
#include "passes/rewrite/bind_vars.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// The float scalar that is to be differentiated: the result, or one field of it.
Result<const Var*> TargetOf(const Expr* result, int64_t index) {
  const auto* tuple = As<Tuple>(result);
  size_t count = tuple == nullptr ? 1 : tuple->fields.size();
  if (index < 0 || index >= static_cast<int64_t>(count)) {
    return Diag{DiagKind::kBadArgument, result->span, "target_index is outside of the result", "", {}};
  }
  const auto* target = As<Var>(tuple == nullptr ? result : tuple->fields[static_cast<size_t>(index)]);
  if (target == nullptr) return NoGradient(result, "the target of differentiation must be a variable");
  const auto* type = As<TensorType>(target->type);
  if (type == nullptr || type->rank != 0 || type->shape == nullptr || !type->dtype.IsFloating()) {
    return NoGradient(result,
                      fmt::format("invalid target of differentiation {}: expected a float tensor without axes, got {}",
                                  target->name.text(), target->type == nullptr ? "none" : PrintType(target->type)));
  }
  return target;
}

// recursion: types nest no deeper than the reader lets them
bool IsFloatTensors(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) return !tensor->dtype.IsVoid() && tensor->dtype.IsFloating();
  const auto* tuple = As<TupleType>(type);
  return tuple != nullptr && std::ranges::all_of(tuple->fields, IsFloatTensors);
}

// The variables named by "require_grads", all parameters when there is none.
Result<std::vector<const Var*>> WantedOf(const Function* func, const PassOptions& options) {
  std::vector<const Var*> params(func->params.begin(), func->params.end());
  if (FindOption(options, "require_grads") == nullptr) return params;
  ASSAY_TRY(std::vector<std::string> names, StringsOption(options, "require_grads"));
  std::vector<const Var*> known = params;
  for (const BindingBlock* block : func->body->blocks) {
    for (const Binding* binding : block->bindings) known.push_back(binding->var);
  }
  std::vector<const Var*> wanted;
  for (const std::string& name : names) {
    auto found = std::ranges::find_if(known, [&](const Var* var) { return var->name == name; });
    if (found == known.end())
      return Diag{DiagKind::kUnknownName, {}, "require_grads: no variable '" + name + "'", "", {}};
    bool again = std::ranges::find(wanted, *found) != wanted.end();
    if (again || !IsFloatTensors((*found)->type)) {
      return Diag{
          DiagKind::kBadArgument, {}, "require_grads: '" + name + "' stands twice or is no float tensor", "", {}};
    }
    wanted.push_back(*found);
  }
  return wanted;
}

// call_tir_with_grad is call_tir once its gradient is there.
class GradMarkRemover : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    if (!IsCallOf(call, "relax.call_tir_with_grad")) return call;
    Call* plain = ctx.arena.New<Call>(*call);
    plain->op = OpNode(ctx, "relax.call_tir");
    plain->attrs = nullptr;
    return plain;
  }
};

Result<const Function*> AdjointOf(PassContext& pass_ctx, const Module& module, const Function* func,
                                  const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(int64_t target_index, IntOption(options, "target_index", 0));
  const Function* copy = WithFreshVars(ctx, func);
  ASSAY_TRY(std::vector<const Var*> wanted, WantedOf(copy, options));
  ASSAY_TRY(Checkpoints checkpoints, TakeCheckpoints(ctx, module, copy));
  const SeqExpr* body = checkpoints.func->body;
  if (body->blocks.size() != 1 || !body->blocks[0]->is_dataflow) {
    return NoGradient(func, "only functions of one dataflow block can be differentiated");
  }
  ASSAY_TRY(const Var* target, TargetOf(body->body, target_index));
  BlockMaker maker(ctx, module);
  Nodes<Binding> forward = body->blocks[0]->bindings;
  maker.bindings.assign(forward.begin(), forward.end());
  ASSAY_TRY(std::vector<const Var*> adjoints, MakeBackward(maker, {checkpoints, body->blocks[0], target, wanted}));
  const Expr* result = MakeTuple(ctx, {body->body, MakeTuple(ctx, {adjoints.begin(), adjoints.end()})});
  const SeqExpr* both = MakeSeq(ctx, {MakeBlock(ctx, maker.bindings, true)}, result);
  const Function* adjoint =
      MakeFunction(ctx, {copy->params.begin(), copy->params.end()}, both, result->type, func->is_pure, func->attrs);
  GradMarkRemover remover(ctx, &module);
  adjoint = remover.VisitFunction(adjoint);
  ASSAY_RETURN_IF_ERROR(remover.status());
  ASSAY_TRY(adjoint, RemoveUnusedBindings(pass_ctx, module, adjoint));
  return SimplifyGradient(pass_ctx, module, adjoint);
}

Result<Module> RunGradient(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  const auto* name = As<AttrString>(FindOption(options, "func_name"));
  if (name == nullptr) return InvalidOption(options, "func_name", "a string");
  const auto* func = As<Function>(module.Find(name->value.text()));
  if (func == nullptr) {
    return Diag{
        DiagKind::kUnknownName, {}, "func_name: the module has no Relax function '" + name->value.str() + "'", "", {}};
  }
  ASSAY_TRY(const Function* adjoint, AdjointOf(pass_ctx, module, func, options));
  ModuleEditor names(ctx, module);
  std::string adjoint_name = names.FreshName(name->value.str() + "_adjoint");
  Function* published = ctx.arena.New<Function>(*adjoint);
  published->attrs = WithAttr(ctx, adjoint->attrs, "global_symbol", MakeAttrString(ctx, adjoint_name));
  return WithFunction(ctx, module, MakeGlobalVar(ctx, adjoint_name), published);
}

// Some function of the module that has one dataflow block, and a float scalar that it gives.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  std::vector<std::pair<std::string_view, int64_t>> targets;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr || func->body->blocks.size() != 1) continue;
    const auto* tuple = As<Tuple>(func->body->body);
    auto fields = static_cast<int64_t>(tuple == nullptr ? 1 : tuple->fields.size());
    for (int64_t index = 0; index < fields; ++index) {
      if (TargetOf(func->body->body, index).ok()) targets.emplace_back(entry.var->name.text(), index);
    }
  }
  if (targets.empty()) return false;
  auto [name, index] = targets[bytes.Below(targets.size())];
  options["func_name"] = MakeAttrString(ctx, name);
  if (index != 0) options["target_index"] = MakeAttrInt(ctx, index);
  return true;
}

constexpr std::string_view kOptions[] = {"func_name", "require_grads", "target_index"};

}  // namespace

const PassSpec kGradient = {
    .name = "Gradient",
    .doc = "adds a function that gives a result and the adjoints of its parameters",
    .options = kOptions,
    .idempotent = false,
    .why_not_idempotent = "each application adds one function more",
    .changes = Adds({Facet::kPublicFunctions}) | Alters({Facet::kGraphs}),
    .run = RunGradient,
    .sample_options = SampleOptions,
};

}  // namespace assay
