// ToNonDataflow: dataflow blocks become plain ones, dataflow variables plain variables. Adjacent blocks merge.
// Tested by testdata/to_non_dataflow.
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/plain_mutator.h"

namespace assay {
namespace {

Result<Module> RunToNonDataflow(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutateRelaxFunctions<PlainMutator>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec kToNonDataflow = {
    .name = "ToNonDataflow",
    .doc = "turns dataflow blocks into plain ones",
    .gives = kDataflowFree,
    .changes = Drops({Facet::kVariableKinds}) | Alters({Facet::kGraphs}),
    .run = RunToNonDataflow,
};

}  // namespace assay
