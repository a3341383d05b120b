// ComputePrimValue: scalar expressions that stand as values are computed by small host PrimFuncs,
// `compute_symbolic_expr`. Shapes and types are left to VMShapeLower. Tested by testdata/compute_prim_value.
#include "ir/walk.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

class PrimValueComputer : public RelaxMutator {
 public:
  PrimValueComputer(Context& context, const Module* module, ModuleEditor& editor)
      : RelaxMutator(context, module), editor_(editor) {}

 protected:
  const Expr* VisitScalarOrShape(const Expr* e) override {
    bool computes = Is<PrimType>(e->type) && !Is<IntImm>(e);
    return computes ? Lift(RelaxMutator::VisitScalarOrShape(e)) : RelaxMutator::VisitScalarOrShape(e);
  }

 private:
  // A PrimFunc of the expression's free variables, under names of its own.
  const Expr* Lift(const Expr* e) {
    std::vector<const Var*> params;
    std::vector<const Expr*> args;
    VarMap renamed;
    for (const Var* var : VarsIn(e, Types::kSkip)) {
      if (!Is<PrimType>(var->type)) continue;
      params.push_back(MakeVar(ctx, var->name.text(), var->type));
      args.push_back(var);
      renamed.emplace(var, params.back());
    }
    Return* body = ctx.arena.New<Return>();
    body->value = SubstituteIn(ctx, e, renamed);
    PrimFunc* func = ctx.arena.New<PrimFunc>();
    func->params = ctx.Copy(params);
    func->buffers = ctx.Copy(std::vector<const Buffer*>(params.size(), nullptr));
    func->ret_type = e->type;
    func->body = body;
    func->attrs = MakeSortedDict(ctx, {{"tirx.is_host_func", MakeAttrBool(ctx, true)}});
    return MakeCall(ctx, editor_.AddFunction("compute_symbolic_expr", func), args, nullptr, {}, e->type);
  }

  ModuleEditor& editor_;
};

Result<Module> RunComputePrimValue(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  ModuleEditor editor(pass_ctx.ctx, module);
  for (size_t i = 0; i < module.entries.size(); ++i) {
    const auto* func = As<Function>(module.entries[i].func);
    if (func == nullptr) continue;
    PrimValueComputer computer(pass_ctx.ctx, &module, editor);
    editor.Replace(i, computer.VisitFunction(func));
    ASSAY_RETURN_IF_ERROR(computer.status());
  }
  return editor.Finish();
}

}  // namespace

const PassSpec kComputePrimValue = {
    .name = "ComputePrimValue",
    .doc = "computes scalar expressions that stand as values by host PrimFuncs",
    .changes = Adds({Facet::kPrivateFunctions}) | Alters({Facet::kGraphs}),
    .run = RunComputePrimValue,
};

}  // namespace assay
