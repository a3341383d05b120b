// LowerOpaqueBlock: blocks without iteration variables become their bodies: allocations in front, a branch for the
// predicate. Loops of one iteration go with them. Tested by testdata/lower_opaque_block.
#include <fmt/format.h>

#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class OpaqueBlockLowerer : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

 protected:
  // other kinds: walked into
  const Stmt* VisitStmt(const Stmt* s) override {
    const Stmt* visited = Children(s);
    if (const auto* realize = As<SBlockRealize>(visited)) return Lowered(*realize);
    const auto* loop = As<For>(visited);
    return loop == nullptr ? visited : WithoutUnit(*loop);
  }

 private:
  const Stmt* Lowered(const SBlockRealize& realize) {
    const SBlock& block = *realize.block;
    std::string_view left = !block.iter_vars.empty()       ? "has iteration variables; run ConvertBlocksToOpaque first"
                            : block.init != nullptr        ? "has an init; run LowerInitBlock first"
                            : !block.match_buffers.empty() ? "matches buffers; run LowerMatchBuffer first"
                                                           : "";
    if (!left.empty()) {
      std::string message = fmt::format("block {} {}", block.name_hint.text(), left);
      failure_ = Diag{DiagKind::kCannotLower, realize.span, std::move(message), "", {}};
    }
    std::vector<const Stmt*> stmts;
    for (const Buffer* buffer : block.alloc_buffers) {
      AllocBuffer* alloc = ctx.arena.New<AllocBuffer>();
      alloc->buffer = buffer;
      stmts.push_back(alloc);
    }
    stmts.push_back(block.body);
    return If(realize.predicate, MakeSeqStmt(ctx, stmts));
  }
  const Stmt* If(const Expr* condition, const Stmt* body) {
    const IntImm* known = condition == nullptr ? nullptr : AsInt(condition);
    if (condition == nullptr || (known != nullptr && known->value != 0)) return body;
    IfThenElse* branch = ctx.arena.New<IfThenElse>();
    branch->condition = condition;
    branch->then_case = body;
    return branch;
  }
  const Stmt* WithoutUnit(const For& loop) {
    const IntImm* extent = AsInt(loop.extent);
    // A start that is read from memory is read once, in front of the body.
    bool plain =
        loop.annotations == nullptr && loop.thread_binding == nullptr && loop.step == nullptr && IsPure(loop.min);
    if (extent == nullptr || extent->value != 1 || !plain || JumpsOut(loop.body)) return &loop;
    return SubstituteIn(ctx, loop.body, {{loop.loop_var, loop.min}});
  }
};

Result<Module> RunLowerOpaqueBlock(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<OpaqueBlockLowerer>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kLowerOpaqueBlock = {
    .name = "LowerOpaqueBlock",
    .doc = "makes plain statements of blocks without iteration variables",
    .changes = Drops({Facet::kBlockNames}) | Alters({Facet::kKernels}),
    .run = RunLowerOpaqueBlock,
};

}  // namespace assay
