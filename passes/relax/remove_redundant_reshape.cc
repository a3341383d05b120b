// RemoveRedundantReshape: of two reshapes in a row the second does it all, and one to the shape that is there already
// does nothing. Tested by testdata/remove_redundant_reshape.
#include "ir/equal.h"
#include "ir/ops/kernel.h"
#include "passes/analysis/private_function.h"
#include "passes/pass_names.h"
#include "passes/relax/canonicalize.h"
#include "passes/rewrite/module_editor.h"
#include "passes/rewrite/op_rewriter.h"

namespace assay {
namespace {

class ReshapeRemover : public OpRewriter {
 public:
  using OpRewriter::OpRewriter;

 protected:
  const Expr* Replace(const Call* call) override {
    if (!IsCallOf(call, "relax.reshape")) return nullptr;
    if (const Call* before = BoundCall(call->args[0], "relax.reshape")) {
      return Op("reshape", {Now(before->args[0]), Now(call->args[1])});
    }
    const ShapeExpr* shape = KnownShape(call->args[0]->type);
    bool same = shape != nullptr && Equal(shape, call->args[1]) && Is<Var>(call->args[0]);
    return same ? Now(call->args[0]) : nullptr;
  }
};

Result<Module> RunRemoveRedundantReshape(PassContext& pass_ctx, const Module& module, const PassOptions&) {
  return MapRelaxFunctions(pass_ctx.ctx, module, [&](const Function* func) -> Result<const Function*> {
    if (IsPrimitive(func)) return func;
    return RewriteCalls<ReshapeRemover>(pass_ctx, module, func);
  });
}

}  // namespace

const PassSpec kRemoveRedundantReshape = {
    .name = "RemoveRedundantReshape",
    .doc = "removes reshapes that another one follows, or that change nothing",
    .changes = kCanonicalizes | Drops({Facet::kExternals, Facet::kMemory}) | Alters({Facet::kGraphs}),
    .run = RunRemoveRedundantReshape,
};

}  // namespace assay
