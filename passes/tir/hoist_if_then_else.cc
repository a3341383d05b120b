// HoistIfThenElse: a loop over nothing but a branch whose condition is the same in all iterations becomes a branch with
// a loop on each side; then the kernel is simplified. Tested by testdata/hoist_if_then_else.
#include "ir/mentions.h"
#include "ir/walk.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/renew_defs.h"
#include "passes/rewrite/stmt_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class BranchHoister : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;

 protected:
  // other kinds: walked into
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    const auto* loop = As<For>(visited);
    const auto* branch = loop == nullptr ? nullptr : As<IfThenElse>(loop->body);
    // A loop that vectors or threads are made of keeps its whole body.
    bool splits =
        branch != nullptr && loop->for_kind != ForKind::kVectorized && loop->for_kind != ForKind::kThreadBinding;
    if (!splits || !IsSpeculatable(branch->condition) || Mentions(branch->condition, loop->loop_var)) return visited;
    // Without the other side, the loop's ends and step are not computed where the condition does not hold.
    if (branch->else_case == nullptr && !IsHeadSpeculatable(*loop)) return visited;
    IfThenElse* outer = ctx.arena.New<IfThenElse>(*branch);
    outer->then_case = WithBody(loop, branch->then_case);
    if (branch->else_case != nullptr) outer->else_case = OtherLoop(loop, branch->else_case);
    return outer;
  }

 private:
  const Stmt* OtherLoop(const For* loop, const Stmt* body) {
    const Var* var = loop->loop_var;
    const Var* fresh = Renewed(ctx, var);
    For* other = ctx.arena.New<For>(*loop);
    other->loop_var = fresh;
    other->body = SubstituteIn(ctx, body, {{var, fresh}});
    return other;
  }
};

Result<Module> RunHoistIfThenElse(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  ASSAY_TRY(Module hoisted, MutatePrimFuncs<BranchHoister>(pass_ctx.ctx, module));
  ASSAY_TRY(Module simple, tir_pass::kStmtSimplify.run(pass_ctx, hoisted, options));
  return tir_pass::kRemoveNoOp.run(pass_ctx, simple, options);
}

}  // namespace

const PassSpec tir_pass::kHoistIfThenElse = {
    .name = "HoistIfThenElse",
    .doc = "moves branches out of loops that do not decide them, and simplifies",
    .idempotent = false,
    .why_not_idempotent = "simplifying afterwards may free conditions that a second run hoists",
    .changes = kDropsStatements | Alters({Facet::kKernels}),
    .run = RunHoistIfThenElse,
};

}  // namespace assay
