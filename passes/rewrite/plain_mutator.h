// PlainMutator: a RelaxMutator that makes dataflow blocks plain ones, and dataflow variables plain variables.
// Tested by testdata/to_non_dataflow.
#pragma once

#include "passes/rewrite/relax_mutator.h"

namespace assay {

class PlainMutator : public RelaxMutator {
 public:
  using RelaxMutator::RelaxMutator;

 protected:
  bool KeepsDataflow(const BindingBlock*) override { return false; }
  const Var* VisitVarDef(const Var* var) override {
    const Var* visited = RelaxMutator::VisitVarDef(var);
    return var->flavor == VarFlavor::kDataflow ? MakeVar(ctx, var->name.text(), visited->type) : visited;
  }
};

}  // namespace assay
