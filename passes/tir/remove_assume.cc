// RemoveAssume: what kernels say of their values by T.assume goes away, and with it what then does nothing
// (RemoveNoOp). Tested by testdata/remove_assume.
#include "ir/prim/intrinsics.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class AssumeRemover : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* evaluate = As<Evaluate>(s);
    return evaluate != nullptr && IsCallOf(evaluate->value, IntrinsicId::assume) ? nullptr : Children(s);
  }
};

Result<Module> RunRemoveAssume(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(Module removed, MutatePrimFuncs<AssumeRemover>(pass_ctx.ctx, module));
  return tir_pass::kRemoveNoOp.run(pass_ctx, removed, options);
}

}  // namespace

const PassSpec tir_pass::kRemoveAssume = {
    .name = "RemoveAssume",
    .doc = "takes what kernels assume of their values away, and what then does nothing",
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunRemoveAssume,
};

}  // namespace assay
