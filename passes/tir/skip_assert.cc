// SkipAssert: assertions of kernels go away. Tested by testdata/skip_assert.
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class AssertSkipper : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override { return Is<AssertStmt>(s) ? nullptr : Children(s); }
};

Result<Module> RunSkipAssert(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<AssertSkipper>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kSkipAssert = {
    .name = "SkipAssert",
    .doc = "takes the assertions of kernels away",
    .changes = Drops({Facet::kAsserts}) | Alters({Facet::kKernels}),
    .run = RunSkipAssert,
    .skips_asserts = true,
};

}  // namespace assay
