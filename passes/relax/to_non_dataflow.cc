// ToNonDataflow: dataflow blocks become plain ones, dataflow variables plain variables. Adjacent blocks merge.
// Tested by testdata/to_non_dataflow.
#include "passes/module_editor.h"
#include "passes/pass_names.h"
#include "passes/relax_mutator.h"

namespace assay {
namespace {

class ToNonDataflowMutator : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  bool KeepsDataflow(const BindingBlock*) override { return false; }
  const Var* VisitVarDef(const Var* var) override {
    const Var* visited = RelaxMutator::VisitVarDef(var);
    return var->flavor == VarFlavor::kDataflow ? MakeVar(ctx, var->name.text(), visited->type) : visited;
  }
};

Result<Module> RunToNonDataflow(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateRelaxFunctions<ToNonDataflowMutator>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec kToNonDataflow = {
    .name = "ToNonDataflow",
    .doc = "turns dataflow blocks into plain ones",
    .gives = kDataflowFree,
    .run = RunToNonDataflow,
};

}  // namespace assay
