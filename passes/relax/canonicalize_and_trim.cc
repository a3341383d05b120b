// How passes end that leave names of names and what nothing needs. Tested by testdata/expand_tuple_arguments and
// testdata/remove_unused_outputs.
#include "passes/pass_names.h"
#include "passes/relax/function_passes.h"

namespace assay {

Result<Module> CanonicalizeAndTrim(PassContext& pass_ctx, const Module& module) {
  PassContext plain(pass_ctx.ctx);
  ASSAY_TRY(Module folded, kCanonicalizeBindings.run(plain, module, {}));
  return EliminateDeadCode(pass_ctx, folded, {});
}

}  // namespace assay
