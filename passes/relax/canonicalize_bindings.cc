// CanonicalizeBindings: symbolic variables become what they are known to be, then trivial bindings are folded away.
// Tested by testdata/canonicalize_bindings.
#include <algorithm>

#include "ir/walk.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"

namespace assay {

Result<const Function*> CanonicalizeFunction(Context& ctx, const Module& module, const Function* func) {
  ASSAY_TRY(const Function* folded, CanonicalizeSymbols(ctx, module, func));
  return CanonicalizeRelaxBindings(ctx, module, folded);
}

bool BindsNo(const Module& module, NodeKind kind) {
  bool none = true;
  for (const ModuleEntry& entry : module.entries) {
    if (!Is<Function>(entry.func)) continue;
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* binding = As<VarBinding>(node);
      none &= binding == nullptr || binding->value->kind != kind;
      none &= kind != NodeKind::kMatchCast || !Is<MatchCast>(node);
    });
  }
  return none;
}

namespace {

// Whether dataflow blocks may become one block when names of names are folded away: outputs of the first, which the
// second alone uses, become dataflow variables only when the pass looks again.
bool JoinsDataflowBlocks(const SeqExpr* seq) {
  bool behind_dataflow = false;
  for (const BindingBlock* block : seq->blocks) {
    if (block->is_dataflow && behind_dataflow) return true;
    bool folds = std::ranges::all_of(block->bindings, [](const Binding* binding) {
      const auto* named = As<VarBinding>(binding);
      return named != nullptr && Is<Var>(named->value);
    });
    behind_dataflow = block->is_dataflow || (behind_dataflow && folds);
  }
  return false;
}

}  // namespace

bool HasNamesAlone(const Module& module) {
  bool alone = true;
  for (const ModuleEntry& entry : module.entries) {
    const auto* func = As<Function>(entry.func);
    if (func == nullptr) continue;
    WalkOnce(func->body, [&](const Node* node) {
      const auto* binding = As<VarBinding>(node);
      bool named_constant = binding != nullptr && Is<Constant>(binding->value);
      const auto* seq = As<SeqExpr>(node);
      alone &= seq == nullptr || !JoinsDataflowBlocks(seq);
      alone &=
          !Is<MatchCast>(node) && !Is<TupleGetItem>(node) && !Is<If>(node) && !Is<Function>(node) && !named_constant;
    });
  }
  return alone;
}

namespace {

Result<Module> RunCanonicalizeBindings(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module,
                           [&](const Function* func) { return CanonicalizeFunction(pass_ctx.ctx, module, func); });
}

}  // namespace

const PassSpec kCanonicalizeBindings = {
    .name = "CanonicalizeBindings",
    .doc = "folds trivial bindings, accesses of known tuples, and symbolic variables with known values",
    .opt_level = 1,
    .idempotent = false,
    .why_not_idempotent = "folding one binding may make another one trivial, which a second application folds",
    .idempotent_on = HasNamesAlone,
    .signatures = Signatures::kRefined,
    .changes = kCanonicalizes | Alters({Facet::kGraphs}),
    .run = RunCanonicalizeBindings,
};

}  // namespace assay
