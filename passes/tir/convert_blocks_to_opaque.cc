// ConvertBlocksToOpaque: blocks lose their iteration variables, for which their values stand. Tested by
// testdata/convert_blocks_to_opaque.
#include <fmt/format.h>

#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/refusing_mutator.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

class BlockOpener : public RefusingMutator {
 public:
  using RefusingMutator::RefusingMutator;

 protected:
  const Stmt* VisitStmt(const Stmt* s) override {
    const auto* realize = As<SBlockRealize>(s);
    if (realize == nullptr || failure_) return Children(s);
    const SBlock* block = realize->block;
    VarMap values;
    for (size_t i = 0; i < block->iter_vars.size(); ++i) {
      const Expr* value = realize->iter_values[i];
      const Var* var = block->iter_vars[i]->var;
      if (!IsPure(value)) Refuse(*realize, "binds a variable to what memory holds");
      values[var] = DTypeOf(value) == DTypeOf(var) ? value : MakeCast(ctx, DTypeOf(var), value);
    }
    if (block->init != nullptr) Refuse(*realize, "has an init; run LowerInitBlock first");
    if (values.empty() || failure_) return Children(realize);
    SBlock* bare = ctx.arena.New<SBlock>(*block);
    bare->iter_vars = {};
    SBlockRealize* opened = ctx.arena.New<SBlockRealize>(*realize);
    opened->iter_values = {};
    opened->block = SubstituteIn(ctx, static_cast<const SBlock*>(bare), values);
    return Children(opened);
  }

 private:
  void Refuse(const SBlockRealize& realize, std::string_view why) {
    std::string message = fmt::format("block {} {}", realize.block->name_hint.text(), why);
    failure_ = Diag{DiagKind::kCannotLower, realize.span, std::move(message), "", {}};
  }
};

Result<Module> RunConvertBlocksToOpaque(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return LowerPrimFuncs<BlockOpener>(pass_ctx.ctx, module);
}

}  // namespace

const PassSpec tir_pass::kConvertBlocksToOpaque = {
    .name = "ConvertBlocksToOpaque",
    .doc = "puts values for the iteration variables of blocks",
    .changes = Alters({Facet::kKernels}),
    .run = RunConvertBlocksToOpaque,
};

}  // namespace assay
