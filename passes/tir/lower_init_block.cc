// LowerInitBlock: a block's init becomes a branch in front of its body, taken where all reduction variables stand at
// their start. What a reduction over nothing gives is written out first (empty_reductions.h). Tested by
// testdata/lower_init_block.
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/empty_reductions.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class InitLowerer : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* block = As<SBlock>(visited);
    if (block == nullptr || block->init == nullptr) return visited;
    SBlock* lowered = ctx.arena.New<SBlock>(*block);
    lowered->init = nullptr;
    lowered->body = MakeSeqStmt(ctx, {Guarded(*block), block->body});
    return lowered;
  }

 private:
  const Stmt* Guarded(const SBlock& block) {
    const Expr* at_start = nullptr;
    for (const IterVar* iter : block.iter_vars) {
      if (iter->iter_type != IterType::kCommReduce) continue;
      const Expr* here = MakeBinary(ctx, NodeKind::kEQ, iter->var, iter->dom->min);
      at_start = at_start == nullptr ? here : MakeBinary(ctx, NodeKind::kAnd, at_start, here);
    }
    if (at_start == nullptr) return block.init;
    IfThenElse* branch = ctx.arena.New<IfThenElse>();
    branch->condition = at_start;
    branch->then_case = block.init;
    return branch;
  }
};

Result<Module> RunLowerInitBlock(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MutatePrimFuncs<InitLowerer>(pass_ctx.ctx, DefineEmptyReductions(pass_ctx.ctx, module));
}

}  // namespace

const PassSpec tir_pass::kLowerInitBlock = {
    .name = "LowerInitBlock",
    .doc = "makes branches in front of the bodies of what blocks do first",
    .changes = Alters({Facet::kKernels}),
    .run = RunLowerInitBlock,
};

}  // namespace assay
