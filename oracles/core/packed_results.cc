#include "oracles/core/packed_results.h"

#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/relax_mutator.h"

namespace assay {
namespace {

bool CallsPacked(const Call& call) {
  if (call.ty_args.empty()) return false;
  return Is<ExternFunc>(call.op) || (Is<Op>(call.op) && !call.args.empty() && Is<ExternFunc>(call.args[0]));
}

class ResultCaster : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  void VisitVarBinding(const VarBinding* binding) override {
    const auto* call = As<Call>(binding->value);
    const Var* var = binding->var;
    if (call == nullptr || !CallsPacked(*call) || Is<ObjectType>(var->type))
      return RelaxMutator::VisitVarBinding(binding);
    const Var* given = MakeVar(ctx, var->name.text(), var->type, var->flavor);
    EmitBinding(MakeBinding(ctx, given, VisitExpr(call)));
    EmitBinding(MakeMatchCast(ctx, var, given, var->type));
  }
};

}  // namespace

Module WithPackedResultsCast(Context& ctx, const Module& module) {
  Result<Module> cast = MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
    ResultCaster caster(ctx, &module);
    const Function* visited = caster.VisitFunction(func);
    ASSAY_RETURN_IF_ERROR(caster.status());
    return visited;
  });
  return cast.ok() ? *cast : module;
}

}  // namespace assay
