// ConvertBlocksToOpaque: blocks lose their iteration variables, for which their values stand. Tested by
// testdata/convert_blocks_to_opaque.
#include <fmt/format.h>

#include "ir/walk.h"
#include "passes/analysis/kernel_facts.h"
#include "passes/rewrite/copies.h"
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

// other kinds: bind no values
bool BindsLets(const PrimFunc* func) {
  bool found = false;
  WalkBeforeChildren(func->body, [&](const Node* node) {
    const auto* realize = As<SBlockRealize>(node);
    for (const Expr* value : realize == nullptr ? Nodes<Expr>() : realize->iter_values) {
      WalkBeforeChildren(value, [&](const Node* part) {
        found |= Is<Let>(part);
        return !found;
      });
    }
    return !found && AsExpr(node) == nullptr;
  });
  return found;
}

// A value that stands in many places has a variable of its own in each.
Result<Module> RunConvertBlocksToOpaque(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  Context& ctx = pass_ctx.ctx;
  return MapPrimFuncs(ctx, module, [&](const PrimFunc* func) -> Result<const PrimFunc*> {
    ASSAY_TRY(const PrimFunc* lowered, BlockOpener(ctx).Lower(func));
    return BindsLets(func) ? WithOwnDefinitions(ctx, lowered) : lowered;
  });
}

}  // namespace

const PassSpec tir_pass::kConvertBlocksToOpaque = {
    .name = "ConvertBlocksToOpaque",
    .doc = "puts values for the iteration variables of blocks",
    .changes = Alters({Facet::kKernels}),
    .run = RunConvertBlocksToOpaque,
};

}  // namespace assay
