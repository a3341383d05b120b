// ExpandTupleArguments: private functions take the fields of a tuple, not the tuple. Then bindings are canonicalized
// and dead code goes, as TVM does it. Tested by testdata/expand_tuple_arguments.
#include <optional>

#include "passes/analysis/function_uses.h"
#include "passes/analysis/private_function.h"
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

// The parameters that stand for `param`, with the bindings that make the tuple of them, outer ones first.
// recursion: types nest no deeper than the reader lets them
void ExpandParam(Context& ctx, const Var* param, std::vector<const Var*>& params, std::vector<const Binding*>& tuples) {
  const auto* type = As<TupleType>(param->type);
  if (type == nullptr) {
    params.push_back(param);
    return;
  }
  std::vector<const Expr*> fields;
  for (size_t i = 0; i < type->fields.size(); ++i) {
    const Var* field = MakeVar(ctx, param->name.str() + "_" + std::to_string(i), type->fields[i]);
    fields.push_back(field);
    ExpandParam(ctx, field, params, tuples);
  }
  tuples.push_back(MakeBinding(ctx, param, MakeTuple(ctx, fields)));
}

const Function* WithExpandedParams(Context& ctx, const Function* func) {
  std::vector<const Var*> params;
  std::vector<const Binding*> tuples;
  for (const Var* param : func->params) ExpandParam(ctx, param, params, tuples);
  if (tuples.empty()) return func;
  std::vector<const BindingBlock*> blocks{MakeBlock(ctx, tuples, false)};
  blocks.insert(blocks.end(), func->body->blocks.begin(), func->body->blocks.end());
  const SeqExpr* body = WithBoundTuple(ctx, std::move(blocks), func->body->body);
  return MakeFunction(ctx, params, body, func->ret_type, func->is_pure, func->attrs);
}

// The fields of an argument; what is no tuple stands for itself.
class ArgumentExpander : public RelaxMutator {
 public:
  ArgumentExpander(Context& context, const Module* module, const std::unordered_set<std::string_view>& callees)
      : RelaxMutator(context, module), callees_(callees) {}

 protected:
  const Expr* VisitCall(const Call* call, const Call*) override {
    const auto* callee = As<GlobalVar>(call->op);
    if (callee == nullptr || !callees_.contains(callee->name.text())) return call;
    std::vector<const Expr*> args;
    for (const Expr* arg : call->args) Expand(arg, args);
    Call* fresh = ctx.arena.New<Call>(*call);
    fresh->args = ctx.Copy(args);
    return Typed(fresh);
  }

 private:
  // recursion: tuples nest as deep as the parser lets them
  void Expand(const Expr* arg, std::vector<const Expr*>& args) {
    const auto* type = As<TupleType>(arg->type);
    if (type == nullptr) {
      args.push_back(AsArgument(arg));
      return;
    }
    const Expr* tuple = AsArgument(arg);
    for (size_t i = 0; i < type->fields.size(); ++i) Expand(FieldOf(ctx, tuple, static_cast<int64_t>(i)), args);
  }

  const std::unordered_set<std::string_view>& callees_;
};

Result<Module> RunExpandTupleArguments(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  std::unordered_set<std::string_view> callees;
  std::optional<std::unordered_set<std::string_view>> values;
  ModuleEditor editor(ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const Function* func = PrivateFunction(module.entries[i]);
    const Function* expanded = func == nullptr ? nullptr : WithExpandedParams(ctx, func);
    if (expanded == func) continue;
    if (!values) values = FunctionsUsedAsValues(module);
    if (values->contains(module.entries[i].var->name.text())) continue;
    callees.insert(module.entries[i].var->name.text());
    editor.Replace(i, expanded);
  }
  Module changed = editor.Finish();
  if (!callees.empty()) {
    ASSAY_TRY(changed, MutateRelaxFunctions<ArgumentExpander>(ctx, changed, callees));
  }
  return CanonicalizeAndTrim(pass_ctx, changed);
}

}  // namespace

const PassSpec kExpandTupleArguments = {
    .name = "ExpandTupleArguments",
    .doc = "private functions take the fields of tuples as parameters of their own",
    .idempotent = false,
    .why_not_idempotent = "ends in CanonicalizeBindings, which may fold again what it folded",
    .signatures = Signatures::kRefined,
    .changes = Changes({Facet::kPrivateParameters, Facet::kPrivateParameterTypes, Facet::kParameterDevices,
                        Facet::kVariableKinds}) |
               Drops({Facet::kPrivateFunctions, Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunExpandTupleArguments,
};

}  // namespace assay
